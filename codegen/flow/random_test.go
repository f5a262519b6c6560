package flow_test

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/codegen/opt"
	"heddle/codegen/randir"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
)

// arguments are those of a random kernel.
func arguments(seed uint64, lanes int) []interp.Arg {
	r := rand.New(rand.NewPCG(seed, 2))
	in := &interp.Buffer{Data: make([]byte, 4*randir.Words)}
	for i := range randir.Words {
		binary.LittleEndian.PutUint32(in.Data[4*i:], uint32(r.Int32()>>r.IntN(31)))
	}
	out := &interp.Buffer{Data: make([]byte, 4*lanes*randir.PerLane)}
	i64 := func(v int64) interp.Arg {
		return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	return []interp.Arg{interp.Pointer(in), i64(0), interp.Pointer(out), i64(0), i64(int64(lanes * randir.PerLane)), i64(1),
		i64(r.Int64() >> r.IntN(63)), interp.Bytes(binary.LittleEndian.AppendUint32(nil, r.Uint32()>>r.IntN(31)))}
}

var (
	programs = flag.Int("programs", 4, "random programs to run")
	first    = flag.Uint64("seed", 1, "the first one")
)

// checker compares what lanes have with what the analysis says.
type checker struct {
	info *flow.Info
	wave int
	seen map[string]interp.Value
	err  error
	key  []byte
}

func (c *checker) observe(o interp.Observation) {
	if c.err != nil {
		return
	}
	elems := o.Is.Vec
	if elems == nil {
		elems = []interp.Elem{o.Is.Elem}
	}
	t := ir.ElemType(o.Value.Type)
	w, _ := ir.BitWidth(t)
	_, float := t.(ir.FloatType)
	_, memref := o.Value.Type.(*ir.MemRefType)
	if float || memref || w == 0 || w > 64 {
		return
	}
	r := c.info.Range(o.Value)
	for _, e := range elems {
		if e.Poison != nil {
			return
		}
		s := int64(e.Bits<<(64-w)) >> (64 - w)
		zeros := bits.TrailingZeros64(e.Bits)
		if e.Bits < r.UMin || e.Bits > r.UMax || s < r.SMin || s > r.SMax || zeros < int(r.Zeros) {
			c.err = fmt.Errorf("%d (%d) is not in %+v", e.Bits, s, r)
		}
	}
	c.key = binary.LittleEndian.AppendUint64(c.key[:0], uint64(o.Workgroup<<32|o.Lane/c.wave<<16|o.Value.Index))
	if o.Value.Op == nil {
		c.key = append(c.key, 1)
	}
	for _, n := range o.Path {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(n))
	}
	key := string(c.key)
	old, ok := c.seen[key]
	if !ok {
		c.seen[key] = o.Is
	} else {
		others := old.Vec
		if others == nil {
			others = []interp.Elem{old.Elem}
		}
		for i, e := range elems {
			if d := e.Bits ^ others[i].Bits; others[i].Poison == nil && d&^c.info.LaneBits(o.Value) != 0 {
				c.err = fmt.Errorf("%#x and %#x differ in more than the bits %#x", e.Bits, others[i].Bits, c.info.LaneBits(o.Value))
			}
		}
	}
	if c.err != nil {
		place := "a block argument"
		if o.Value.Op != nil {
			place = o.Value.Op.Name()
		}
		c.err = fmt.Errorf("%s, result %d, lane %d: %w", place, o.Value.Index, o.Lane, c.err)
	}
}

// TestRandom runs random kernels and checks that every value is what the analysis
// says: as the kernel is written, after lowering, and after all passes.
func TestRandom(t *testing.T) {
	ran, narrow, uniform, all := 0, 0, 0, 0
	for i := range *programs {
		seed := *first + uint64(i)
		text := randir.Kernel(seed)
		for stage, passes := range [][]string{{"inline"}, {"inline", "lower-affine", "lower-vector"}, nil} { // nil: all
			m, err := ir.Parse("random.mlir", text)
			if err != nil {
				t.Fatal(err, text)
			}
			if err := ir.Verify(m, ir.Options{}); err != nil {
				t.Fatal(err, text)
			}
			kernel := interp.Kernels(m)[0]
			ctx := &opt.Context{Module: m, Kernel: kernel.Op, Chip: &arch.GFX950}
			var o pass.Options
			for _, s := range opt.Passes.Steps() {
				if passes != nil && !slices.Contains(passes, s.Name) {
					o.Disable = append(o.Disable, s.Name)
				}
			}
			if err := opt.Passes.Run("random", ctx, &o); err != nil {
				t.Fatal(err)
			}
			info := flow.Analyze(kernel.Op, flow.LaunchOf(kernel.Op, &arch.GFX950))
			c := &checker{info: info, wave: arch.GFX950.WaveSize, seen: map[string]interp.Value{}}
			lanes := int(kernel.Block[0] * kernel.Block[1] * kernel.Block[2])
			_, err = interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{2, 1, 1}, Args: arguments(seed, 2*lanes), Observe: c.observe})
			if c.err != nil {
				t.Fatalf("seed %d, stage %d: %v\n%s", seed, stage, c.err, m.Print(ir.PrintOptions{}))
			}
			var fault *interp.Fault
			if err != nil && !errors.As(err, &fault) {
				t.Fatal(err)
			}
			if err == nil {
				ran++
			}
			kernel.Op.Walk(func(op *ir.Operation) bool {
				for _, v := range op.Results {
					if r := info.Range(v); v.Type == ir.Index && !info.Divergent(op) {
						all++
						if info.FitsS32(v) && r.UMax > 0 {
							narrow++
						}
						if info.Uniform(v) {
							uniform++
						}
					}
				}
				return true
			})
		}
	}
	t.Logf("%d runs; of %d index values %d are known to fit into 32 bits and %d to be uniform", ran, all, narrow, uniform)
	if ran < 2**programs {
		t.Errorf("only %d runs were defined", ran)
	}
}
