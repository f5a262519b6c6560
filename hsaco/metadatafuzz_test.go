package hsaco

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// checkGrowth bounds what the result of a hostile input may weigh: values for
// each byte of input, plus a free allowance.
func checkGrowth(t *testing.T, d *Document, size int) {
	t.Helper()
	if n := countNodes(&d.Root); n > 4*freeValues+2*size {
		t.Errorf("%d values from %d bytes", n, size)
	}
}

// countNodes is the number of values.
func countNodes(n *Node) int {
	count := 1
	for i := range n.Items {
		count += countNodes(&n.Items[i])
	}
	return count
}

// checkDocument checks what must hold for every document.
func checkDocument(t *testing.T, d *Document) {
	t.Helper()
	note := d.Note()
	again, err := ParseMetadataNote(note)
	if err != nil {
		if strings.Contains(err.Error(), "too many for the size") {
			return // a text may have more than its note
		}
		t.Fatalf("own note: %v\n% x", err, note)
	}
	if !bytes.Equal(again.Note(), note) {
		t.Errorf("note\n% x\nbecame\n% x", note, again.Note())
	}
	d.Check()
	d.Metadata()
	yaml, err := d.YAML()
	if err != nil {
		return
	}
	root, _, err := readMetadataYAML(yaml)
	if err != nil {
		t.Fatalf("own YAML: %v\n%s", err, yaml)
	}
	if !bytes.Equal((&Document{Root: root}).Note(), note) {
		t.Errorf("YAML gives another note\n%s", yaml)
	}
}

// FuzzMetadata reads arbitrary notes.
func FuzzMetadata(f *testing.F) {
	files, err := filepath.Glob("testdata/metadata/*.hex")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		note, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
		if err != nil {
			f.Fatal(err)
		}
		if len(note) < 1<<12 {
			f.Add(note)
		}
	}
	for _, s := range []string{"81a16101", "de0002a162cf0000000000000005d90161d3ffffffffffffffff", "dfffffffff", "ddffffffff", "c6ffffffff", "81c0c3", "9391919081a0ca7fc00000"} {
		b, err := hex.DecodeString(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, note []byte) {
		d, err := ParseMetadataNote(note)
		if err != nil {
			return
		}
		checkGrowth(t, d, len(note))
		checkDocument(t, d)
	})
}

// FuzzMetadataYAML reads arbitrary texts.
func FuzzMetadataYAML(f *testing.F) {
	f.Add([]byte(minimalMetadata))
	f.Add([]byte(minimalMetadata + "    .args:\n      - .offset: 0\n        .size: 8\n        .value_kind: by_value\n        .name: !str nan\n"))
	f.Add([]byte("amdhsa.version: [1, 2]\namdhsa.kernels: []\namdhsa.printf: ['1:1:4:%d\\n', \"a;b\\x7f\"]\n"))
	for _, c := range metadataTexts {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		root, _, err := readMetadataYAML(text)
		if err != nil {
			return
		}
		d := &Document{Root: root}
		checkGrowth(t, d, len(text))
		checkDocument(t, d)
		if _, err := ParseMetadataYAML(text); err != nil {
			e, ok := err.(*MetadataError)
			if !ok || e.Msg == "" {
				t.Fatalf("%#v", err)
			}
			lines := bytes.Split(text, []byte("\n"))
			if e.Line < 0 || e.Line > len(lines) || e.Line > 0 && e.Col > len(lines[e.Line-1])+1 {
				t.Errorf("place outside of the text: %#v", err)
			}
		}
	})
}

// FuzzNotes reads arbitrary note sections.
func FuzzNotes(f *testing.F) {
	f.Add(NoteSection([]byte("12345")))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x20\x00\x00\x00AMDGPU\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		notes, err := ParseNotes(b)
		if err != nil {
			return
		}
		size := 0
		for _, n := range notes {
			size += noteHeader + len(n.Desc)
		}
		if size > len(b) {
			t.Errorf("notes of %d bytes in %d", size, len(b))
		}
	})
}

// TestMetadataMemory reads inputs made to take much memory.
func TestMetadataMemory(t *testing.T) {
	const size = 1 << 20
	note := func(b []byte) error { _, err := ParseMetadataNote(b); return err }
	text := func(b []byte) error { _, err := ParseMetadataYAML(b); return err }
	repeat := func(s string) []byte { return bytes.Repeat([]byte(s), size/len(s)) }
	bomb := "a: &a [x, x]\n"
	for c := 'b'; c < 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c, *%c]\n", c, c, c-1, c-1)
	}
	for _, c := range []struct {
		name   string
		read   func([]byte) error
		input  []byte
		factor int // of the input's size that may be allocated in all
	}{
		{"array of small integers", note, append([]byte{0xdd, 0, 0x0f, 0xff, 0x00}, make([]byte, size)...), 4},
		{"nested arrays", note, repeat("\x91"), 4},
		{"wide arrays that end early", note, repeat("\xdd\x00\x01\x00\x00"), 40},
		{"array as long as allowed", note, append(append([]byte{0xdd, 0, 4, 0, 0}, make([]byte, 1<<18)...), repeat("\x00")...), 40},
		{"flow list", text, repeat("[a,"), 4},
		{"flow brackets", text, repeat("["), 4},
		{"dashes", text, repeat("- "), 4},
		{"question marks", text, repeat("? "), 4},
		{"aliases", text, []byte(bomb), 400},
		{"list as dense as allowed", text, repeat("- a      \n"), 80},
		{"map as dense as allowed", text, repeat("? a\n      \n"), 80},
		{"deep lists", text, repeat("-                              "), 20},
		{"spaces", text, repeat(" "), 8},
		{"one long scalar", text, repeat("a"), 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := c.read(c.input)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		got := int(after.TotalAlloc - before.TotalAlloc)
		t.Logf("%s: %.1f times the input allocated: %.80s", c.name, float64(got)/float64(len(c.input)), err)
		if got > c.factor*len(c.input) {
			t.Errorf("%s: %d bytes allocated for %d", c.name, got, len(c.input))
		}
	}
}
