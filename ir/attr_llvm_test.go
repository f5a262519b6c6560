//go:build llvm

package ir

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var attrToken = regexp.MustCompile(`-?[0-9]+\.[0-9]*(e[-+][0-9]+)?|0x[0-9A-F]+|-?[0-9]+|[a-zA-Z_][\w.]*|"[^"]*"|->|[^\s]`)

// mutateText changes a token of a text, or drops or repeats it.
func (g *generator) mutateText(text, other string) string {
	places := attrToken.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	at := pick(g, places)
	replace := ""
	switch g.IntN(4) {
	case 0:
		replace = pick(g, []string{"1", "-1", "0", "255", "1.5", "0x7F", "true", "i8", "f32", "index", "-", "[", "]", ",", ":", "x", "<", ">", "?", "(", ")", "d0", "s0", "4x", "unit", `"s"`})
	case 1, 2: // something from elsewhere
		if from := attrToken.FindAllString(other, -1); len(from) > 0 {
			replace = pick(g, from)
		}
	case 3:
		replace = text[at[0]:at[1]] + pick(g, []string{" ", "", ", "}) + text[at[0]:at[1]]
	}
	return text[:at[0]] + replace + text[at[1]:]
}

// lenient are differences that are meant: dialect attributes and types that we
// keep as text, f80 and f128, what f8E8M0FNU cannot hold, text that MLIR reads
// differently by its position in a line only.
func lenient(text, msg string) bool {
	for _, s := range []string{"f80", "f128", ": :", "f8E8M0FNU", "#llvm", "!llvm", "#gpu", "!gpu", "#amdgpu", "#arith", "stream"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	for _, s := range []string{"at most 128 bits", "i0", "complex numbers", "distinct", "does not fit into f64"} {
		if strings.Contains(msg, s) {
			return true
		}
	}
	return false
}

var unknownToLLVM = regexp.MustCompile("unknown attribute|no type parsing hook|no attribute parsing hook|expected valid keyword|unknown type|Stack dump")

// TestAttrsLLVM reads attributes and types, right and damaged: mlir-opt must
// accept the same ones, and mean the same.
func TestAttrsLLVM(t *testing.T) {
	g := newGenerator(*randomSeed)
	t.Logf("seed %d", *randomSeed)
	accepted, refused := 0, 0
	for range max(1, *verdicts/500) {
		var texts []string
		for len(texts) < 500 {
			text := g.randomAttr(2).String()
			if g.IntN(3) == 0 {
				text = g.randomType().String()
			}
			for range g.IntN(3) {
				text = g.mutateText(text, g.randomAttr(1).String()+" "+g.randomType().String())
			}
			texts = append(texts, text)
		}
		var modules []string
		for i, text := range texts {
			modules = append(modules, fmt.Sprintf("\"builtin.module\"() <{sym_name = \"chunk%d.\"}> ({\n  %%0 = \"builtin.unrealized_conversion_cast\"() {a = %s} : () -> i32\n}) : () -> ()\n", i, text))
		}
		verdict := judge(t, modules, 0)
		var both []string
		for i, text := range texts {
			_, err := Parse("attr", modules[i])
			switch {
			case err == nil && verdict[i]:
				accepted++
				both = append(both, modules[i])
			case err != nil && !verdict[i]:
				refused++
			case lenient(text, fmt.Sprint(err)):
			case err == nil:
				_, why := mlirOpt(t, modules[i:i+1])
				if unknownToLLVM.MatchString(why) {
					continue // we keep it as text
				}
				t.Errorf("we accept %s\nmlir-opt: %s", text, firstLine(why))
			default:
				t.Errorf("mlir-opt accepts %s\nwe: %v", text, err)
			}
		}
		outputs, _ := mlirOpt(t, both)
		for i, text := range both {
			ours, _ := Parse("ours", text)
			theirs, err := Parse("theirs", outputs[i])
			if err != nil {
				t.Errorf("%v\n%s", err, outputs[i])
			} else if d := Diff(ours, theirs); d != "" && !lenient(text, "") {
				t.Errorf("%s\nin %s", d, text)
			}
		}
	}
	t.Logf("both accept %d, both refuse %d", accepted, refused)
}
