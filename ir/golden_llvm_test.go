//go:build llvm

package ir

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// newerThanLLVM are forms that mlir-opt 22 does not read yet.
const newerThanLLVM = "testdata/newer.mlir"

// TestGoldenLLVM compares the modules of testdata with mlir-opt, but for those.
func TestGoldenLLVM(t *testing.T) {
	var names []string
	var modules []*Module
	for _, file := range goldenFiles(t) {
		if file == newerThanLLVM {
			continue
		}
		for i, text := range goldenModules(t, file) {
			m, err := Parse(file, text)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, fmt.Sprintf("%s, module %d", file, i))
			modules = append(modules, m)
		}
	}
	compareLLVM(t, names, modules)
	t.Logf("%d modules", len(modules))
}

// TestPrintsLikeLLVM checks that names, labels and layout are mlir-opt's where
// it uses no aliases.
func TestPrintsLikeLLVM(t *testing.T) {
	var texts []string
	for _, file := range []string{"testdata/arith.mlir", "testdata/math.mlir", "testdata/cf.mlir", "testdata/scf.mlir", "testdata/func.mlir", "testdata/attrs.mlir", "testdata/types.mlir"} {
		for _, text := range goldenModules(t, file) {
			m, err := Parse(file, text)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(m.Print(PrintOptions{})))
		}
	}
	outputs, messages := mlirOpt(t, texts)
	if messages != "" || len(outputs) != len(texts) {
		t.Fatal(messages)
	}
	same := 0
	for i, ours := range texts {
		if strings.Contains(outputs[i], "\n#") || strings.HasPrefix(outputs[i], "#") {
			continue // aliases
		}
		if anyName(outputs[i]) != anyName(ours) {
			t.Errorf("ours:\n%s\nmlir-opt's:\n%s", ours, outputs[i])
		}
		same++
	}
	if same < 50 {
		t.Errorf("only %d modules were compared", same)
	}
}

// anyName replaces the numbers of values: mlir-opt numbers a module's last
// region first.
func anyName(text string) string {
	return valueNumber.ReplaceAllString(strings.TrimSpace(text), "%")
}

var valueNumber = regexp.MustCompile(`%(arg)?[0-9]+`)

// TestLocationsLLVM checks that locations survive the way through mlir-opt,
// which gives them as aliases that are defined at the end.
func TestLocationsLLVM(t *testing.T) {
	for _, text := range goldenModules(t, "testdata/scf.mlir") {
		m, err := Parse("scf.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("mlir-opt-22", "--mlir-print-op-generic", "--mlir-print-debuginfo", "-")
		cmd.Stdin = strings.NewReader(string(m.Print(PrintOptions{Locations: true})))
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse("scf.mlir", string(out))
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, out)
		}
		if d := Diff(m, back); d != "" {
			t.Error(d)
		}
		compareLocations(t, m.Op, back.Op)
	}
}

func compareLocations(t *testing.T, a, b *Operation) {
	t.Helper()
	if a.Loc != nil && (b.Loc == nil || a.Loc.String() != b.Loc.String()) {
		t.Errorf("%s: loc(%v) became loc(%v)", a.Name(), a.Loc, b.Loc)
	}
	for i, r := range a.Regions {
		for k, x := range r.Blocks {
			for n, o := range x.Ops {
				compareLocations(t, o, b.Regions[i].Blocks[k].Ops[n])
			}
			for n, v := range x.Args {
				if w := b.Regions[i].Blocks[k].Args[n]; v.Loc != nil && (w.Loc == nil || v.Loc.String() != w.Loc.String()) {
					t.Errorf("argument: loc(%v) became loc(%v)", v.Loc, w.Loc)
				}
			}
		}
	}
}

// TestFormsLLVM checks that mlir-opt takes the other ways of writing for what we
// take them.
func TestFormsLLVM(t *testing.T) {
	texts := goldenModules(t, "testdata/forms.mlir")
	outputs, messages := mlirOpt(t, texts)
	if messages != "" || len(outputs) != len(texts) {
		t.Fatal(messages)
	}
	for i, text := range texts {
		ours, err := Parse("forms.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := Parse("mlir-opt", outputs[i])
		if err != nil {
			t.Fatal(err)
		}
		if d := Diff(ours, theirs); d != "" {
			t.Errorf("%s\nin\n%s", d, text)
		}
	}
}

// oursAlone are errors of ours that mlir-opt accepts: it drops properties that it
// does not know, reads resources and distinct attributes, and f8E8M0FNU with a
// sign.
var oursAlone = []string{"has no property", "is there twice", "resources", "distinct", "f8E8M0FNU", "arith.addii", "dense_resource", "unknown operation x",
	"only the generic form"}

// TestCoreErrorsLLVM checks that mlir-opt, too, refuses what we refuse.
func TestCoreErrorsLLVM(t *testing.T) {
	for _, text := range goldenModules(t, "testdata/errors.mlir") {
		m, err := Parse("x.mlir", text)
		if err == nil {
			err = Verify(m, Options{})
		}
		if err == nil || slices.ContainsFunc(oursAlone, func(s string) bool { return strings.Contains(err.Error(), s) }) {
			continue
		}
		if out, messages := mlirOpt(t, []string{text}); messages == "" || strings.TrimSpace(out[0]) != "" {
			t.Errorf("mlir-opt accepts\n%s\nours: %v", text, err)
		}
	}
}
