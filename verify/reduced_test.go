package verify_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// reduced is a kernel of testdata/reduced: a few operations out of a larger one, for which the
// number of instructions was found to be too large once.
type reduced struct {
	file string
	// grid is the number of workgroups, of which the last is run: all write the same place.
	grid uint32
	// most is the most instructions that a wave may execute: in a turn of the loop, or without one
	// in all.
	most int
	// ops are the most instructions whose names begin so; those with 0 must not occur.
	ops map[string]int
	// args are the arguments: "f32 64" and "bf16 64" are memory, "index 7" is a number.
	args []string
	// near is how far an f32 may be from the interpreter's, relatively; 0 compares bytes.
	near float64
}

var reducedKernels = []reduced{
	// Sizes that are known at launch: base and records are computed once, and rows are masked by
	// the range check.
	{file: "sum_dyn", grid: 8, most: 42, ops: map[string]int{"v_cmp": 0, "v_cndmask": 0},
		args: []string{"f32 104000", "same", "index 0", "index 8", "index 100", "index 128", "index 13000", "index 128", "index 1", "f32 8192"}},
	{file: "sum2d", grid: 1, most: 42, ops: map[string]int{"v_cmp": 0, "v_cndmask": 0},
		args: []string{"f32 12800", "same", "index 0", "index 100", "index 128", "index 128", "index 1", "f32 8192"}},
	{file: "sum_const", grid: 9, most: 34, args: []string{"f32 4194304", "f32 8192"}},
	// Maxima of results of matrix instructions.
	{file: "mx16", grid: 1, most: 38, ops: map[string]int{"v_max": 11}, args: []string{"bf16 512", "bf16 512", "f32 32"}},
	{file: "redmaxmfma", grid: 1, most: 57, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	{file: "redmaxmfma_nnan", grid: 1, most: 57, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	{file: "redmaximum", grid: 1, most: 57, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	// Packed f32: beside a number that is for all elements, and behind functions.
	{file: "rescale", grid: 1, most: 85, ops: map[string]int{"v_pk_mul_f32": 32, "v_mul_f32": 0}, args: []string{"f32 16384", "f32 128", "f32 16384"}},
	{file: "redsum", grid: 1, most: 51, ops: map[string]int{"v_pk_add_f32": 15, "v_add_f32": 2}, args: []string{"f32 8192", "f32 128"}},
	{file: "redsumexp", grid: 1, most: 247, ops: map[string]int{"v_pk_add_f32": 15, "v_add_f32": 34}, near: 1e-5, args: []string{"f32 8192", "f32 128"}},
	// A sum over lanes, stored by one of them.
	{file: "redw", grid: 1, most: 29, ops: map[string]int{"v_mov_b32_dpp": 0, "v_cmp": 1}, args: []string{"f32 64", "f32 1"}, near: 1e-4},
	// Comparisons of splats, and of columns with rows.
	{file: "unisel", grid: 1, most: 14, ops: map[string]int{"s_cmp_lt": 1, "s_cselect": 1}, args: []string{"f32 16384", "index 9"}},
	{file: "mask", grid: 1, most: 90, ops: map[string]int{"v_add_u32": 0, "v_cmp": 32}, args: []string{"f32 524288"}},
}

// TestReduced compares with the interpreter, and counts: never more than LLVM 22 executes for the
// same file, with or without opt before llc (testdata/reduced/llvm.txt).
func TestReduced(t *testing.T) {
	llvm := reducedLLVM(t)
	for _, r := range reducedKernels {
		for _, chip := range arch.Chips {
			t.Run(r.file+" "+chip.Name, func(t *testing.T) { r.check(t, chip, llvm) })
		}
	}
}

// reducedCounts are the instructions of LLVM's code, by the names of a file and a chip.
const reducedCounts = "testdata/reduced/llvm.txt"

func reducedLLVM(t *testing.T) map[[2]string]int {
	t.Helper()
	text, err := os.ReadFile(reducedCounts)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[[2]string]int{}
	for line := range strings.Lines(string(text)) {
		var file, chip string
		var llc, opt int
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &file, &chip, &llc, &opt); err != nil {
			t.Fatalf("%s: %q: %v", reducedCounts, line, err)
		}
		counts[[2]string{file, chip}] = min(llc, opt)
	}
	return counts
}

// text is the module.
func (r *reduced) text(t *testing.T, chip *arch.Chip) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/reduced", r.file+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	if chip == &arch.GFX942 { // half the depth, twice
		if strings.Contains(string(text), "k = 16 : i32, m = 32") {
			t.Skip("a matrix instruction of another chip")
		}
	}
	return string(text)
}

