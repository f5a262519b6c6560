package house

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoFusedFloat keeps results the same on every machine: a compiler may
// turn x*y+z into one fused operation, even over several statements, and does
// so on some machines only, unless the product is converted explicitly (Go
// specification, "Floating-point operators"). In the packages that compute what
// a GPU would, and how long it would take, every product of floats must be an
// operand of a conversion, as in float64(x*y)+z, or of another product.
func TestNoFusedFloat(t *testing.T) {
	dirs := append([]string{"num", "sim", "layout"}, packagesBelow(t, "timing")...)
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", exports(t, dirs))}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			if in, err := build.Default.MatchFile(filepath.Split(name)); err != nil {
				t.Fatal(err)
			} else if !in || strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := conf.Check("heddle/"+dir, fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, e := range fusable(f, info) {
				t.Errorf("%v: a float product without a conversion may be fused with an addition on some machines", fset.Position(e.Pos()))
			}
		}
	}
}

// exports returns what opens the export data of the packages that those in dirs import, by their paths.
func exports(t *testing.T, dirs []string) importer.Lookup {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, dir := range dirs {
		args = append(args, "./"+dir)
	}
	list, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// packagesBelow returns the directories below root, itself included, that have Go files which are no tests.
func packagesBelow(t *testing.T, root string) (dirs []string) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if dir := filepath.ToSlash(filepath.Dir(path)); err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// fusable returns the float products in f that are neither converted nor
// multiplied or divided again.
func fusable(f *ast.File, info *types.Info) []ast.Expr {
	safe := map[ast.Expr]bool{}
	var found []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				safe[ast.Unparen(n.Args[0])] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.MUL || n.Op == token.QUO {
				safe[ast.Unparen(n.X)], safe[ast.Unparen(n.Y)] = true, true
			}
			if n.Op == token.MUL && isFloat(info.Types[n]) && !safe[n] {
				found = append(found, n)
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN && isFloat(info.Types[n.Lhs[0]]) {
				found = append(found, n.Lhs[0])
			}
		}
		return true
	})
	return found
}

// isFloat reports whether tv is a float that is computed at run time.
func isFloat(tv types.TypeAndValue) bool {
	if tv.Type == nil || tv.Value != nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
