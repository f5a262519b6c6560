package ir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
)

// FuzzParse reads anything. What is read can be verified, printed, and read
// again as the same module.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.mlir")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, text := range strings.Split(string(data), divider) {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("fuzz", text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		right := Verify(m, Options{}) == nil
		for _, chip := range arch.Chips {
			if err := Verify(m, Options{Chip: chip}); err != nil && err.Error() == "" {
				t.Error("an error without a text")
			}
		}
		printed := m.Print(PrintOptions{Locations: true})
		if !right {
			return // values may be used where they have no name
		}
		back, err := Parse("printed", string(printed))
		if err != nil {
			t.Fatalf("%v\nin what is printed:\n%s", err, printed)
		}
		if d := Diff(m, back); d != "" {
			t.Errorf("read back: %s\n%s", d, printed)
		}
		if again := back.Print(PrintOptions{Locations: true}); string(again) != string(printed) {
			t.Errorf("printed\n%s\nthen\n%s", printed, again)
		}
	})
}

// FuzzAttr reads anything as an attribute, and as a type.
func FuzzAttr(f *testing.F) {
	g := newGenerator(1)
	for range 300 {
		f.Add(g.randomAttr(3).String())
		f.Add(g.randomType().String())
	}
	f.Add("!A.-")
	f.Fuzz(func(t *testing.T, text string) {
		if a, err := ParseAttr(text); err == nil {
			back, err := ParseAttr(a.String())
			if err != nil {
				t.Fatalf("%v\nin %s", err, a)
			}
			if !SameAttr(a, back) {
				t.Errorf("%s became %s", a, back)
			}
		}
		if typ, err := ParseType(text); err == nil {
			if back, err := ParseType(typ.String()); err != nil || !SameType(typ, back) {
				t.Errorf("%s became %v, %v", typ, back, err)
			}
		}
	})
}
