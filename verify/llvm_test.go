//go:build llvm

// The corpus of testdata/kernels, by LLVM 22: what its code objects leave in
// memory is what the interpreter leaves there, and what they execute is what
// ours are compared with.
package verify_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/sim"
	"heddle/verify/corpus"
)

const kernels = "testdata/kernels"

// lowering is upstream's way from a module to LLVM's dialect. Arguments become
// bare pointers. Nothing of it turns on contraction or other liberties with
// floats, and llc has none by itself: products and sums are rounded apart, and
// subnormals kept, unless the module says otherwise.
func lowering(chip *arch.Chip) string {
	return fmt.Sprintf("builtin.module(gpu.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,canonicalize,convert-amdgpu-to-rocdl{chipset=%[1]s},"+
		"convert-vector-to-llvm{reassociate-fp-reductions=false},convert-gpu-to-rocdl{chipset=%[1]s use-bare-ptr-memref-call-conv=true},"+
		"reconcile-unrealized-casts,canonicalize,cse))", chip.Name)
}

// tool runs a program and gives its output.
func tool(input []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(input)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%.4000s", name, err, &msg)
	}
	return out.Bytes(), nil
}

// middle is what goes between mlir-translate and llc: nothing, or opt.
type middle []string

// compileLLVM makes a code object by LLVM's tools, in a directory of its own.
func compileLLVM(c *corpus.Case, chip *arch.Chip, dir string, m middle) ([]byte, error) {
	return compileStages(c, chip, dir, m, func() {})
}

// compileStages calls done behind each of LLVM's tools.
func compileStages(c *corpus.Case, chip *arch.Chip, dir string, m middle, done func()) ([]byte, error) {
	return compileLowered(lowering(chip), c, chip, dir, m, done)
}

// compileLowered is compileStages with other passes of mlir-opt.
func compileLowered(passes string, c *corpus.Case, chip *arch.Chip, dir string, m middle, done func()) ([]byte, error) {
	target := []string{"-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + chip.Name}
	text, err := tool(nil, "mlir-opt-22", "--pass-pipeline="+passes, c.File)
	if err != nil {
		return nil, err
	}
	module, err := takeOut(string(text))
	if err != nil {
		return nil, err
	}
	done()
	code, err := tool([]byte(module), "mlir-translate-22", "--mlir-to-llvmir")
	if err != nil {
		return nil, err
	}
	if m != nil {
		if code, err = tool(code, m[0], slices.Concat(m[1:], target)...); err != nil {
			return nil, err
		}
	}
	done()
	object := filepath.Join(dir, c.Name+"-"+chip.Name)
	if _, err := tool(code, "llc-22", slices.Concat(target, []string{"-O3", "-filetype=obj", "-o", object + ".o"})...); err != nil {
		return nil, err
	}
	done()
	if _, err := tool(nil, "ld.lld-22", "-shared", object+".o", "-o", object); err != nil {
		return nil, err
	}
	done()
	return os.ReadFile(object)
}

// inner finds what a gpu.module holds, and its data layout.
var inner = regexp.MustCompile(`(?s)^((?:#[^\n]*\n)*)module(?: attributes \{[^\n]*\})? \{\n  gpu\.module @\w+ attributes \{[^\n]*llvm\.data_layout = ("[^"]*")[^\n]*\} \{\n(.*)\n  \}\n\}\s*$`)

// The library's exp2 of f32 is the intrinsic.
var (
	exp2Declared = regexp.MustCompile(`(?m)^ *llvm\.func @__ocml_exp2_f32.*\n`)
	exp2Called   = regexp.MustCompile(`llvm\.call @__ocml_exp2_f32\((%\w+)\)(?: \{[^}]*\})? : \(f32\) -> f32`)
)

// takeOut puts the kernel, and the globals and declarations beside it, from
// their gpu.module into a plain module, behind the aliases of attributes.
// Functions of a library are refused: there is none to link.
func takeOut(text string) (string, error) {
	m := inner.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("no gpu.module in\n%.2000s", text)
	}
	m[3] = exp2Declared.ReplaceAllString(m[3], "")
	m[3] = exp2Called.ReplaceAllString(m[3], "llvm.intr.exp2($1) : (f32) -> f32")
	if i := strings.Index(m[3], "@__ocml_"); i >= 0 {
		return "", fmt.Errorf("upstream calls a library: %.40s", m[3][i:])
	}
	return fmt.Sprintf("%smodule attributes {llvm.data_layout = %s, llvm.target_triple = \"amdgcn-amd-amdhsa\"} {\n%s\n}\n", m[1], m[2], m[3]), nil
}

