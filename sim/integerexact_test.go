package sim

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/isa"
)

// exactOp is an instruction as a formula on whole numbers.
type exactOp struct {
	name     string
	in, add  int  // bits of a and b; of c
	out      int  // bits of the result
	signed   bool // all of them
	saturate bool // the instruction takes clamp
	formula  func(a, b, c *big.Int) *big.Int
}

func bigAdd(a, b, _ *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func bigSub(a, b, _ *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func bigRev(a, b, _ *big.Int) *big.Int { return new(big.Int).Sub(b, a) }
func bigMul(a, b, _ *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func bigMad(a, b, c *big.Int) *big.Int { return new(big.Int).Add(new(big.Int).Mul(a, b), c) }
func bigHigh(a, b, _ *big.Int) *big.Int {
	return new(big.Int).Rsh(new(big.Int).Mul(a, b), 32)
}

// sorted is the element at index i of the first n operands in order.
func sorted(n, i int) func(a, b, c *big.Int) *big.Int {
	return func(a, b, c *big.Int) *big.Int {
		all := []*big.Int{a, b, c}[:n]
		slices.SortFunc(all, (*big.Int).Cmp)
		return all[i]
	}
}

// bigShift shifts a left, or right for negative sizes, by n modulo size.
func bigShift(a, n *big.Int, size int64) *big.Int {
	if size < 0 {
		return new(big.Int).Rsh(a, uint(new(big.Int).Mod(n, big.NewInt(-size)).Uint64()))
	}
	return new(big.Int).Lsh(a, uint(new(big.Int).Mod(n, big.NewInt(size)).Uint64()))
}

// bigDifferences adds the differences of the elements of a and b to c; masked
// leaves out where b's is 0.
func bigDifferences(size int, masked bool) func(a, b, c *big.Int) *big.Int {
	return func(a, b, c *big.Int) *big.Int {
		sum := new(big.Int).Set(c)
		for i := 0; i < 32; i += size {
			x, y := toBig(a.Uint64()>>i, size, false), toBig(b.Uint64()>>i, size, false)
			if !masked || y.Sign() != 0 {
				sum.Add(sum, x.Abs(x.Sub(x, y)))
			}
		}
		return sum
	}
}

var exactOps = []exactOp{
	{"v_add_u32", 32, 0, 32, false, true, bigAdd},
	{"v_sub_u32", 32, 0, 32, false, true, bigSub},
	{"v_subrev_u32", 32, 0, 32, false, true, bigRev},
	{"v_add_i32", 32, 0, 32, true, true, bigAdd},
	{"v_sub_i32", 32, 0, 32, true, true, bigSub},
	{"v_add_u16", 16, 0, 16, false, true, bigAdd},
	{"v_sub_u16", 16, 0, 16, false, true, bigSub},
	{"v_subrev_u16", 16, 0, 16, false, true, bigRev},
	{"v_add_i16", 16, 0, 16, true, true, bigAdd},
	{"v_sub_i16", 16, 0, 16, true, true, bigSub},
	{"v_mul_lo_u32", 32, 0, 32, false, false, bigMul},
	{"v_mul_hi_u32", 32, 0, 32, false, false, bigHigh},
	{"v_mul_hi_i32", 32, 0, 32, true, false, bigHigh},
	{"v_mul_lo_u16", 16, 0, 16, false, false, bigMul},
	{"v_mul_u32_u24", 24, 0, 32, false, true, bigMul},
	{"v_mul_i32_i24", 24, 0, 32, true, true, bigMul},
	{"v_mul_hi_u32_u24", 24, 0, 32, false, false, bigHigh},
	{"v_mul_hi_i32_i24", 24, 0, 32, true, false, bigHigh},
	{"v_mad_u32_u24", 24, 32, 32, false, true, bigMad},
	{"v_mad_i32_i24", 24, 32, 32, true, true, bigMad},
	{"v_mad_u32_u16", 16, 32, 32, false, true, bigMad},
	{"v_mad_i32_i16", 16, 32, 32, true, true, bigMad},
	{"v_mad_u16", 16, 16, 16, false, true, bigMad},
	{"v_mad_i16", 16, 16, 16, true, true, bigMad},
	{"v_mad_legacy_u16", 16, 16, 16, false, true, bigMad},
	{"v_mad_legacy_i16", 16, 16, 16, true, true, bigMad},
	{"v_mad_u64_u32", 32, 64, 64, false, true, bigMad},
	{"v_mad_i64_i32", 32, 64, 64, true, true, bigMad},
	{"v_min_u32", 32, 0, 32, false, false, sorted(2, 0)},
	{"v_max_u32", 32, 0, 32, false, false, sorted(2, 1)},
	{"v_min_i32", 32, 0, 32, true, false, sorted(2, 0)},
	{"v_max_i32", 32, 0, 32, true, false, sorted(2, 1)},
	{"v_min_u16", 16, 0, 16, false, false, sorted(2, 0)},
	{"v_max_u16", 16, 0, 16, false, false, sorted(2, 1)},
	{"v_min_i16", 16, 0, 16, true, false, sorted(2, 0)},
	{"v_max_i16", 16, 0, 16, true, false, sorted(2, 1)},
	{"v_min3_u32", 32, 32, 32, false, false, sorted(3, 0)},
	{"v_med3_u32", 32, 32, 32, false, false, sorted(3, 1)},
	{"v_max3_u32", 32, 32, 32, false, false, sorted(3, 2)},
	{"v_min3_i32", 32, 32, 32, true, false, sorted(3, 0)},
	{"v_med3_i32", 32, 32, 32, true, false, sorted(3, 1)},
	{"v_max3_i32", 32, 32, 32, true, false, sorted(3, 2)},
	{"v_min3_u16", 16, 16, 16, false, false, sorted(3, 0)},
	{"v_med3_u16", 16, 16, 16, false, false, sorted(3, 1)},
	{"v_max3_u16", 16, 16, 16, false, false, sorted(3, 2)},
	{"v_min3_i16", 16, 16, 16, true, false, sorted(3, 0)},
	{"v_med3_i16", 16, 16, 16, true, false, sorted(3, 1)},
	{"v_max3_i16", 16, 16, 16, true, false, sorted(3, 2)},
	{"v_lshlrev_b32", 32, 0, 32, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, 32) }},
	{"v_lshlrev_b16", 16, 0, 16, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, 16) }},
	{"v_lshlrev_b64", 64, 0, 64, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, 64) }},
	{"v_lshrrev_b32", 32, 0, 32, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -32) }},
	{"v_lshrrev_b16", 16, 0, 16, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -16) }},
	{"v_lshrrev_b64", 64, 0, 64, false, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -64) }},
	{"v_ashrrev_i32", 32, 0, 32, true, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -32) }},
	{"v_ashrrev_i16", 16, 0, 16, true, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -16) }},
	{"v_ashrrev_i64", 64, 0, 64, true, false, func(a, b, _ *big.Int) *big.Int { return bigShift(b, a, -64) }},
	{"v_lshl_add_u32", 32, 32, 32, false, false, func(a, b, c *big.Int) *big.Int { return bigAdd(bigShift(a, b, 32), c, nil) }},
	{"v_add_lshl_u32", 32, 32, 32, false, false, func(a, b, c *big.Int) *big.Int { return bigShift(bigAdd(a, b, nil), c, 32) }},
	{"v_add3_u32", 32, 32, 32, false, false, func(a, b, c *big.Int) *big.Int { return bigAdd(bigAdd(a, b, nil), c, nil) }},
	{"v_alignbit_b32", 32, 32, 32, false, false, func(a, b, c *big.Int) *big.Int {
		return bigShift(bigAdd(new(big.Int).Lsh(a, 32), b, nil), c, -32)
	}},
	{"v_bfm_b32", 32, 0, 32, false, false, func(a, b, _ *big.Int) *big.Int {
		return bigShift(bigSub(bigShift(big.NewInt(1), a, 32), big.NewInt(1), nil), b, 32)
	}},
	{"v_bfe_u32", 32, 32, 32, false, false, func(a, b, c *big.Int) *big.Int {
		return new(big.Int).Mod(bigShift(a, b, -32), bigShift(big.NewInt(1), c, 32))
	}},
	{"v_bfe_i32", 32, 32, 32, true, false, func(a, b, c *big.Int) *big.Int {
		size := bigShift(big.NewInt(1), c, 32)
		field := new(big.Int).Mod(bigShift(a, b, -32), size)
		if new(big.Int).Lsh(field, 1).Cmp(size) >= 0 && size.Cmp(big.NewInt(1)) > 0 {
			field.Sub(field, size)
		}
		return field
	}},
	{"v_sad_u8", 32, 32, 32, false, true, bigDifferences(8, false)},
	{"v_sad_u16", 32, 32, 32, false, true, bigDifferences(16, false)},
	{"v_sad_u32", 32, 32, 32, false, true, bigDifferences(32, false)},
	{"v_msad_u8", 32, 32, 32, false, true, bigDifferences(8, true)},
}

