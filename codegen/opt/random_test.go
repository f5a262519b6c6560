package opt_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/codegen/opt"
	"heddle/codegen/randir"
	"heddle/ir"
	"heddle/ir/interp"
)

var (
	programs = flag.Int("programs", 12, "random programs to run")
	first    = flag.Uint64("seed", 1, "the first one")
)

// runRandom runs a random kernel and gives what it wrote.
func runRandom(m *ir.Module, seed uint64) ([]byte, error) {
	k := interp.Kernels(m)[0]
	lanes := 2 * int(k.Block[0]*k.Block[1]*k.Block[2])
	r := rand.New(rand.NewPCG(seed, 2))
	in := &interp.Buffer{Data: make([]byte, 4*randir.Words)}
	for i := range randir.Words {
		binary.LittleEndian.PutUint32(in.Data[4*i:], uint32(r.Int32()>>r.IntN(31)))
	}
	out := &interp.Buffer{Data: make([]byte, 4*lanes*randir.PerLane)}
	i64 := func(v int64) interp.Arg {
		return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{2, 1, 1}, Args: []interp.Arg{
		interp.Pointer(in), i64(0), interp.Pointer(out), i64(0), i64(int64(lanes * randir.PerLane)), i64(1),
		i64(r.Int64() >> r.IntN(63)), interp.Bytes(binary.LittleEndian.AppendUint32(nil, r.Uint32()>>r.IntN(31)))}})
	return out.Data, err
}

// TestRandom runs random kernels before and after each pass, and all of them.
func TestRandom(t *testing.T) {
	ran := 0
	for i := range *programs {
		seed := *first + uint64(i)
		text := randir.Kernel(seed)
		want, err := runRandom(parse(t, "random", text), seed)
		if err != nil {
			continue // poison
		}
		ran++
		check := func(passes []string, o opt.Options) {
			m := parse(t, "random", text)
			c := &opt.Context{Module: m, Kernel: interp.Kernels(m)[0].Op, Chip: &arch.GFX950, Options: o}
			for _, p := range passes {
				if err := opt.RunPass(c, p); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if err := ir.Verify(m, ir.Options{}); err != nil {
					t.Fatalf("seed %d, after %s: %v\n%s", seed, p, err, m.Print(ir.PrintOptions{}))
				}
			}
			got, err := runRandom(m, seed)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("seed %d, after %v: memory differs, or %v\n%s\nwas\n%s", seed, passes, err, m.Print(ir.PrintOptions{}), text)
			}
		}
		check(opt.Pipeline(), opt.Options{})
		p := opt.Passes()[i%len(opt.Passes())]
		check(append(slices.Clone(p.After), p.Name), opt.Options{})
		check(slices.DeleteFunc(opt.Pipeline(), func(n string) bool { return n == p.Name && p.Name != "lower-affine" }), opt.Options{})
	}
	if t.Logf("%d programs", ran); ran < *programs/2 {
		t.Errorf("only %d programs were defined", ran)
	}
}
