//go:build llvm

package interp_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
)

// compileLLVM makes a code object of a module with upstream's lowerings and
// llc-22. Static memrefs are one pointer each.
func compileLLVM(t *testing.T, chip *arch.Chip, text string) ([]byte, error) {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	run := func(in, name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%s: %v\n%s", name, err, errs.String())
		}
		return out.String(), nil
	}
	pipeline := fmt.Sprintf("builtin.module(gpu.module(convert-scf-to-cf,convert-amdgpu-to-rocdl{chipset=%s},expand-strided-metadata,lower-affine,convert-vector-to-llvm,"+
		"convert-gpu-to-rocdl{chipset=%s use-bare-ptr-memref-call-conv=true},convert-arith-to-llvm,reconcile-unrealized-casts))", chip.Name, chip.Name)
	text, err := run(text, "mlir-opt-22", "-pass-pipeline="+pipeline)
	if err != nil {
		return nil, err
	}
	// What is in the gpu.module becomes a module.
	_, inner, ok := strings.Cut(text, "gpu.module @m")
	if !ok {
		t.Fatalf("no gpu.module in\n%s", text)
	}
	_, inner, _ = strings.Cut(inner, "{\n")
	inner = strings.TrimRight(inner, "\n }") + "\n"
	head, _, _ := strings.Cut(text, "module ")
	inner = head + "module attributes {llvm.target_triple = \"amdgcn-amd-amdhsa\"} {\n" + inner + "  }\n}\n"
	ll, err := run(inner, "mlir-translate-22", "--mlir-to-llvmir")
	if err != nil {
		return nil, fmt.Errorf("%v\n%s", err, inner)
	}
	if _, err := run(ll, "llc-22", "-mtriple=amdgcn-amd-amdhsa", "-mcpu="+chip.Name, "-filetype=obj", "-o", file("k.o"), "-"); err != nil {
		return nil, err
	}
	if _, err := run("", "ld.lld-22", "-shared", file("k.o"), "-o", file("k.hsaco")); err != nil {
		return nil, err
	}
	return os.ReadFile(file("k.hsaco"))
}

// notLLVM are kernels that LLVM 22 does not compile as they are documented.
var notLLVM = []struct {
	why  string
	is   *regexp.Regexp
	chip *arch.Chip // nil for both
}{
	{"llc drops the register of which one byte is set", regexp.MustCompile(`cvt\.scalef32\.sr\.pk\.fp4`), nil},
	{"elements of a memref that are smaller than a byte have a byte each", regexp.MustCompile(`memref<[0-9x]*xf[46]`), nil},
	{"the pass gives bf16 to an intrinsic that takes i16", regexp.MustCompile(`sparse_mfma.*k = (16|32) .*vector<4xbf16>`), &arch.GFX950},
	{"sizes of fat buffers, and indices into them, lose what is above 32 bits", regexp.MustCompile(`value = 42949673\d\d : (i64|index)`), nil},
}

// compareLLVM runs the kernel as LLVM compiles it in the simulator, and compares
// what it leaves in the buffers.
func compareLLVM(t *testing.T, chip *arch.Chip, lanes int, text string, before [][]byte, after []buffer) {
	t.Helper()
	for _, n := range notLLVM {
		if n.is.MatchString(text) && (n.chip == nil || n.chip == chip) {
			return
		}
	}
	raw, err := compileLLVM(t, chip, text)
	if err != nil {
		t.Errorf("LLVM: %v\n%s", err, text)
		return
	}
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	d := sim.NewDevice(o.Chip)
	m, err := d.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Arg
	var buffers []sim.Buffer
	for _, b := range before {
		buf, err := sim.Put(d, b)
		if err != nil {
			t.Fatal(err)
		}
		buffers = append(buffers, buf)
		args = append(args, sim.Pointer(buf))
	}
	if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(lanes), 1, 1}, Args: args}); err != nil {
		t.Errorf("LLVM's code: %v\n%s", err, text)
		return
	}
	for i, b := range buffers {
		got, err := sim.Get[byte](b)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got[:len(after[i].data)], after[i].data) {
			t.Errorf("LLVM's code leaves in buffer %d\n%x\nand the interpreter\n%x\n%s", i, got[:len(after[i].data)], after[i].data, text)
		}
	}
}
