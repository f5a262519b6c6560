// Package house checks rules that hold for the whole tree.
package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// room is a row of the table in ARCHITECTURE.md: a package, and what it may
// import.
type room struct {
	name    string
	imports []string // nil: everything
}

// rooms reads the table.
func rooms(t *testing.T) (list []room) {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		r := room{name: strings.Trim(cells[1], " `"), imports: []string{}}
		switch column := strings.TrimSpace(cells[3]); column {
		case "–":
		case "everything":
			r.imports = nil
		default:
			r.imports = strings.Split(column, ", ")
		}
		list = append(list, r)
	}
	if len(list) < 20 {
		t.Fatalf("%d rows in ARCHITECTURE.md", len(list))
	}
	return list
}

// roomOf is the row of a package: its own, or that of the folder around it; -1
// if there is none.
func roomOf(list []room, pkg string) int {
	for ; pkg != "."; pkg = path.Dir(pkg) {
		if i := slices.IndexFunc(list, func(r room) bool { return r.name == pkg }); i >= 0 {
			return i
		}
	}
	return -1
}

// TestImports: a package imports only what its row in ARCHITECTURE.md says, and
// that stands above it. Among the packages of one folder the order is free.
func TestImports(t *testing.T) {
	list := rooms(t)
	walk(t, func(file string) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		here := roomOf(list, path.Dir(file))
		if here < 0 {
			t.Errorf("%s: no row in ARCHITECTURE.md", file)
			return
		}
		top, _, _ := strings.Cut(file, "/")
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			pkg, ok := strings.CutPrefix(name, "heddle/")
			if !ok {
				continue
			}
			there := roomOf(list, pkg)
			otherTop, _, _ := strings.Cut(pkg, "/")
			switch {
			case there < 0 || there > here && otherTop != top:
				t.Errorf("%s imports %s, which does not stand above it in ARCHITECTURE.md", file, name)
			case there != here && list[here].imports != nil && !slices.Contains(list[here].imports, list[there].name):
				t.Errorf("%s imports %s, which the row of %s in ARCHITECTURE.md does not list", file, name, list[here].name)
			}
		}
	})
}

// chipName is how chips are called: gfx950, CDNA4, MI300X.
var chipName = regexp.MustCompile(`(?i)gfx9|cdna\d|\bmi[23]\d\d`)

// namesChips are the rooms that may name chips: where their facts and their
// instructions are, examples, and packages that only tests use.
var namesChips = []string{"arch", "isa", "examples", "sim/simtest", "kernels/gemm/gemmtest"}

// TestChipsHaveNoNames: below arch and isa, code asks tables what a chip has. No
// identifier and no string names one, but for comments, and for the examples in
// the help of commands.
func TestChipsHaveNoNames(t *testing.T) {
	walk(t, func(file string) {
		dir := path.Dir(file)
		for _, r := range namesChips {
			if dir == r || strings.HasPrefix(dir, r+"/") {
				return
			}
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				key, ok := n.Key.(*ast.Ident)
				return !ok || key.Name != "Example" || !strings.HasPrefix(dir, "cmd/")
			case *ast.Ident:
				text = n.Name
			case *ast.BasicLit:
				text = n.Value
			}
			if name := chipName.FindString(text); name != "" {
				t.Errorf("%s names a chip: %s in %s; ask arch or isa what the chip has", files.Position(n.Pos()), name, text)
			}
			return true
		})
	})
}

// walk calls f for each Go file that is not a test, its path with slashes.
func walk(t *testing.T, f func(file string)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		f(filepath.ToSlash(path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no Go files found")
	}
}

// TestMaps: in packages with many files the package comment has a line for each.
func TestMaps(t *testing.T) {
	for _, room := range []string{"codegen", "sim"} {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(room, "doc.go"), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var named, files []string
		for _, line := range strings.Split(f.Doc.Text(), "\n") {
			if name, rest, _ := strings.Cut(line, " "); strings.HasPrefix(name, "\t") && strings.HasSuffix(name, ".go") && strings.TrimSpace(rest) != "" {
				named = append(named, name[1:])
			}
		}
		all, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range all {
			if name := filepath.Base(path); name != "doc.go" && !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
		}
		for _, name := range files {
			if !slices.Contains(named, name) {
				t.Errorf("%s/doc.go has no line for %s", room, name)
			}
		}
		for i, name := range named {
			if !slices.Contains(files, name) || slices.Contains(named[:i], name) {
				t.Errorf("%s/doc.go has a line too many for %s", room, name)
			}
		}
	}
}
