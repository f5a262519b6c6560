package gallery_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/examples/gallery"
	"heddle/ir"
)

// BenchmarkCompile compiles each kernel of the gallery, for each chip, from its MLIR to a code object.
func BenchmarkCompile(b *testing.B) {
	programs, out := b.TempDir(), b.TempDir()
	if text, err := exec.Command("go", "build", "-o", programs, "./...").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	for _, k := range gallery.Kinds() {
		if text, err := exec.Command(filepath.Join(programs, k.Name), "-o", out).CombinedOutput(); err != nil {
			b.Fatalf("%s: %v\n%s", k.Name, err, text)
		}
		files, err := filepath.Glob(filepath.Join(out, k.Name+"-*.mlir"))
		if err != nil || len(files) == 0 {
			b.Fatalf("%s: no MLIR: %v", k.Name, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir")
			b.Run(name, func(b *testing.B) {
				text, err := os.ReadFile(file)
				if err != nil {
					b.Fatal(err)
				}
				chip, ok := arch.Lookup(name[strings.LastIndexByte(name, '-')+1:])
				if !ok {
					b.Fatalf("%s: no chip", name)
				}
				for b.Loop() {
					m, err := ir.Parse(file, string(text))
					if err != nil {
						b.Fatal(err)
					}
					if _, err := build.MLIR(m, build.Options{Chip: chip}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
