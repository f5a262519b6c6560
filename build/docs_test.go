package build_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"heddle/codegen"
	"heddle/codegen/opt"
	"heddle/pass"
)

var updateDocs = flag.Bool("update", false, "write the tables of docs/compiler.md")

const compilerDoc = "../docs/compiler.md"

// TestDocs compares the tables of docs/compiler.md with the compiler's.
func TestDocs(t *testing.T) {
	b, err := os.ReadFile(compilerDoc)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for name, table := range map[string]string{"operations": operationsTable(), "math": mathTable(), "passes": passesTable()} {
		before, rest, found := strings.Cut(text, "<!-- "+name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end -->")
		if !found || !ended {
			t.Fatalf("%s has no place for %s", compilerDoc, name)
		}
		text = before + "<!-- " + name + " -->\n" + table + "<!-- end -->" + after
	}
	switch {
	case text == string(b):
	case *updateDocs:
		if err := os.WriteFile(compilerDoc, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the tables of %s are not the compiler's: go test ./build -run TestDocs -update", compilerDoc)
	}
}

func operationsTable() string {
	var b strings.Builder
	b.WriteString("| dialect | operations |\n|---|---|\n")
	var dialects []string
	byDialect := map[string][]string{}
	for _, op := range codegen.Operations() {
		dialect, name, _ := strings.Cut(op, ".")
		if byDialect[dialect] == nil {
			dialects = append(dialects, dialect)
		}
		byDialect[dialect] = append(byDialect[dialect], name)
	}
	for _, d := range dialects {
		fmt.Fprintf(&b, "| `%s` | %s |\n", d, strings.Join(byDialect[d], ", "))
	}
	return b.String()
}

func mathTable() string {
	types := []string{"f64", "f32", "f16", "bf16"}
	var b strings.Builder
	fmt.Fprintf(&b, "| function | %s |\n|---|%s\n", strings.Join(types, " | "), strings.Repeat("--:|", len(types)))
	var rows []string
	cells := map[string]map[string]float64{}
	for _, e := range codegen.MathErrors {
		if e.Loose {
			continue
		}
		name := strings.TrimSpace(e.Op + " " + e.Attrs)
		if cells[name] == nil {
			cells[name] = map[string]float64{}
			rows = append(rows, name)
		}
		cells[name][e.Type] = e.ULP
	}
	slices.Sort(rows)
	for _, name := range rows {
		fmt.Fprintf(&b, "| `%s` |", name)
		for _, t := range types {
			if ulp, ok := cells[name][t]; ok {
				fmt.Fprintf(&b, " %g |", ulp)
			} else {
				b.WriteString(" |")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func passesTable() string {
	var b strings.Builder
	b.WriteString("| pass | of | required |\n|---|---|---|\n")
	selection := len(opt.Passes.Steps())
	for i, s := range codegen.Steps() {
		of, required := "mach", ""
		switch {
		case i < selection:
			of = "codegen/opt"
		case i == selection:
			of = "codegen"
		case s.Name == codegen.AddressesPass:
			of = "codegen, in selection"
		}
		if s.Need != pass.Optional {
			required = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, of, required)
	}
	return b.String()
}
