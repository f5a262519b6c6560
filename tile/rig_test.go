package tile_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/sim"
	"heddle/tile"
	"heddle/verify"
)

// floats are numbers as memory has them.
func floats(x ...float32) []byte {
	var b []byte
	for _, v := range x {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// asFloats is the inverse of floats.
func asFloats(b []byte) (x []float32) {
	for ; len(b) > 0; b = b[4:] {
		x = append(x, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return x
}

// random are n numbers from -1 to 1.
func random(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = r.Float32()*2 - 1
	}
	return x
}

// rig is how a kernel is tested.
type rig struct {
	chip  *arch.Chip
	grid  [3]uint32
	waves tile.Waves
	// near is how far a number may be from the interpreter's, for kernels with
	// functions of reals: a part of the greatest one, 0 for the same bytes.
	near float64
	// alone leaves the interpreter out: it gives every LDS tile its own place, the compiler does not.
	alone bool
}

// run runs a kernel on the interpreter and, with all sanitizers and under several
// schedules, on the simulator, and returns what is in its arguments' memory then.
func (r rig) run(t *testing.T, body func(*tile.Kernel), args ...interp.Arg) [][]byte {
	t.Helper()
	m := tile.NewModule(r.chip)
	m.Kernel("k", r.waves, body)
	module, err := m.IR()
	if err != nil {
		t.Fatalf("%s: %v", r.chip.Name, err)
	}
	c := verify.Case{Name: "k.mlir", Text: string(module.Print(ir.PrintOptions{})), Chip: r.chip, Grid: r.grid, Args: args}
	if r.near > 0 {
		c.Same = r.same
	}
	more := []sim.Options{{SoffsetUnchecked: true, Schedule: sim.ScheduleRandom, Seed: 1}}
	if long.On() {
		more = append(more, sim.Options{}, sim.Options{SoffsetUnchecked: true}, sim.Options{Schedule: sim.ScheduleRandom, Seed: 1})
	}
	got, err := verify.Run(c, verify.Options{NoInterpreter: r.alone, Sim: sim.Options{Schedule: sim.ScheduleLate}, More: more})
	if err != nil {
		t.Fatalf("%s, %d waves: %v\n%s", r.chip.Name, r.waves, err, c.Text)
	}
	return got.Got
}

// same compares buffers of f32.
func (r rig) same(b *interp.Buffer, want, got []byte) error {
	w, g := asFloats(want), asFloats(got)
	most := 0.0
	for _, x := range w {
		most = max(most, math.Abs(float64(x)))
	}
	for i := range w {
		if d := math.Abs(float64(w[i]) - float64(g[i])); !(d <= r.near*most) && math.Float32bits(w[i]) != math.Float32bits(g[i]) {
			return fmt.Errorf("%s[%d] is %g, want %g", b.Name, i, g[i], w[i])
		}
	}
	return nil
}

func buffer(name string, data []byte) interp.Arg {
	return interp.Pointer(&interp.Buffer{Name: name, Data: data})
}

// encode is a number as memory has it.
func encode(t ir.Type, x float64) []byte {
	size, _ := ir.BitWidth(t)
	code := uint64(int64(x))
	switch t {
	case ir.F64:
		code = math.Float64bits(x)
	case ir.F32:
		code = uint64(math.Float32bits(float32(x)))
	case ir.BF16:
		code = uint64(math.Float32bits(float32(x)) >> 16)
	case ir.F8E4M3FN, ir.F8E4M3FNUZ, ir.F8E5M2, ir.F8E5M2FNUZ:
		code = uint64(t.(ir.FloatType).Format().FromF32(math.Float32bits(float32(x)), true))
	case ir.F16: // of few bits
		if code = 0; x != 0 {
			frac, exp := math.Frexp(math.Abs(x))
			code = uint64(frac*2048) - 1024 + uint64(exp+14)<<10
			if x < 0 {
				code |= 1 << 15
			}
		}
	}
	return binary.LittleEndian.AppendUint64(nil, code)[:size/8]
}

// le are the bytes of a number.
func le(code uint32) []byte { return binary.LittleEndian.AppendUint32(nil, code) }

// power2 is 2^n.
func power2(n int) float64 { return math.Ldexp(1, n) }