// toBig reads the low n bits of x.
func toBig(x uint64, n int, signed bool) *big.Int {
	if n == 0 {
		return new(big.Int)
	}
	if signed {
		return big.NewInt(int64(x<<(64-n)) >> (64 - n))
	}
	return new(big.Int).SetUint64(x << (64 - n) >> (64 - n))
}

// fromBig wraps v around, or saturates it, to n bits.
func fromBig(v *big.Int, n int, signed, saturate bool) uint64 {
	if saturate {
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n))
		if signed {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		hi.Sub(hi, big.NewInt(1))
		if v.Cmp(lo) < 0 {
			v = lo
		} else if v.Cmp(hi) > 0 {
			v = hi
		}
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return new(big.Int).Mod(v, modulus).Uint64()
}

// interesting mixes random numbers with those near the ends of the ranges.
func interesting(r *rand.Rand) uint64 {
	edges := [...]uint64{0, 0x7f, 0x7fff, 0x8000, 0xffff, 0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 63, 1<<63 - 1, 1<<64 - 1}
	switch x := r.Uint64(); x & 3 {
	case 0:
		return edges[r.IntN(len(edges))]
	case 1:
		return edges[r.IntN(len(edges))] + x>>2%5 - 2
	default:
		return x >> (x >> 2 % 64)
	}
}

