package verify_test

import (
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
	// all is the most instructions that the kernel may have, turn those of its loop; 0 is not
	// checked. llvm is what llc-22 -O3 makes of the same file for gfx950 (loops: in all blocks of a
	// turn), for comparison; 0 where it calls a library or knows an operation not.
	all, turn, llvm int
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
	{file: "sum_dyn", grid: 8, turn: 42, llvm: 120, ops: map[string]int{"v_cmp": 0, "v_cndmask": 0},
		args: []string{"f32 104000", "same", "index 0", "index 8", "index 100", "index 128", "index 13000", "index 128", "index 1", "f32 8192"}},
	{file: "sum2d", grid: 1, turn: 42, llvm: 120, ops: map[string]int{"v_cmp": 0, "v_cndmask": 0},
		args: []string{"f32 12800", "same", "index 0", "index 100", "index 128", "index 128", "index 1", "f32 8192"}},
	{file: "sum_const", grid: 9, turn: 38, llvm: 79, args: []string{"f32 4194304", "f32 8192"}},
	// Maxima of results of matrix instructions.
	{file: "mx16", grid: 1, all: 38, llvm: 74, ops: map[string]int{"v_max": 11}, args: []string{"bf16 512", "bf16 512", "f32 32"}},
	{file: "redmaxmfma", grid: 1, all: 57, llvm: 121, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	{file: "redmaxmfma_nnan", grid: 1, all: 57, llvm: 99, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	{file: "redmaximum", grid: 1, all: 57, ops: map[string]int{"v_max": 22}, args: []string{"bf16 2048", "bf16 1024", "f32 128"}},
	// Packed f32: beside a number that is for all elements, and behind functions.
	{file: "rescale", grid: 1, all: 85, llvm: 105, ops: map[string]int{"v_pk_mul_f32": 32, "v_mul_f32": 0}, args: []string{"f32 16384", "f32 128", "f32 16384"}},
	{file: "redsum", grid: 1, all: 51, llvm: 60, ops: map[string]int{"v_pk_add_f32": 15, "v_add_f32": 2}, args: []string{"f32 8192", "f32 128"}},
	{file: "redsumexp", grid: 1, all: 247, ops: map[string]int{"v_pk_add_f32": 15, "v_add_f32": 34}, near: 1e-5, args: []string{"f32 8192", "f32 128"}},
	// A sum over lanes, stored by one of them.
	{file: "redw", grid: 1, all: 29, llvm: 52, ops: map[string]int{"v_mov_b32_dpp": 0, "v_cmp": 1}, args: []string{"f32 64", "f32 1"}, near: 1e-4},
	// Comparisons of splats, and of columns with rows.
	{file: "unisel", grid: 1, turn: 22, ops: map[string]int{"s_cmp": 1, "s_cselect": 1}, args: []string{"f32 16384", "index 9"}},
	{file: "mask", grid: 1, all: 103, llvm: 154, ops: map[string]int{"v_add_u32": 0, "v_cmp": 32}, args: []string{"f32 524288"}},
}

func TestReduced(t *testing.T) {
	for _, r := range reducedKernels {
		for _, chip := range arch.Chips {
			t.Run(r.file+" "+chip.Name, func(t *testing.T) { r.check(t, chip) })
		}
	}
}

func (r *reduced) check(t *testing.T, chip *arch.Chip) {
	text, err := os.ReadFile(filepath.Join("testdata/reduced", r.file+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	module := string(text)
	if chip == &arch.GFX942 { // half the depth, twice
		if strings.Contains(module, "k = 16 : i32, m = 32") {
			t.Skip("a matrix instruction of another chip")
		}
	}
	c := verify.Case{Name: r.file + ".mlir", Text: module, Chip: chip, Grid: [3]uint32{r.grid, 1, 1}, Args: r.arguments(), Workgroups: []int{int(r.grid) - 1}}
	if r.near > 0 {
		c.Same = r.same
	}
	o := verify.Options{Passes: pass.Options{Verify: true}, More: []sim.Options{{SoffsetUnchecked: true}, {Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 1}}}
	got, err := verify.Run(c, o)
	if err != nil {
		t.Fatal(err)
	}
	stats := got.Built.Kernels[0].Code.Stats
	if n := stats.All.Total(); r.all > 0 && n > r.all {
		t.Errorf("%d instructions, at most %d are expected (LLVM: %d)", n, r.all, r.llvm)
	}
	if r.turn > 0 {
		if n := stats.Loops[0].Total(); n > r.turn {
			t.Errorf("%d instructions in the loop, at most %d are expected (LLVM: %d)", n, r.turn, r.llvm)
		}
	}
	asm := string(got.Built.Assembly())
	for name, most := range r.ops {
		if n := strings.Count(asm, "\n\t"+name); n > most {
			t.Errorf("%d times %s, at most %d are expected", n, name, most)
		}
	}
	if limit := max(r.all, r.turn); r.llvm > 0 && limit > r.llvm {
		t.Errorf("the limit of %d is above LLVM's %d", limit, r.llvm)
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

// same compares buffers of f32.
func (r *reduced) same(b *interp.Buffer, want, got []byte) error {
	for i := 0; i+4 <= len(want); i += 4 {
		w, g := math.Float32frombits(binary.LittleEndian.Uint32(want[i:])), math.Float32frombits(binary.LittleEndian.Uint32(got[i:]))
		if d := math.Abs(float64(w) - float64(g)); !(d <= r.near*math.Abs(float64(w))) && w != g {
			return fmt.Errorf("%s[%d] is %g, want %g", b.Name, i/4, g, w)
		}
	}
	return nil
}
