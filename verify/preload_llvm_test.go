//go:build llvm

package verify_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify/corpus"
)

// TestPreloadLLVM: llc, asked to preload the same arguments, writes the same prologue, and llvm-objdump
// shows the same preload in both descriptors.
func TestPreloadLLVM(t *testing.T) {
	for i, c := range preloadCases {
		if c.name == "hidden" {
			continue // llc preloads hidden arguments only if opt makes them parameters
		}
		chip := arch.Chips[(i+1)%len(arch.Chips)]
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Parse("preload.mlir", preloadCase(chip, c.types, c.reads).Text)
			if err != nil {
				t.Fatal(err)
			}
			built, err := build.MLIR(m, build.Options{Chip: chip})
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			ours, theirs := filepath.Join(dir, "ours.o"), filepath.Join(dir, "theirs.o")
			if err := os.WriteFile(ours, built.Object, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := tool([]byte(preloadIR(c.types, c.dwords)), "llc-22", "-mtriple=amdgcn-amd-amdhsa", "-mcpu="+chip.Name, "-filetype=obj", "-o", theirs, "-"); err != nil {
				t.Fatal(err)
			}
			got, want := preloadSeen(t, ours), preloadSeen(t, theirs)
			if got != want || !strings.Contains(got, fmt.Sprintf("preload_length %d\n", c.dwords)) || !strings.Contains(got, "<k+0x100>") {
				t.Errorf("ours:\n%s\nLLVM's:\n%s", got, want)
			}
		})
	}
}

// TestPreloadCounts: no kernel of the corpus executes more instructions, takes more VGPRs or spills more
// because its arguments are preloaded.
func TestPreloadCounts(t *testing.T) {
	sum, n := 0.0, 0
	eachCase(t, func(t *testing.T, c *corpus.Case, chip *arch.Chip) {
		run := func(disable ...string) *corpus.Result {
			r, err := build.MLIR(readModule(t, c, chip), build.Options{Chip: chip, Passes: pass.Options{Disable: disable}})
			if err != nil {
				t.Fatal(err)
			}
			x, err := c.Simulate(r.Object, chip, sim.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		with, without := run(), run("preload")
		if with.Total() > without.Total() || with.VGPRs > without.VGPRs || with.VGPRSpills > without.VGPRSpills || with.SGPRSpills > without.SGPRSpills {
			t.Errorf("%d instructions, %d VGPRs, spills %d, %d; without preload %d, %d, %d, %d", with.Total(), with.VGPRs, with.VGPRSpills, with.SGPRSpills,
				without.Total(), without.VGPRs, without.VGPRSpills, without.SGPRSpills)
		}
		sum, n = sum+math.Log(float64(with.Total())/float64(without.Total())), n+1
	})
	t.Logf("%d kernels execute %.3f of the instructions, in the geometric mean", n, math.Exp(sum/float64(n)))
}

// preloadIR is a kernel whose first arguments, so many dwords, are to be preloaded.
func preloadIR(types string, dwords int) string {
	params, at := "ptr addrspace(1) inreg %out", 8
	for i, typ := range strings.Split(types, ", ") {
		var bits int
		if n, _ := fmt.Sscanf(typ, "i%d", &bits); n == 0 {
			continue
		}
		at = (at+bits/8-1)/(bits/8)*(bits/8) + bits/8
		if at <= 4*dwords {
			typ += " inreg"
		}
		params += fmt.Sprintf(", %s %%a%d", typ, i+1)
	}
	return fmt.Sprintf(`define amdgpu_kernel void @k(%s) "amdgpu-no-dispatch-ptr" "amdgpu-no-queue-ptr" "amdgpu-no-dispatch-id" "amdgpu-no-implicitarg-ptr" {
  store i32 1, ptr addrspace(1) %%out
  ret void
}
`, params)
}

var disassembled = regexp.MustCompile(`(?m)^\t(.*?) *// 0*([0-9A-F]+): ([0-9A-F ]+)(<.*>)?$`)

// preloadSeen is the prologue, and what the descriptor says of a preload, as llvm-objdump prints them.
func preloadSeen(t *testing.T, object string) string {
	t.Helper()
	text, err := tool(nil, "llvm-objdump-22", "-d", object)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	size := 0
	for _, line := range disassembled.FindAllSubmatch(text, -1) {
		if size == arch.PreloadPrologue {
			break
		}
		size += 4 * len(strings.Fields(string(line[3])))
		fmt.Fprintf(&b, "%s %s\n", line[1], line[4])
	}
	if text, err = tool(nil, "llvm-objdump-22", "-D", "-j", ".rodata", object); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, "preload") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
