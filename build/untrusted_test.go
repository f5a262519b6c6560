package build_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/long"
)

// tryCompile compiles any text for a chip, and reports what it must not do:
// panic, take longer than the limit, or fail without a reason. It returns the
// error of a module that is refused.
func tryCompile(text string, chip *arch.Chip, limit time.Duration) (fault string, refused error) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	start := time.Now()
	m, err := ir.Parse("fuzz.mlir", text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err == nil {
		_, err = build.MLIR(m, build.Options{Chip: chip, Debug: true})
	}
	if err != nil && err.Error() == "" {
		return "an error without a text", nil
	}
	if took := time.Since(start); took > limit {
		return fmt.Sprintf("takes %v", took), err
	}
	return "", err
}

// moduleTexts are modules to begin with: the corpus, and one for every operation
// of package ir.
func moduleTexts(tb testing.TB) []string {
	files := kernelFiles(tb)
	more, err := filepath.Glob("../ir/testdata/*.mlir")
	if err != nil || len(more) == 0 {
		tb.Fatalf("%d files, %v", len(more), err)
	}
	var texts []string
	for _, file := range append(files, more...) {
		b, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, strings.Split(string(b), "// -----\n")...)
	}
	return texts
}

// FuzzMLIR compiles anything: a module is compiled or refused with a reason.
func FuzzMLIR(f *testing.F) {
	fuzzing := flag.Lookup("test.fuzz").Value.String() != ""
	for i, text := range moduleTexts(f) {
		if fuzzing || long.Some(i, 8) { // TestEveryOperation compiles all of them
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, chip := range arch.Chips {
			if fault, _ := tryCompile(text, chip, 20*time.Second); fault != "" {
				t.Fatalf("%s: %s", chip.Name, fault)
			}
		}
	})
}

// TestEveryOperation compiles the modules that package ir has for its
// operations: each is compiled or refused with a place.
func TestEveryOperation(t *testing.T) {
	compiled, refused := 0, 0
	for _, text := range moduleTexts(t) {
		for _, chip := range arch.Chips {
			fault, err := tryCompile(text, chip, 20*time.Second)
			switch {
			case fault != "":
				t.Errorf("%s: %s\n%s", chip.Name, fault, text)
			case err == nil:
				compiled++
			case strings.HasPrefix(err.Error(), "fuzz.mlir:"), strings.Contains(err.Error(), "the module has no kernel"):
				refused++
			default:
				t.Errorf("no place: %v\n%s", err, text)
			}
		}
	}
	t.Logf("%d modules are compiled, %d refused", compiled, refused)
}

var (
	mutantTime = flag.Duration("mutants.time", 0, "how long TestMutatedModules tries; 0 takes 1 s, with -long 2 s")
	mutantSeed = flag.Uint64("mutants.seed", 1, "the first seed of TestMutatedModules")
)

// mutate changes a module's text in ways after which it may well verify.
func mutate(r *rand.Rand, text string) string {
	for range 1 + r.IntN(3) {
		where := mutable.FindAllStringIndex(text, -1)
		if len(where) == 0 {
			return text
		}
		at := where[r.IntN(len(where))]
		old, fresh := text[at[0]:at[1]], ""
		for _, group := range alternatives {
			if i := indexOf(group, old); i >= 0 {
				fresh = group[r.IntN(len(group))]
			}
		}
		switch {
		case fresh != "":
		case old[0] == '%': // another value
			other := where[r.IntN(len(where))]
			if fresh = text[other[0]:other[1]]; fresh[0] != '%' {
				continue
			}
		default: // a number
			fresh = [...]string{"0", "1", "-1", "2", "3", "7", "8", "16", "31", "32", "63", "64", "100", "255", "256", "1024", "4096", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807", "-9223372036854775808", "-2"}[r.IntN(24)]
		}
		if r.IntN(2) == 0 {
			text = text[:at[0]] + fresh + text[at[1]:]
		} else if old[0] != '%' { // everywhere, so that types agree
			text = regexp.MustCompile(`\b`+regexp.QuoteMeta(old)+`\b`).ReplaceAllLiteralString(text, fresh)
		}
	}
	return text
}

// mutable matches what mutate changes: values, numbers, types, names of
// operations and attributes that have relatives.
var mutable = regexp.MustCompile(`%[\w]+\b|\b(` + strings.Join(allAlternatives(), "|") + `)\b|-?\b\d+\b`)

var alternatives = [][]string{
	{"i1", "i4", "i8", "i16", "i32", "i64", "index", "i24", "i128"},
	{"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f4E2M1FN", "f8E8M0FNU", "f6E2M3FN"},
	{"addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui", "andi", "ori", "xori", "shli", "shrsi", "shrui", "maxsi", "minui"},
	{"addf", "subf", "mulf", "divf", "remf", "maximumf", "minnumf"},
	{"exp", "exp2", "log", "log2", "sqrt", "rsqrt", "tanh", "sin", "cos", "erf", "absf", "floor", "ceil", "round", "roundeven", "trunc", "cbrt", "log1p", "expm1", "atan", "tan"},
	{"extsi", "extui", "trunci", "sitofp", "uitofp", "fptosi", "fptoui", "extf", "truncf", "bitcast", "index_cast", "index_castui"},
	{"thread_id", "block_id", "block_dim", "grid_dim", "global_id", "lane_id", "subgroup_id"},
	{"workgroup", "global", "private", "fat_raw_buffer"},
	{"xor", "up", "down", "idx"},
	{"true", "false"},
	{"dim x", "dim y", "dim z"},
}

func allAlternatives() []string {
	var all []string
	for _, group := range alternatives {
		all = append(all, group...)
	}
	return all
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// TestMutatedModules compiles modules with small changes, many of which verify.
func TestMutatedModules(t *testing.T) {
	texts := moduleTexts(t)
	limit := *mutantTime
	if limit == 0 {
		limit = time.Duration(long.Count(1, 2)) * time.Second
	}
	deadline := time.Now().Add(limit)
	tried, verified, compiled := 0, 0, 0
	seen := map[string]bool{}
	for seed := *mutantSeed; time.Now().Before(deadline); seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		text := mutate(r, texts[r.IntN(len(texts))])
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		tried++
		if m, err := ir.Parse("fuzz.mlir", text); err != nil || ir.Verify(m, ir.Options{Chip: chip}) != nil {
			continue
		}
		verified++
		fault, err := tryCompile(text, chip, 20*time.Second)
		if err == nil && fault == "" {
			compiled++
		}
		if first := place(fault); fault != "" && !seen[first] {
			seen[first] = true
			t.Errorf("seed %d, %s: %s\n%s", seed, chip.Name, fault, text)
		}
	}
	t.Logf("%d mutants, %d of them verified, %d compiled", tried, verified, compiled)
}

// place tells faults apart: the message and the innermost function of ours.
func place(fault string) string {
	lines := strings.Split(fault, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			for _, inner := range lines[i+1:] {
				if strings.HasPrefix(inner, "heddle/") {
					return strings.SplitN(inner, "(0x", 2)[0]
				}
			}
		}
	}
	return lines[0]
}
