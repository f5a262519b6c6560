package sim

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestFormatLayout: where the components of each data format are, as bit
// ranges of the element in memory. The orders of 10 and 11-bit formats are
// those of the graphics formats that drivers map to them: R11G11B10 and
// R10G10B10A2 have R in the lowest bits.
func TestFormatLayout(t *testing.T) {
	for dfmt, ranges := range [15][][2]int{
		1:  {{0, 8}},
		2:  {{0, 16}},
		3:  {{0, 8}, {8, 16}},
		4:  {{0, 32}},
		5:  {{0, 16}, {16, 32}},
		6:  {{0, 11}, {11, 22}, {22, 32}},
		7:  {{0, 10}, {10, 21}, {21, 32}},
		8:  {{0, 2}, {2, 12}, {12, 22}, {22, 32}},
		9:  {{0, 10}, {10, 20}, {20, 30}, {30, 32}},
		10: {{0, 8}, {8, 16}, {16, 24}, {24, 32}},
		11: {{0, 32}, {32, 64}},
		12: {{0, 16}, {16, 32}, {32, 48}, {48, 64}},
		13: {{0, 32}, {32, 64}, {64, 96}},
		14: {{0, 32}, {32, 64}, {64, 96}, {96, 128}},
	} {
		if dfmt == 0 {
			continue
		}
		r := memTarget(t, "gfx942")
		r.setExec(1)
		element := memHex(memText)
		r.setBytes(t, SpaceGlobal, 0, 0, element)
		size := 0
		for _, bits := range ranges {
			size = max(size, bits[1]/8)
		}
		r.setResource(r.buf.Addr, 0, uint32(size), memRawFormat) // the instruction's format counts
		r.exec(t, fmt.Sprintf("tbuffer_load_format_xyzw v[0:3], off, s[8:11], 0 format:%d", dfmt|numUint<<4))
		r.good(t)
		whole := new(big.Int)
		for i := range element {
			whole.Or(whole, new(big.Int).Lsh(big.NewInt(int64(element[i])), uint(8*i)))
		}
		for k := range 4 {
			want := uint32(0)
			if k < len(ranges) {
				field := new(big.Int).Rsh(whole, uint(ranges[k][0]))
				field.And(field, big.NewInt(1<<(ranges[k][1]-ranges[k][0])-1))
				want = uint32(field.Uint64())
			}
			if got := r.vgpr[k][0]; got != want {
				t.Errorf("data format %d, component %d: %#x, want %#x", dfmt, k, got, want)
			}
		}
		// A store of what was loaded restores the element, and only it.
		r.setBytes(t, SpaceGlobal, 0, 0, make([]byte, 16))
		r.exec(t, fmt.Sprintf("tbuffer_store_format_xyzw v[0:3], off, s[8:11], 0 format:%d", dfmt|numUint<<4))
		r.good(t)
		want := string(element[:size]) + string(make([]byte, 16-size))
		if got := string(r.bytes(t, SpaceGlobal, 0, 0, 16)); got != want {
			t.Errorf("data format %d: stores %x, want %x", dfmt, got, want)
		}
		// One byte less, and the element is out of range as a whole.
		r.sgpr[10]--
		r.exec(t, fmt.Sprintf("tbuffer_load_format_xyzw v[0:3], off, s[8:11], 0 format:%d", dfmt|numUint<<4))
		if r.v64(0, 0)|r.v64(2, 0) != 0 {
			t.Errorf("data format %d: %#x %#x out of range", dfmt, r.v64(0, 0), r.v64(2, 0))
		}
	}
}

// TestFormatInvalid: data formats 0 and 15 are none.
func TestFormatInvalid(t *testing.T) {
	for _, format := range []int{0, 15, 0x4f, 0x70} {
		r := memTarget(t, "gfx950")
		r.setExec(1)
		r.setDword(t, 0, 7)
		r.setResource(r.buf.Addr, 0, 64, memRawFormat)
		r.setV(0, memSentinel)
		r.setV(1, 9)
		r.exec(t, fmt.Sprintf("tbuffer_load_format_x v0, off, s[8:11], 0 format:%d", format))
		r.exec(t, fmt.Sprintf("tbuffer_store_format_x v1, off, s[8:11], 0 format:%d", format))
		r.good(t)
		if r.vgpr[0][0] != 0 || r.dword(t, 0) != 7 {
			t.Errorf("format %#x: loads %#x, leaves %d", format, r.vgpr[0][0], r.dword(t, 0))
		}
	}
}