// TestIntegerArithmetic compares with exact arithmetic on whole numbers; each
// lane has its own operands.
func TestIntegerArithmetic(t *testing.T) {
	const seed = 1
	target := targetNamed(t, "gfx950")
	r := rand.New(rand.NewPCG(seed, 0))
	for _, op := range exactOps {
		for _, clamp := range []bool{false, true} {
			mods := ""
			if clamp && !op.saturate {
				continue
			} else if clamp {
				mods = "clamp"
			}
			in := bindText(t, target, laneText(target, op.name, mods))
			for range 20 {
				checkExact(t, target, in, &op, r, clamp)
			}
		}
	}
}

func checkExact(t *testing.T, target *isa.Target, in *instr, op *exactOp, r *rand.Rand, clamp bool) {
	t.Helper()
	w := testWave(target)
	var src [3][waveSize]uint64
	for k := range src {
		for l := range waveSize {
			src[k][l] = interesting(r)
			w.vgpr[2+2*k][l], w.vgpr[3+2*k][l] = uint32(src[k][l]), uint32(src[k][l]>>32)
		}
	}
	in.run(w, in)
	for l := range waveSize {
		exact := op.formula(toBig(src[0][l], op.in, op.signed), toBig(src[1][l], op.in, op.signed), toBig(src[2][l], op.add, op.signed))
		want := fromBig(exact, op.out, op.signed, clamp)
		got := uint64(w.vgpr[0][l])
		if op.out == 64 {
			got = w.v64(0, l)
		}
		if in.sdst != nil {
			if carry := exact.Bit(64) != 0; carry != (w.vcc()>>l&1 != 0) {
				t.Errorf("%s of %#x, %#x, %#x: carry is not %v", op.name, src[0][l], src[1][l], src[2][l], carry)
			}
		}
		if got != want {
			t.Fatalf("%s (clamp %v) of %#x, %#x, %#x = %#x, want %#x", op.name, clamp, src[0][l], src[1][l], src[2][l], got, want)
		}
	}
}
