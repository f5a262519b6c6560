package tile_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

var update = flag.Bool("update", false, "write the code and pictures of docs/tile.md")

// TestDocs compares the code, pictures and output in docs/tile.md with the
// examples and with what is printed.
func TestDocs(t *testing.T) {
	const name = "../docs/tile.md"
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pictures := docsPictures(t)
	var out strings.Builder
	inside := false
	for _, line := range strings.SplitAfter(string(b), "\n") {
		if inside && line != "<!-- end -->\n" {
			continue
		}
		inside = false
		out.WriteString(line)
		words := strings.Fields(strings.Trim(line, "<!->\n"))
		if !strings.HasPrefix(line, "<!-- ") || words[0] == "end" {
			continue
		}
		inside = true
		switch words[0] {
		case "code":
			out.WriteString("```go\n" + functions(t, words[1], words[2:]) + "```\n")
		case "picture":
			if pictures[words[1]] == "" {
				t.Fatalf("no picture %q", words[1])
			}
			out.WriteString("```\n" + pictures[words[1]] + "```\n")
		case "output":
			for _, l := range strings.SplitAfter(strings.TrimSpace(printed(t, words[1])), "\n") {
				out.WriteString("    " + l)
			}
			out.WriteString("\n")
		default:
			t.Fatalf("%q", line)
		}
	}
	switch {
	case out.String() == string(b):
	case *update:
		if err := os.WriteFile(name, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what it would be: go test ./tile -run TestDocs -update", name)
	}
}

// functions is the source of functions of a file.
func functions(t *testing.T, file string, names []string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, b, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, name := range names {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name {
				from := fn.Pos()
				if fn.Doc != nil {
					from = fn.Doc.Pos()
				}
				parts = append(parts, string(b[set.Position(from).Offset:set.Position(fn.End()).Offset])+"\n")
			}
		}
	}
	if len(parts) != len(names) {
		t.Fatalf("%s has %d of the functions %v", file, len(parts), names)
	}
	return strings.Join(parts, "\n")
}

func docsPictures(t *testing.T) map[string]string {
	list := map[string]string{}
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 1, func(k *tile.Kernel) {
		mma := k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
		a := mma.A(16, 64)
		for name, l := range map[string]tile.Layout{"spread": k.Spread(8, 32, 4), "spreaddown": k.SpreadDown(32, 8, 4), "blocks": k.Blocks(8, 16, 2, 2, 4),
			"c": mma.C(16, 32), "a": a} {
			list[name] = l.String() + "\n" + l.Picture()
		}
		s := k.LDS(ir.BF16, 16, 64, 1, tile.Loaded(a))
		plain, swizzled := s.Pictures(false, 8)[0], s.Pictures(true, 8)[0]
		swizzled.Title += ", " + s.Swizzle().String()
		list["banks"] = plain.String() + "\n" + swizzled.String()
	})
	if _, err := m.IR(); err != nil {
		t.Fatal(err)
	}
	return list
}

// printed builds a program and returns what it prints.
func printed(t *testing.T, name string, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", program, "../examples/gallery/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}
