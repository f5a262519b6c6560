package opt_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/codegen/opt"
	"heddle/codegen/randir"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
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
		check := func(without []string, shuffle uint64) {
			m := parse(t, "random", text)
			o := pass.Options{Disable: without, Shuffle: shuffle, Dump: func(p string, u pass.Unit) {
				if err := u.Verify(); err != nil {
					t.Fatalf("seed %d, after %s: %v\n%s", seed, p, err, m.Print(ir.PrintOptions{}))
				}
			}}
			if err := opt.Passes.Run("random", &opt.Context{Module: m, Kernel: interp.Kernels(m)[0].Op, Chip: &arch.GFX950}, &o); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, err := runRandom(m, seed)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("seed %d, without %v, shuffle %d: memory differs, or %v\n%s\nwas\n%s", seed, without, shuffle, err, m.Print(ir.PrintOptions{}), text)
			}
		}
		check(nil, 0)
		p := passNames()[i%len(passNames())]
		check(others([]string{p}), 0)
		if p != "lower-affine" {
			check([]string{p}, seed)
		}
	}
	if t.Logf("%d programs", ran); ran < *programs/2 {
		t.Errorf("only %d programs were defined", ran)
	}
}
