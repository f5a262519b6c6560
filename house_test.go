// Package house checks rules that hold for the whole tree.
package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// order is the list of packages of ARCHITECTURE.md: a package imports only
// packages that stand before it.
var order = []string{
	"diag", "num", "gf2", "arch", "isa", "hsaco", "asm", "layout", "ir", "tile", "tiling", "kernels",
	"mach", "codegen", "build", "sim", "check", "verify", "timing", "examples", "cmd",
}

func TestImportsPointUp(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		room, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		here := slices.Index(order, room)
		if here < 0 {
			t.Errorf("%s: no room %q in the house", path, room)
		}
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			other, ok := strings.CutPrefix(name, "heddle/")
			if !ok {
				continue
			}
			other, _, _ = strings.Cut(other, "/")
			if there := slices.Index(order, other); there >= here && other != room {
				t.Errorf("%s imports %s, which stands below it", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no Go files found")
	}
}
