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
	"heddle/hsaco"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/verify"
	"heddle/verify/corpus"
)

// reducedCommand makes the counts.
const reducedCommand = "go test -tags llvm ./verify -run TestReducedLLVM -update"

// TestReducedLLVM executes what LLVM makes of the reduced kernels: the counts that TestReduced
// compares with are those.
func TestReducedLLVM(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Instructions that a wave executes of LLVM 22's code: in a turn of the loop, or without one in all;\n"+
		"# by llc -O3, and by opt -O3 and llc -O3. Written by\n# %s\n", reducedCommand)
	for _, r := range reducedKernels {
		for _, chip := range arch.Chips {
			t.Run(r.file+" "+chip.Name, func(t *testing.T) {
				fmt.Fprintln(&b, r.file, chip.Name, r.countLLVM(t, chip, nil), r.countLLVM(t, chip, middle{"opt-22", "-O3"}))
			})
		}
	}
	if t.Failed() {
		return
	}
	if *update {
		if err := os.WriteFile(reducedCounts, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(reducedCounts)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != b.String() {
		t.Errorf("%s is not what %s makes:\n%s", reducedCounts, reducedCommand, &b)
	}
}

// pairReduction is a reduction over the lanes n and n+32. Upstream's own lowering of it is for waves
// of 32 lanes only.
var pairReduction = regexp.MustCompile(`(%\w+) = "gpu\.subgroup_reduce"\((%\w+)\) <\{cluster_size = 2 : i32, cluster_stride = 32 : i32, op = #gpu<all_reduce_op (\w+)>\}> : \(vector<1xf32>\) -> vector<1xf32>`)

// reductions are the operations of arith by their names in gpu.subgroup_reduce.
var reductions = map[string]string{"add": "arith.addf", "maxnumf": "arith.maxnumf", "maximumf": "arith.maximumf"}

// forUpstream is a module without what upstream does not lower: reductions of pairs are the shuffle
// that upstream makes of others.
func forUpstream(text string) string {
	n := 0
	return pairReduction.ReplaceAllStringFunc(text, func(s string) string {
		m := pairReduction.FindStringSubmatch(s)
		n++
		return strings.NewReplacer("@", fmt.Sprintf("%%pair%d", n), "RESULT", m[1], "FROM", m[2], "OP", reductions[m[3]]).Replace(`@c = "arith.constant"() <{value = 32 : i32}> : () -> i32
      @w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      @a = "vector.extract"(FROM) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
      @b, @v = "gpu.shuffle"(@a, @c, @w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      @r = "OP"(@a, @b) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      RESULT = "vector.broadcast"(@r) : (f32) -> vector<1xf32>`)
	})
}

// countLLVM compiles by LLVM's tools, and executes.
func (r *reduced) countLLVM(t *testing.T, chip *arch.Chip, m middle) int {
	t.Helper()
	text := forUpstream(r.text(t, chip))
	dir := t.TempDir()
	c := &corpus.Case{Name: r.file, File: filepath.Join(dir, r.file+".mlir")}
	if err := os.WriteFile(c.File, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	// Open shapes are arguments of their own, which bare pointers have not.
	open, passes := strings.Contains(text, "?x"), lowering(chip)
	if open {
		passes = strings.Replace(passes, " use-bare-ptr-memref-call-conv=true", "", 1)
	}
	reduce := fmt.Sprintf("builtin.module(test-gpu-subgroup-reduce-lowering{expand-to-shuffles target=%s},", chip.Name)
	passes = strings.Replace(passes, "builtin.module(", reduce, 1)
	code, err := compileLowered(passes, c, chip, dir, m, func() {})
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(code, chip.Name)
	if err != nil {
		t.Fatal(err)
	}
	args := r.arguments()
	if open { // the last memref, whose shape is known, is a descriptor, too
		args = append(args, args[len(args)-1])
		for range 5 {
			args = append(args, interp.Bytes(make([]byte, 8)))
		}
	}
	return r.executed(t, text, object, args)
}

// blockSize is the number of work-items of a workgroup.
var blockSize = regexp.MustCompile(`known_block_size = array<i32: (\d+), 1, 1>`)

// executed runs the last workgroup.
func (r *reduced) executed(t *testing.T, text string, object *hsaco.Object, args []interp.Arg) int {
	t.Helper()
	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel(object.Kernels[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	count, block := newProfile(), uint32(0)
	if _, err := fmt.Sscan(blockSize.FindStringSubmatch(text)[1], &block); err != nil {
		t.Fatal(err)
	}
	l := sim.Launch{Kernel: kernel, Grid: [3]uint32{r.grid, 1, 1}, Block: [3]uint32{block, 1, 1}, Workgroups: []int{int(r.grid) - 1}, Options: sim.Options{Observers: []sim.Observer{count}}}
	memory := map[*interp.Buffer]sim.Buffer{}
	for _, a := range args {
		if a.Buffer == nil {
			l.Args = append(l.Args, sim.Bytes(a.Bytes))
			continue
		}
		m, ok := memory[a.Buffer]
		if !ok {
			if m, err = sim.Put(device, a.Buffer.Data); err != nil {
				t.Fatal(err)
			}
			memory[a.Buffer] = m
		}
		l.Args = append(l.Args, sim.Pointer(m))
	}
	if _, err := device.Run(l); err != nil {
		t.Fatal(err)
	}
	ours, err := verify.Run(r.launch(t, object.Chip), verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The arguments are those of ours, made again.
	i := 0
	for _, a := range args {
		m, first := memory[a.Buffer]
		if !first {
			continue
		}
		delete(memory, a.Buffer)
		theirs := make([]byte, len(a.Buffer.Data))
		if err := m.Read(theirs, 0); err != nil {
			t.Fatal(err)
		}
		if err := r.same(a.Buffer, ours.Want[i], theirs); err != nil {
			t.Errorf("LLVM's: %v", err)
		}
		i++
	}
	return count.executed()
}
