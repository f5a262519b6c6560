//go:build llvm

package ir

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
)

// mlirErrors gives for each function the first error that mlir-opt-22 reports,
// "" for none. All functions are one run, each a module of its own; what
// crashes it is found by halving.
func mlirErrors(t *testing.T, functions []string, args ...string) []string {
	t.Helper()
	if n := 100; len(functions) > n { // a crash costs few runs then
		return append(mlirErrors(t, functions[:n], args...), mlirErrors(t, functions[n:], args...)...)
	}
	const separator = "// -----\n"
	cmd := exec.Command("mlir-opt-22", append([]string{"--allow-unregistered-dialect", "-split-input-file", "-o", "/dev/null"}, args...)...)
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1") // of crashes: it takes seconds
	cmd.Stdin = strings.NewReader(strings.Join(functions, separator))
	var errors bytes.Buffer
	cmd.Stderr = &errors
	err := cmd.Run()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) {
		if !ok {
			t.Fatal(err)
		}
		if len(functions) == 1 {
			return []string{"crash"}
		}
		half := (len(functions) + 1) / 2
		return append(mlirErrors(t, functions[:half], args...), mlirErrors(t, functions[half:], args...)...)
	}
	starts, line := make([]int, len(functions)), 1
	for i, f := range functions {
		starts[i] = line
		line += strings.Count(f, "\n") + 1
	}
	result := make([]string, len(functions))
	for _, m := range diagnosticRE.FindAllStringSubmatch(errors.String(), -1) {
		at, _ := strconv.Atoi(m[1])
		i := sort.Search(len(starts), func(i int) bool { return starts[i] > at }) - 1
		if result[i] == "" {
			result[i] = m[2]
		}
	}
	return result
}

var diagnosticRE = regexp.MustCompile(`<stdin>:(\d+)(?: offset :\d+)?:\d+: error: (.*)`)

// chipStricter are what we refuse for a chip although LLVM's pass lets it through.
var chipStricter = []struct {
	why   string
	match func(o opText, chip *arch.Chip) bool
}{
	{"the pass leaves 8-bit floats of another chip alone, and says nothing", func(o opText, _ *arch.Chip) bool {
		return strings.HasSuffix(o.name, "_packed_fp8") || strings.HasSuffix(o.name, "_2xfp8") || strings.HasSuffix(o.name, "_round_fp8")
	}},
	{"the pass makes a reduced-precision instruction for gfx950, which has none", func(o opText, chip *arch.Chip) bool {
		return chip == &arch.GFX950 && strings.Contains(o.attrs, "reducePrecision")
	}},
	{"the pass makes instructions of gfx90a that gfx942 and gfx950 lack", func(o opText, _ *arch.Chip) bool {
		return o.name == "amdgpu.mfma" && (strings.HasPrefix(o.operands[0], "vector<4xi8") || strings.HasPrefix(o.operands[0], "vector<2xbf16"))
	}},
	{"vectors of more than one dimension become LLVM arrays, which no intrinsic takes", func(o opText, _ *arch.Chip) bool {
		return strings.Contains(strings.Join(o.operands, " "), "vector<2x2x")
	}},
	{"the pass counts elements that are smaller than a byte as 0 bytes", func(o opText, _ *arch.Chip) bool {
		text := o.operation()
		return strings.Contains(text, "memref<") && (strings.Contains(text, "xf4E2M1FN") || strings.Contains(text, "xi1"))
	}},
	{"atomic maxima of f32 are not CDNA's", func(o opText, _ *arch.Chip) bool {
		return o.name == "amdgpu.raw_buffer_atomic_fmax" && o.operands[0] == "f32"
	}},
	{"atomic additions of bf16 through buffers are gfx950's", func(o opText, chip *arch.Chip) bool {
		return o.name == "amdgpu.raw_buffer_atomic_fadd" && chip == &arch.GFX942 && strings.Contains(o.operands[0], "bf16")
	}},
	{"compare and swap has 4 and 8 bytes", func(o opText, _ *arch.Chip) bool {
		return o.name == "amdgpu.raw_buffer_atomic_cmpswap" && !strings.HasSuffix(o.operands[0], "32") && !strings.HasSuffix(o.operands[0], "64")
	}},
	{"no buffer access has 3 bytes", func(o opText, _ *arch.Chip) bool {
		return strings.HasPrefix(o.name, "amdgpu.raw_buffer_") && strings.Contains(o.operation(), "vector<3x")
	}},
	{"the pass makes bit casts of 30 bits to 32", func(o opText, _ *arch.Chip) bool {
		return o.name == "amdgpu.dpp" && o.operands[0] == "f6E2M3FN"
	}},
	{"the pass does not look at the length of a scaled accumulator", func(o opText, _ *arch.Chip) bool {
		return o.name == "amdgpu.scaled_mfma" && strings.Contains(o.attrs, "m = 16") == (o.results[0] == "vector<16xf32>")
	}},
	{"a dword has four pairs of 4-bit floats", func(o opText, _ *arch.Chip) bool {
		return strings.Contains(o.operation(), "f4E2M1FN") && regexp.MustCompile(`index = [4-7]`).MatchString(o.attrs)
	}},
}

// TestChipAgainstLLVM compares what we refuse, without a chip and with each of
// them, with mlir-opt-22's verifier and its convert-amdgpu-to-rocdl.
func TestChipAgainstLLVM(t *testing.T) {
	texts := chipTexts()
	functions := make([]string, len(texts))
	for i, o := range texts {
		functions[i] = o.function()
	}
	counts := map[string]int{}
	var good []opText
	var modules []*Module
	all := functions
	functions = nil
	for i, refused := range mlirErrors(t, all) {
		m, err := Parse("f", all[i])
		if err == nil {
			err = Verify(m, Options{})
		}
		if (err == nil) != (refused == "") {
			t.Errorf("%s\nwithout a chip: mlir-opt: %q\nwe: %v", texts[i].operation(), refused, err)
		} else if err == nil {
			good, modules, functions = append(good, texts[i]), append(modules, m), append(functions, all[i])
		}
	}
	counts["accepted without a chip"] = len(good)
	for _, chip := range arch.Chips {
		for i, refused := range mlirErrors(t, functions, "--convert-amdgpu-to-rocdl=chipset="+chip.Name) {
			err := Verify(modules[i], Options{Chip: chip})
			if err == nil {
				counts["accepted for "+chip.Name]++
			}
			switch {
			case err == nil && refused != "":
				t.Errorf("%s\naccepted for %s, the pass says %q", good[i].operation(), chip.Name, refused)
			case err != nil && refused == "":
				why := ""
				for _, s := range chipStricter {
					if s.match(good[i], chip) {
						why = s.why
					}
				}
				counts["refused for "+chip.Name+": "+why]++
				if why == "" {
					t.Errorf("%s\naccepted by the pass for %s, we say: %v", good[i].operation(), chip.Name, err)
				}
			}
		}
	}
	for k, n := range counts {
		t.Log(n, k)
	}
}