// format returns the bufferFormat with a number format alone.
func numFormat(number int) bufferFormat { return bufferFormat(number) << 4 }

// ratBits is the f32 nearest to a fraction.
func ratBits(a, b int64) uint32 {
	f, _ := big.NewRat(a, b).Float32()
	return math.Float32bits(f)
}

// TestFormatDecode goes through all codes of all widths and number formats.
func TestFormatDecode(t *testing.T) {
	for _, n := range []uint{2, 8, 10, 11, 16} {
		for code := range uint32(1) << n {
			extended := int64(code)
			if code>>(n-1) != 0 {
				extended -= 1 << n
			}
			most, half := int64(1)<<n-1, int64(1)<<(n-1)-1
			for number, want := range map[int]uint32{
				numUnorm:   ratBits(int64(code), most),
				numSnorm:   ratBits(max(extended, -half), half),
				numUscaled: ratBits(int64(code), 1),
				numSscaled: ratBits(extended, 1),
				numUint:    code,
				numSint:    uint32(int32(extended)),
			} {
				if got := numFormat(number).decode(code, n); got != want {
					t.Fatalf("number format %d: %#x of %d bits gives %#x, want %#x", number, code, n, got, want)
				}
			}
		}
	}
	for _, v := range []uint32{0, 1, 0x7f800001, 0x80000000, 0xffffffff} {
		for number := range 8 {
			if got := numFormat(number).decode(v, 32); got != v {
				t.Errorf("number format %d converts 32 bits %#x to %#x", number, v, got)
			}
		}
	}
}

// smallFloat is the value of an unsigned float with 5 bits of exponent and n-5
// of fraction; special for infinity and NaN.
func smallFloat(code uint32, n int) (v float64, special bool) {
	fraction := n - 5
	e, m := int(code>>fraction), float64(code&(1<<fraction-1))
	switch e {
	case 0:
		return math.Ldexp(m, -14-fraction), false
	case 31:
		return 0, true
	}
	return math.Ldexp(m+float64(int(1)<<fraction), e-15-fraction), false
}

// TestFormatSmallFloats goes through all codes of the unsigned floats and of
// f16, and stores what lies between them.
func TestFormatSmallFloats(t *testing.T) {
	f := numFormat(numFloat)
	random := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{10, 11} {
		top := uint32(31) << (n - 5)
		for code := range uint32(1) << n {
			got := f.decode(code, uint(n))
			v, special := smallFloat(code, n)
			switch {
			case special && code == top && got != 0x7f800000, special && code > top && (got>>23 != 0xff || got<<9 == 0):
				t.Fatalf("%d bits: %#x gives %#x, want infinity or NaN", n, code, got)
			case special:
				continue
			case got != math.Float32bits(float32(v)):
				t.Fatalf("%d bits: %#x gives %#x, want %v", n, code, got, v)
			}
			next, _ := smallFloat(code+1, n)
			if code+1 == top {
				next = 65536
			}
			for range 4 {
				x := float32(v + random.Float64()*(next-v))
				if float64(x) >= next {
					continue
				}
				if back := f.encode(math.Float32bits(x), uint(n)); back != code {
					t.Fatalf("%d bits: %v is stored as %#x, want %#x, %v", n, x, back, code, v)
				}
			}
		}
		for _, c := range [][2]uint32{{0x80000001, 0}, {0xff800000, 0}, {0xbf800000, 0}, {0x7f800000, top}, {0x7f7fffff, top - 1}} {
			if got := f.encode(c[0], uint(n)); got != c[1] {
				t.Errorf("%d bits: %#x is stored as %#x, want %#x", n, c[0], got, c[1])
			}
		}
		if got := f.encode(0xffc00000, uint(n)); got <= top || got >= 1<<n {
			t.Errorf("%d bits: NaN is stored as %#x", n, got)
		}
	}
	// There is no float of 8 bits; its bits are taken as they are.
	if got, back := f.decode(0xab, 8), f.encode(0x123456cd, 8); got != 0xab || back != 0xcd {
		t.Errorf("8 bits: %#x and %#x", got, back)
	}
	for _, c := range [][2]uint32{{0x3c00, 0x3f800000}, {0x8001, 0xb3800000}, {0x7bff, 0x477fe000}, {0xfc00, 0xff800000}} {
		if got := f.decode(c[0], 16); got != c[1] {
			t.Errorf("f16 %#x gives %#x, want %#x", c[0], got, c[1])
		}
		if got := f.encode(c[1], 16); got != c[0] {
			t.Errorf("%#x is stored as f16 %#x, want %#x", c[1], got, c[0])
		}
	}
}

