//go:build llvm

package ir

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var mutants = flag.Int("ir.mutants", 20, "number of changed texts of each template that are compared with mlir-opt")

// TestMutantsLLVM changes the templates at random places: what mlir-opt refuses
// we refuse, what it accepts we accept.
func TestMutantsLLVM(t *testing.T) {
	t.Logf("seed %d", *randomSeed)
	g := newGenerator(*randomSeed)
	for _, list := range templates {
		for _, text := range list {
			if strings.Contains(text, "@") {
				continue // needs another operation
			}
			g.compareMutants(t, text, *mutants)
		}
	}
}

// compareMutants gives mlir-opt a template and mutants of it.
func (g *generator) compareMutants(t *testing.T, template string, n int) {
	t.Helper()
	var texts []string
	for i := range n + 1 {
		text := template
		if i > 0 {
			for range 1 + g.IntN(2) {
				text = mutate(g.Rand, text)
			}
		}
		text, ok := wrapTemplate(text)
		switch {
		case ok:
			texts = append(texts, text)
		case i == 0:
			return // TestTemplates says why
		}
	}
	for i, refused := range refusals(t, texts) {
		text := texts[i]
		if refused == crash {
			continue
		}
		m, err := Parse("mutant", text)
		if err == nil {
			err = Verify(m, Options{})
		}
		switch {
		case err == nil && refused != "":
			t.Errorf("mlir-opt says %s, we accept\n%s", refused, text)
		case err != nil && refused == "" && !stricter(err.Error()):
			t.Errorf("mlir-opt accepts\n%s\nwe say %v", text, err)
		}
	}
}

// refusals gives mlir-opt's first error for each of the texts, "" for none. It
// reads all at once; the line of a message tells which text it is about.
func refusals(t *testing.T, texts []string) []string {
	t.Helper()
	var all strings.Builder
	starts := make([]int, len(texts))
	line := 1
	for i, text := range texts {
		if i > 0 {
			all.WriteString(splitter + "\n")
			line++
		}
		starts[i] = line
		all.WriteString(text)
		line += strings.Count(text, "\n")
	}
	_, messages := mlirOpt(t, []string{all.String()})
	if crashed(messages) { // what follows was not read
		messages = ""
		for i, text := range texts {
			if _, one := mlirOpt(t, []string{strings.Repeat("\n", starts[i]-1) + text}); crashed(one) {
				messages += fmt.Sprintf("<stdin>:%d:1: error: %s\n", starts[i], crash)
			} else {
				messages += one
			}
		}
	}
	refused := make([]string, len(texts))
	for _, m := range errorLine.FindAllStringSubmatch(messages, -1) {
		at, _ := strconv.Atoi(m[1])
		k := 0
		for k+1 < len(starts) && starts[k+1] <= at {
			k++
		}
		if refused[k] == "" {
			refused[k] = m[2]
		}
	}
	return refused
}

// stricter are the errors that mlir-opt does not report: what it reads there
// has no meaning, or another spelling.
func stricter(msg string) bool {
	for _, s := range []string{
		"affine.linearize_index: attribute disjoint must be", // it takes numbers
		"affine.for: the lower bound has",                    // it does not count operands
		"affine.for: the upper bound has",
		"vector.insert: static_position has", // it ignores operands that no position needs
		".binding.subspan: ",                 // it does not know the operation
		"llvm.call_intrinsic: ",              // it looks at operands when it translates to LLVM IR
		"the dialect tensor is not read",     // a mutant of vector
		"llvm.extractvalue: takes a part of", // of other structs than those that operations here make
		"must be !llvm.struct<(i32, i32)>",   // it takes (i32), too
	} {
		if strings.Contains(msg, s) {
			return true
		}
	}
	return false
}

// crash is the message of a text that mlir-opt crashes on.
const crash = "crash"

func crashed(messages string) bool { return strings.Contains(messages, "PLEASE submit a bug report") }

var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`)

// mutable are the parts of a text that are exchanged.
var mutable = regexp.MustCompile(`-?\b\d+(?:x|\b)|\b(?:f32|f16|i32|i8|i1|index|vector|memref|true|false)\b|\?x?|\bd\d\b|, [^,()<>\[\]{}"]+|<[a-z_ ]+>|strided<\[[^>]*>|, #gpu.address_space<\w+>`)

func mutate(r *rand.Rand, text string) string {
	places := mutable.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	at := places[r.IntN(len(places))]
	old := text[at[0]:at[1]]
	choose := func(list ...string) string { return list[r.IntN(len(list))] }
	now := ""
	switch {
	case strings.HasPrefix(old, ", #gpu"):
		now = choose("", ", 3", ", #gpu.address_space<private>")
	case strings.HasPrefix(old, ", "):
		now = choose("", old+old, ", "+choose("1", "0", "true", "index", "f32", "i32", "memref<4xf32>", "d0", "s0"))
	case strings.HasPrefix(old, "strided"):
		now = choose("strided<[1]>", "strided<[?, 1]>", "strided<[?, ?], offset: ?>", "strided<[4, 1]>", "strided<[2]>", "strided<[8, 1], offset: 4>", "affine_map<(d0) -> (d0 * 2)>")
	case strings.HasSuffix(old, "x"):
		now = choose("1x", "2x", "3x", "4x", "8x", "16x", "?x", "", "1x1x", "4x2x", "2x4x", "0x")
	case old == "?":
		now = choose("1", "0", "8")
	case old[0] == 'd':
		now = choose("d0", "d1", "0", "1", "d0 + 1", "s0")
	case old[0] == '<':
		now = choose("<add>", "<and>", "<minnumf>", "<maxsi>", "<x>", "<dim x>", "<all_reduce_op add>", "<all_reduce_op and>", "<all_reduce_op maximumf>", "<shuffle_mode idx>", "<workgroup>", "<none>")
	case old == "true", old == "false":
		now = choose("true", "false", "1")
	case old[0] >= '0' && old[0] <= '9' || old[0] == '-':
		now = choose("0", "1", "2", "3", "4", "5", "8", "16", "-1", "-2", "-9223372036854775808", "64")
	case old == "vector", old == "memref":
		now = choose("vector", "memref", "tensor")
	default:
		now = choose("f32", "f16", "i32", "i8", "i1", "index", "i64", "si32", "f8E4M3FN", "vector<4xf32>", "memref<4xf32>")
	}
	return text[:at[0]] + now + text[at[1]:]
}
