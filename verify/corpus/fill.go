package corpus

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"

	"heddle/ir"
	"heddle/num"
)

// fillSeed makes the random numbers of all fills; the name of the file and the
// number of the argument tell them apart.
const fillSeed = 6

// undefinedByte fills memory without contents in the simulator.
const undefinedByte = 0xcd

// Contents returns the argument's memory before the kernel runs. It is the same each time.
func (a *Arg) Contents() []byte {
	if !a.In {
		return bytes.Repeat([]byte{undefinedByte}, a.Bytes*a.Count)
	}
	next := a.numbers()
	b := make([]byte, 0, a.Bytes*a.Count)
	var code [8]byte
	for i := range a.Count {
		binary.LittleEndian.PutUint64(code[:], next(i))
		b = append(b, code[:a.Bytes]...)
	}
	return b
}

// numbers returns the code of each element, in their order.
func (a *Arg) numbers() func(i int) uint64 {
	r := rand.New(rand.NewPCG(a.seed, fillSeed))
	p := make([]float64, len(a.Fill)-1)
	for i, w := range a.Fill[1:] {
		p[i], _ = strconv.ParseFloat(w, 64) // parseArg has looked at them
	}
	whole := func(lo, hi float64) float64 { return lo + float64(r.Int64N(int64(hi-lo)+1)) }
	switch a.Fill[0] {
	case "bits":
		return func(int) uint64 { return r.Uint64() }
	case "int":
		return func(int) uint64 { return a.code(whole(p[0], p[1])) }
	case "real":
		return func(int) uint64 { return a.code(p[0] + float64((p[1]-p[0])*r.Float64())) }
	case "ramp":
		return func(i int) uint64 { return a.code(math.Mod(float64(p[0]*float64(i))+p[1], p[2])) }
	case "perm":
		order := r.Perm(a.Count)
		return func(i int) uint64 { return a.code(float64(order[i])) }
	case "sorted":
		span := p[1] - p[0]
		return func(i int) uint64 {
			return a.code(p[0] + math.Floor(float64(span*(float64(i)+r.Float64()))/float64(a.Count)))
		}
	}
	return func(int) uint64 { return 0 }
}

// code returns a number in the argument's type.
func (a *Arg) code(x float64) uint64 {
	t, ok := a.Type.(ir.FloatType)
	if !ok {
		return uint64(int64(x))
	}
	if t == ir.F64 {
		return math.Float64bits(x)
	}
	x32 := math.Float32bits(float32(x))
	switch t {
	case ir.F32:
		return uint64(x32)
	case ir.F16:
		return uint64(num.F32ToF16(x32, num.Env{}))
	case ir.BF16:
		return uint64(num.F32ToBF16(x32, num.Env{}))
	}
	if f := t.Format(); f != nil {
		return uint64(f.FromF32(x32, true))
	}
	return uint64(int64(x)) // e8m0: the exponent's code itself
}

// value returns the number of a code of the argument's float type.
func (a *Arg) value(code uint64) float64 {
	switch t := a.Type.(ir.FloatType); t {
	case ir.F64:
		return math.Float64frombits(code)
	case ir.F32:
		return float64(math.Float32frombits(uint32(code)))
	case ir.F16:
		return float64(math.Float32frombits(num.F16ToF32(uint16(code))))
	case ir.BF16:
		return float64(math.Float32frombits(num.BF16ToF32(uint16(code))))
	default:
		if f := t.Format(); f != nil {
			return float64(math.Float32frombits(f.ToF32(uint32(code))))
		}
	}
	return float64(code)
}