// TestFormatEncode: normalised values are the nearest code of the exact
// product, even on a tie; what is out of range goes to the ends.
func TestFormatEncode(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	for _, n := range []uint{2, 8, 10, 11, 16} {
		most, half := int64(1)<<n-1, int64(1)<<(n-1)-1
		mask := uint32(most)
		for code := range uint32(1) << n {
			for number := range 6 {
				f := numFormat(number)
				want := code
				if number == numSnorm && code == 1<<(n-1) {
					want = (1<<(n-1) + 1) & mask // -1 has the code above the lowest
				}
				if got := f.encode(f.decode(code, n), n); got != want {
					t.Fatalf("number format %d, %d bits: code %#x comes back as %#x", number, n, code, got)
				}
			}
		}
		for range 20000 {
			x := float32(random.Float64()*3 - 1.5)
			scaled := new(big.Rat).SetFloat64(float64(x))
			unorm := nearest(scaled, most, 0, most)
			snorm := uint32(nearest(scaled, half, -half, half)) & mask
			if got := numFormat(numUnorm).encode(math.Float32bits(x), n); int64(got) != unorm {
				t.Fatalf("unorm of %d bits: %v gives %d, want %d", n, x, got, unorm)
			}
			if got := numFormat(numSnorm).encode(math.Float32bits(x), n); got != snorm {
				t.Fatalf("snorm of %d bits: %v gives %#x, want %#x", n, x, got, snorm)
			}
		}
		low := uint32(-half-1) & mask
		for _, c := range []struct {
			number  int
			v, want uint32
		}{
			{numUnorm, 0x7fc00000, 0}, {numUnorm, 0x7f800000, mask}, {numUnorm, 0xff800000, 0},
			{numSnorm, 0x7fc00000, 0}, {numSnorm, 0x7f800000, uint32(half)}, {numSnorm, 0xff800000, uint32(-half) & mask},
			{numUscaled, 0x7fc00000, 0}, {numUscaled, 0x7f800000, mask}, {numUscaled, 0xbf800000, 0}, {numUscaled, 0x3fffffff, 1},
			{numSscaled, 0x7fc00000, 0}, {numSscaled, 0x7f800000, uint32(half)}, {numSscaled, 0xff800000, low}, {numSscaled, 0xbfffffff, mask},
			{numUint, 0xffffffff, mask}, {numSint, 0x7fffffff, uint32(half)}, {numSint, 0x80000000, low}, {numSint, 0xffffffff, mask},
		} {
			if got := numFormat(c.number).encode(c.v, n); got != c.want {
				t.Errorf("number format %d, %d bits: %#x is stored as %#x, want %#x", c.number, n, c.v, got, c.want)
			}
		}
	}
}

// nearest is x*scale rounded to nearest even, within limits.
func nearest(x *big.Rat, scale, least, most int64) int64 {
	x = new(big.Rat).Mul(x, big.NewRat(scale, 1))
	double := new(big.Rat).Mul(x, big.NewRat(2, 1))
	floor := new(big.Int).Div(double.Num(), double.Denom()).Int64() // of 2x
	r := floor >> 1
	if floor&1 != 0 && (!double.IsInt() || r&1 != 0) {
		r++
	}
	return min(max(r, least), most)
}