// built is a code object of a case, made once in a test run.
type built struct {
	once   sync.Once
	object []byte
	err    error
}

var (
	llvmObjects = map[string]*built{}
	llvmLock    sync.Mutex
)

// llvmObject is the code object that LLVM makes.
func llvmObject(t *testing.T, c *corpus.Case, chip *arch.Chip) []byte {
	t.Helper()
	key := c.Name + " " + chip.Name
	llvmLock.Lock()
	b := llvmObjects[key]
	if b == nil {
		b = &built{}
		llvmObjects[key] = b
	}
	llvmLock.Unlock()
	b.once.Do(func() { b.object, b.err = compileLLVM(c, chip, t.TempDir(), nil) })
	if b.err != nil {
		t.Fatalf("%s, %s: %v", c.File, chip.Name, b.err)
	}
	return b.object
}

// readCases reads the corpus.
func readCases(t *testing.T) []*corpus.Case {
	t.Helper()
	cases, err := corpus.Read(kernels)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// readModule parses and verifies the module of a case.
func readModule(t *testing.T, c *corpus.Case, chip *arch.Chip) *ir.Module {
	t.Helper()
	m, err := c.Module(chip)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// eachCase runs f for every kernel and chip of the corpus.
func eachCase(t *testing.T, f func(t *testing.T, c *corpus.Case, chip *arch.Chip)) {
	for _, c := range readCases(t) {
		for _, chip := range c.Chips {
			t.Run(c.Name+"/"+chip.Name, func(t *testing.T) { f(t, c, chip) })
		}
	}
}

// TestCorpusLLVM holds the corpus to its oracle: LLVM's code and the interpreter
// do the same, and the sanitizers find nothing in it (a race between lanes would
// be the kernel's).
func TestCorpusLLVM(t *testing.T) {
	eachCase(t, func(t *testing.T, c *corpus.Case, chip *arch.Chip) {
		t.Parallel()
		want, err := c.Want(chip)
		if err != nil {
			t.Fatal(err)
		}
		sayMore(t, c, want)
		if err := c.Judge(llvmObject(t, c, chip), chip, sim.Options{}); err != nil {
			t.Error(err)
		}
	})
}

// TestCorpusOurs judges the code of our compiler.
func TestCorpusOurs(t *testing.T) {
	eachCase(t, func(t *testing.T, c *corpus.Case, chip *arch.Chip) {
		t.Parallel()
		object, err := ours(readModule(t, c, chip), chip)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Judge(object, chip, sim.Options{}); err != nil {
			t.Error(err)
		}
	})
}

// sayMore wants results that could tell a wrong kernel from a right one: what is
// written is not one number everywhere, and not what was there before.
func sayMore(t *testing.T, c *corpus.Case, results [][]byte) {
	t.Helper()
	for i := range c.Args {
		a := &c.Args[i]
		if same := bytes.Equal(results[i], a.Contents()); same == a.Out {
			t.Errorf("argument %d: changed is %t", i, !same)
		}
		if a.Out && a.Count > 1 && bytes.Equal(results[i][a.Bytes:], results[i][:len(results[i])-a.Bytes]) {
			t.Errorf("argument %d: all elements are the same", i)
		}
	}
}
