package asm

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"heddle/arch"
)

// FuzzAssemble checks that any input gives an error or a module that makes
// sense.
func FuzzAssemble(f *testing.F) {
	for _, pattern := range []string{"testdata/module/*.txtar", "testdata/errors/*.txtar"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, x := range archive.Files {
				// What runs into a limit is too slow for a seed.
				if filepath.Ext(x.Name) == ".s" && !bytes.HasPrefix([]byte(x.Name), []byte("bombs")) {
					f.Add(x.Data)
				}
			}
		}
	}
	files, _ := filepath.Glob("testdata/compiled/*.s")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, debug := range []bool{false, true} {
			r, err := Assemble(src, Options{File: "in.s", Chip: &arch.GFX950, Debug: debug, Listing: !debug})
			if err != nil {
				if err.Error() == "" {
					t.Error("an empty message")
				}
				continue
			}
			checkModule(t, r)
		}
	})
}

func checkModule(t *testing.T, r *Result) {
	listed := make(map[any]bool)
	for _, s := range r.Module.Symbols {
		listed[s] = true
	}
	for _, s := range r.Module.Sections {
		listed[s] = true
		if s.Type != elf.SHT_NOBITS && uint64(len(s.Data)) != s.Size {
			t.Errorf("section %q has %d bytes and size %d", s.Name, len(s.Data), s.Size)
		}
		if s.Align == 0 || s.Align&(s.Align-1) != 0 {
			t.Errorf("section %q has alignment %d", s.Name, s.Align)
		}
		for _, rel := range s.Relocs {
			if rel.Offset+2 > s.Size || rel.Symbol != nil && !listed[rel.Symbol] {
				t.Errorf("section %q: relocation at %#x of %d bytes, symbol %v", s.Name, rel.Offset, s.Size, rel.Symbol)
			}
		}
	}
	for _, s := range r.Module.Symbols {
		if s.Section != nil && (!listed[s.Section] || s.Value > s.Section.Size && s.Value < 1<<40) {
			t.Logf("symbol %q at %#x of section %q", s.Name, s.Value, s.Section.Name)
		}
	}
}
