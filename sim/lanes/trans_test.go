package lanes

import (
	"flag"
	"testing"

	"heddle/num"
)

var transStride = flag.Uint("trans-stride", 12347, "of how many f32 one is tested by TestTrans")

// TestTrans compares the transcendental kernels with package num over all f32,
// or as many as the flag says. Nearly all lanes that have a number must be
// done by the kernel.
func TestTrans(t *testing.T) {
	for _, op := range []struct {
		op   Op
		want func(uint32) uint32
	}{
		{Exp2F32, num.Exp2F32}, {Log2F32, num.Log2F32}, {RsqF32, num.RsqF32}, {RcpF32, num.RcpF32}, {SqrtF32, num.SqrtF32},
	} {
		for level := AVX2; level <= Best(); level++ {
			checkTrans(t, level, op.op, op.want)
		}
	}
}

func checkTrans(t *testing.T, level Level, op Op, want func(uint32) uint32) {
	kernel := level.Kernels().Kernels[op]
	var src, dst Row
	numbers, refused := 0, 0
	for next := uint64(0); next < 1<<32; {
		for l := range src {
			src[l] = uint32(next)
			next += uint64(*transStride)
		}
		whole := kernel(&dst, &src, nil, nil, ^uint64(0))
		for l, x := range src {
			done := whole || kernel(&dst, &src, nil, nil, 1<<l)
			y := num.Flush32(want(num.Flush32(x)))
			if finite := x&0x7f800000 != 0x7f800000 && x&0x7f800000 != 0; finite && !num.IsNaN32(y) {
				numbers++
				if !done {
					refused++
				}
			}
			if done && dst[l] != y {
				t.Fatalf("%v: operation %d of %#x is %#x, want %#x", level, op, x, dst[l], y)
			}
		}
	}
	if refused > 10+numbers>>18 {
		t.Errorf("%v: operation %d refuses %d of %d numbers", level, op, refused, numbers)
	}
}