// TestFormatSelect: dst_sel chooses the components of loads and the places of
// stores; 1 is 1 even out of range (ISA manual §9.1.5.1).
func TestFormatSelect(t *testing.T) {
	const (
		wzyx   = 7 | 6<<3 | 5<<6 | 4<<9
		x01y   = 4 | 0<<3 | 1<<6 | 5<<9
		one    = 0x3f800000
		bytes4 = 10 << resourceDataFormat
	)
	for _, c := range []struct {
		word3, records uint32
		want           [4]uint32
	}{
		{wzyx | bytes4 | numUint<<resourceNumFormat, 4, [4]uint32{4, 3, 2, 1}},
		{x01y | bytes4 | numUint<<resourceNumFormat, 4, [4]uint32{1, 0, 1, 2}},
		{x01y | bytes4 | numUnorm<<resourceNumFormat, 4, [4]uint32{ratBits(1, 255), 0, one, ratBits(2, 255)}},
		{x01y | bytes4 | numUint<<resourceNumFormat, 3, [4]uint32{0, 0, 1, 0}},
		{x01y | bytes4 | numUnorm<<resourceNumFormat, 3, [4]uint32{0, 0, one, 0}},
		{x01y | 1<<resourceDataFormat | numUint<<resourceNumFormat, 4, [4]uint32{1, 0, 1, 0}},
	} {
		r := memTarget(t, "gfx950")
		r.setExec(1)
		r.setDword(t, 0, 0x04030201)
		r.setResource(r.buf.Addr, 0, c.records, c.word3)
		r.exec(t, "buffer_load_format_xyzw v[0:3], off, s[8:11], 0")
		r.good(t)
		if got := [4]uint32{r.vgpr[0][0], r.vgpr[1][0], r.vgpr[2][0], r.vgpr[3][0]}; got != c.want {
			t.Errorf("word 3 %#x: %#x, want %#x", c.word3, got, c.want)
		}
	}
	r := memTarget(t, "gfx950")
	r.setExec(1)
	r.setDword(t, 0, 0xaaaaaaaa)
	for i := range 4 {
		r.setV(i, uint32(i+1))
	}
	r.setResource(r.buf.Addr, 0, 4, wzyx|bytes4|numUint<<resourceNumFormat)
	r.exec(t, "buffer_store_format_xyz v[0:2], off, s[8:11], 0")
	r.good(t)
	if got := r.dword(t, 0); got != 0x010203aa {
		t.Errorf("store through wzyx leaves %#x", got)
	}
	// Components that share bytes: those that are not given become 0.
	r.exec(t, fmt.Sprintf("tbuffer_store_format_xy v[0:1], off, s[8:11], 0 format:%d", 9|numUint<<4))
	r.good(t)
	if got := r.dword(t, 0); got != 2<<10|1 {
		t.Errorf("two of 2_10_10_10 leave %#x", got)
	}
}

// TestFormatD16: floating point becomes f16 and comes from f16, integers have
// 16 bits.
func TestFormatD16(t *testing.T) {
	const halves = 12
	for _, c := range []struct {
		format      int
		mem         uint64
		want, after uint64 // registers; memory after a store of them
	}{
		{10 | numUnorm<<4, 0x800000ff, 0x3804_0000_0000_3c00, 0x800000ff}, // 128/255 = 0x3804 as f16
		{10 | numSint<<4, 0x80ff017f, 0xff80_ffff_0001_007f, 0x80ff017f},
		{10 | numUint<<4, 0x80ff017f, 0x0080_00ff_0001_007f, 0x80ff017f},
		{halves | numFloat<<4, 0x7c00_8001_3c00_bc00, 0x7c00_8001_3c00_bc00, 0x7c00_8001_3c00_bc00},
		{11 | numFloat<<4, 0x3f800fff_477ff000, 0x0000_0000_3c00_7c00, 0x3f800000_7f800000}, // 65520 rounds to infinity
		{11 | numUint<<4, 0x00012345_fedcba98, 0x0000_0000_2345_ba98, 0x00002345_0000ba98},
		{11 | numSint<<4, 0x00018345_fedcba98, 0x0000_0000_8345_ba98, 0xffff8345_ffffba98},
	} {
		r := memTarget(t, "gfx942")
		r.setExec(1)
		var b [8]byte
		putWord(b[:], c.mem)
		r.setBytes(t, SpaceGlobal, 0, 0, b[:])
		r.setResource(r.buf.Addr, 0, 64, memRawFormat)
		r.exec(t, fmt.Sprintf("tbuffer_load_format_d16_xyzw v[0:1], off, s[8:11], 0 format:%d", c.format))
		r.good(t)
		if got := r.v64(0, 0); got != c.want {
			t.Errorf("format %#x: %#x loads %#x, want %#x", c.format, c.mem, got, c.want)
		}
		r.setBytes(t, SpaceGlobal, 0, 0, make([]byte, 8))
		r.exec(t, fmt.Sprintf("tbuffer_store_format_d16_xyzw v[0:1], off, s[8:11], 0 format:%d", c.format))
		r.good(t)
		if got := word(r.bytes(t, SpaceGlobal, 0, 0, 8)); got != c.after {
			t.Errorf("format %#x: %#x stores %#x, want %#x", c.format, c.want, got, c.after)
		}
	}
}
