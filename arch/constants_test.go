package arch

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/timing-constants.md")

// TestConstants: every constant of the timing model has a name of its own and says how it is known.
func TestConstants(t *testing.T) {
	for _, c := range Chips {
		seen := map[string]bool{}
		for _, k := range c.Model.Constants() {
			switch {
			case seen[k.Name]:
				t.Errorf("%s: two constants are called %s", c.Name, k.Name)
			case k.Evidence == Unknown || k.Source == "":
				t.Errorf("%s: %s does not say how it is known", c.Name, k.Name)
			case k.Value < 0:
				t.Errorf("%s: %s is %v", c.Name, k.Name, k.Value)
			}
			seen[k.Name] = true
		}
	}
}

// TestSet: a constant gets another value on a copy of a chip, and the original keeps its own.
func TestSet(t *testing.T) {
	c := GFX950
	was := GFX950.Model.Core.Taken.Value
	if err := c.Model.Set("branch.taken", was+4); err != nil {
		t.Fatal(err)
	}
	if c.Model.Core.Taken.Value != was+4 || GFX950.Model.Core.Taken.Value != was {
		t.Errorf("%v, and %v of the original", c.Model.Core.Taken.Value, GFX950.Model.Core.Taken.Value)
	}
	if err := c.Model.Set("branch.taken", -1); err == nil {
		t.Error("a negative value is taken")
	}
	if err := c.Model.Set("branch.takn", 1); err == nil || !strings.Contains(err.Error(), "branch.taken") {
		t.Errorf("%v does not say which constants there are", err)
	}
}

// TestConstantsDoc: docs/timing-constants.md lists the constants as they are.
func TestConstantsDoc(t *testing.T) {
	what := descriptions(t)
	var b bytes.Buffer
	b.WriteString(constantsHead)
	oldest, newest := GFX942, GFX950
	other := map[string]*Constant{}
	for _, k := range oldest.Model.Constants() {
		other[k.Name] = k.Constant
	}
	group := ""
	for _, k := range newest.Model.Constants() {
		if g, _, _ := strings.Cut(k.Name, "."); g != group {
			group = g
			fmt.Fprintf(&b, "\n## %s\n\n| constant | %s | %s | what it is, and where it is from |\n|---|---|---|---|\n", group, oldest.Name, newest.Name)
		}
		o := other[k.Name]
		from := fmt.Sprintf("%s: %s", k.Evidence, k.Source)
		if was := fmt.Sprintf("%s: %s", o.Evidence, o.Source); was != from {
			from = fmt.Sprintf("%s: %s; %s: %s", oldest.Name, was, newest.Name, from)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s (%s) |\n", k.Name, quantity(o), quantity(k.Constant), cell(what[k.Name]), cell(from))
	}
	name := filepath.Join("..", "docs", "timing-constants.md")
	if *update {
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is not what the constants are: go test ./arch -run TestConstantsDoc -update (%v)", name, err)
	}
}

const constantsHead = `# Constants of the timing model

Each can be given another value with ` + "`heddle time --set NAME=VALUE`" + `; ` + "`--sensitivity`" + ` says which of them
move the result of a kernel. *Measured* constants were found on hardware by the source, *documented* ones are
in AMD's documents or libraries, *fitted* ones were chosen so that the model agrees with the measurements that
the source names, *inferred* ones are those of a similar instruction or chip, or a guess that says so.
"facts" are this project's collected notes on published sources. The list is written by
` + "`go test ./arch -run TestConstantsDoc -update`" + `.
`

// quantity is a value with its unit.
func quantity(c *Constant) string {
	return strings.TrimSpace(fmt.Sprintf("%v %s", c.Value, c.Unit))
}

// cell makes text fit a cell of a table.
func cell(s string) string { return strings.ReplaceAll(strings.TrimSuffix(s, "."), "|", "\\|") }

// descriptions are the comments of the constants' fields, by the constants' names.
func descriptions(t *testing.T) map[string]string {
	files, err := filepath.Glob("model_*.go")
	if err != nil {
		t.Fatal(err)
	}
	what := map[string]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		fields := map[string]string{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				text := n.Doc.Text()
				if text == "" {
					text = n.Comment.Text()
				}
				for _, id := range n.Names {
					text := strings.Join(strings.Fields(text), " ")
					text = strings.TrimPrefix(strings.TrimPrefix(text, id.Name+" is "), id.Name+" are ")
					fields[id.Name] = text
				}
			case *ast.CompositeLit: // {"group.name", &m.Field}
				if len(n.Elts) != 2 {
					break
				}
				key, isName := n.Elts[0].(*ast.BasicLit)
				at, isField := n.Elts[1].(*ast.UnaryExpr)
				if !isName || !isField {
					break
				}
				if field, ok := at.X.(*ast.SelectorExpr); ok {
					what[strings.Trim(key.Value, `"`)] = fields[field.Sel.Name]
				}
			}
			return true
		})
	}
	return what
}
