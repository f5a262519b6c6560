//go:build llvm

package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
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