// launch is a run of the last workgroup.
func (r *reduced) launch(t *testing.T, chip *arch.Chip) verify.Case {
	return verify.Case{Name: r.file + ".mlir", Text: r.text(t, chip), Chip: chip, Grid: [3]uint32{r.grid, 1, 1}, Args: r.arguments(), Workgroups: []int{int(r.grid) - 1}, Same: r.same}
}

func (r *reduced) check(t *testing.T, chip *arch.Chip, llvm map[[2]string]int) {
	count := newProfile()
	o := verify.Options{
		Passes: pass.Options{Verify: true},
		Sim:    sim.Options{Observers: []sim.Observer{count}},
		More:   []sim.Options{{SoffsetUnchecked: true}, {Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 1}},
	}
	got, err := verify.Run(r.launch(t, chip), o)
	if err != nil {
		t.Fatal(err)
	}
	n, theirs := count.executed(), llvm[[2]string{r.file, chip.Name}]
	t.Logf("%d instructions, LLVM %d", n, theirs)
	if n > r.most {
		t.Errorf("%d instructions, at most %d are expected", n, r.most)
	}
	if n > theirs {
		t.Errorf("%d instructions, LLVM executes %d", n, theirs)
	}
	asm := string(got.Built.Assembly())
	for name, most := range r.ops {
		if n := strings.Count(asm, "\n\t"+name); n > most {
			t.Errorf("%d times %s, at most %d are expected", n, name, most)
		}
	}
}

// arguments makes the arguments, from a fixed seed.
func (r *reduced) arguments() (args []interp.Arg) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i, a := range r.args {
		kind, n := "", 0
		if a == "same" { // the aligned pointer of a descriptor
			args = append(args, args[i-1])
			continue
		}
		if _, err := fmt.Sscanf(a, "%s %d", &kind, &n); err != nil {
			panic(err)
		}
		var data []byte
		for range n {
			x := math.Float32bits(rnd.Float32()*4 - 2)
			switch kind {
			case "f32":
				data = binary.LittleEndian.AppendUint32(data, x)
			case "bf16":
				data = binary.LittleEndian.AppendUint16(data, uint16(x>>16))
			}
		}
		if kind == "index" {
			args = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(n))))
			continue
		}
		args = append(args, interp.Pointer(&interp.Buffer{Name: fmt.Sprintf("argument %d", i), Data: data}))
	}
	return args
}

// same compares buffers, of f32 where near is not 0.
func (r *reduced) same(b *interp.Buffer, want, got []byte) error {
	if r.near == 0 && !bytes.Equal(want, got) {
		return fmt.Errorf("%s differs", b.Name)
	}
	for i := 0; i+4 <= len(want); i += 4 {
		w, g := math.Float32frombits(binary.LittleEndian.Uint32(want[i:])), math.Float32frombits(binary.LittleEndian.Uint32(got[i:]))
		if d := math.Abs(float64(w) - float64(g)); !(d <= r.near*math.Abs(float64(w))) && math.Float32bits(w) != math.Float32bits(g) {
			return fmt.Errorf("%s[%d] is %g, want %g", b.Name, i/4, g, w)
		}
	}
	return nil
}
