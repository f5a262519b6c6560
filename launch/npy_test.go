package launch

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

// npyFile makes a file of the given version and header.
func npyFile(version byte, header string, data ...byte) []byte {
	b := append([]byte(npyMagic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func TestParseNPY(t *testing.T) {
	for _, c := range []struct {
		name  string
		file  []byte
		descr string
		shape []int
		data  []byte
	}{
		{"f4", npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n", 0, 0, 128, 63, 0, 0, 0, 64), "f4", []int{1, 2}, []byte{0, 0, 128, 63, 0, 0, 0, 64}},
		{"one dimension", npyFile(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", 1, 2, 3), "u1", []int{3}, []byte{1, 2, 3}},
		{"scalar", npyFile(3, "{\"descr\": \"<i2\", \"fortran_order\": False, \"shape\": ()}", 1, 2), "i2", []int{}, []byte{1, 2}},
		{"big endian", npyFile(1, "{'descr': '>u2', 'fortran_order': False, 'shape': (2,), }", 1, 2, 3, 4), "u2", []int{2}, []byte{2, 1, 4, 3}},
		{"order of keys", npyFile(1, "{'shape': (1,), 'fortran_order': True, 'descr': '<f8'}", 1, 2, 3, 4, 5, 6, 7, 8), "f8", []int{1}, []byte{1, 2, 3, 4, 5, 6, 7, 8}},
		{"empty", npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 5), }"), "f4", []int{0, 5}, []byte{}},
		{"more data than elements", npyFile(1, "{'descr': '|V1', 'fortran_order': False, 'shape': (1,), }", 9, 9), "V1", []int{1}, []byte{9}},
	} {
		a, err := parseNPY(c.file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a.Descr != c.descr || !bytes.Equal(a.Data, c.data) || len(a.Shape) != len(c.shape) {
			t.Errorf("%s: got %q %v %v", c.name, a.Descr, a.Shape, a.Data)
		}
	}
}

func TestParseNPYErrors(t *testing.T) {
	for _, file := range [][]byte{
		nil, []byte("hello"), []byte(npyMagic), []byte(npyMagic + "\x01\x00\xff\xff"), []byte(npyMagic + "\x02\x00\xff\xff\xff\xff\xff\xff"),
		npyFile(4, "{}"), npyFile(1, "{}"), npyFile(1, "{'descr': '<f4'}"),
		npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", 1, 2, 3),
		npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 1, 2, 3),
		npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }"),
		npyFile(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }", 0, 0, 0, 0),
		npyFile(1, "{'descr': '<f4', 'fortran_order': 1, 'shape': (1,), }", 0, 0, 0, 0),
		npyFile(1, "{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }", make([]byte, 16)...),
		npyFile(1, "{'descr': '<U3', 'fortran_order': False, 'shape': (1,), }", make([]byte, 16)...),
		npyFile(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", make([]byte, 16)...),
		npyFile(1, "{'descr': '', 'fortran_order': False, 'shape': (1,), }", make([]byte, 16)...),
		npyFile(1, "{'descr': '<', 'fortran_order': False, 'shape': (1,), }", make([]byte, 16)...),
	} {
		if a, err := parseNPY(file); err == nil {
			t.Errorf("%q is read as %v %v", file, a.Descr, a.Shape)
		}
	}
}

func TestFormatNPY(t *testing.T) {
	for _, shape := range [][]int{{}, {2}, {1, 2}, {2, 1, 1}} {
		n := 1
		for _, k := range shape {
			n *= k
		}
		a := &Array{Descr: "u2", Shape: shape, Data: make([]byte, 2*n)}
		b := a.NPY()
		got, err := parseNPY(b)
		if err != nil || got.Descr != "u2" || len(got.Shape) != len(shape) || len(got.Data) != 2*n {
			t.Errorf("%v: %v, %v", shape, got, err)
		}
		if (len(b)-2*n)%64 != 0 {
			t.Errorf("%v: data begin at %d, not a multiple of 64", shape, len(b)-2*n)
		}
	}
}

func FuzzParseNPY(f *testing.F) {
	f.Add(npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n", 0, 0, 128, 63, 0, 0, 0, 64))
	f.Add(npyFile(2, "{'descr': '>u2', 'fortran_order': False, 'shape': (1,), }\n", 0, 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := parseNPY(b)
		if err != nil {
			return
		}
		for i := range elements {
			if e := &elements[i]; e.Fits(a.Descr) {
				if _, err := a.tensor(e.Name, true); err != nil {
					t.Errorf("%s fits %q, but: %v", e.Name, a.Descr, err)
				}
			}
		}
	})
}

// TestElements checks values and their packing for each type.
func TestElements(t *testing.T) {
	for _, c := range []struct {
		name  string
		raw   uint64
		value float64
	}{
		{"i8", 0x80, -128}, {"i16", 0xffff, -1}, {"i32", 5, 5}, {"i64", 1 << 63, -9223372036854775808},
		{"u8", 0x80, 128}, {"u16", 0xffff, 65535}, {"u32", 0xffffffff, 4294967295}, {"u64", 1 << 63, 9223372036854775808},
		{"f16", 0x3c01, 1 + 1.0/1024}, {"bf16", 0xbf80, -1}, {"f32", 0x3fc00000, 1.5}, {"f64", 0x3ff8000000000000, 1.5},
		{"fp8", 0x7e, 448}, {"bf8", 0x7b, 57344}, {"fp8fnuz", 0x7f, 240}, {"bf8fnuz", 0x7f, 57344},
		{"fp6", 0x1f, 7.5}, {"bf6", 0x1f, 28}, {"fp4", 0xf, -6}, {"e8m0", 128, 2},
	} {
		e, err := ParseElement(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Float(c.raw); got != c.value {
			t.Errorf("%s %#x is %g, want %g", c.name, c.raw, got, c.value)
		}
		if got := e.FromFloat(c.value); got != c.raw && c.name != "u64" {
			t.Errorf("%s of %g is %#x, want %#x", c.name, c.value, got, c.raw)
		}
		// Seven elements, the fourth of them this one.
		const n, at = 7, 3
		b := make([]byte, (n*e.Bits+7)/8)
		randomFill{}.put(b, at*int64(e.Bits), c.raw&0xff, int64(min(e.Bits, 8)))
		if got := e.Raw(b, at); got != c.raw&0xff {
			t.Errorf("%s: element %d reads %#x, want %#x", c.name, at, got, c.raw&0xff)
		}
		if got := e.Raw(b, at-1) | e.Raw(b, at+1); got != 0 {
			t.Errorf("%s: the neighbours of element %d read %#x", c.name, at, got)
		}
	}
	if e, _ := ParseElement("e8m0"); !math.IsNaN(e.Float(255)) {
		t.Error("e8m0 255 is no NaN")
	}
}

// TestRandomFill checks that a page's contents do not depend on how it is cut,
// and that values stay in their range.
func TestRandomFill(t *testing.T) {
	for _, spec := range []string{"rand:f32[4096]:seed=7", "rand:fp6[10000]", "rand:fp4[9999]:seed=2", "rand:i8[5000]:lo=-3:hi=3", "rand:u64[1000]", "rand:bf16[4096]:lo=2:hi=4"} {
		a, err := parseArg(spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		size := a.tensor.bytes()
		whole, pieces := make([]byte, size), make([]byte, size)
		a.fill(0, whole)
		for at := uint64(0); at < size; at += 96 {
			a.fill(at, pieces[at:min(at+96, size)])
		}
		if !bytes.Equal(whole, pieces) {
			t.Errorf("%s: contents depend on the size of the pages", spec)
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range a.tensor.count() {
			v := a.tensor.elem.Float(a.tensor.elem.Raw(whole, i))
			lo, hi = min(lo, v), max(hi, v)
		}
		if !(lo < hi) || lo < -1 && spec[5] != 'i' || hi > 100 {
			t.Errorf("%s: values from %g to %g", spec, lo, hi)
		}
	}
}

// TestCompare checks tolerances, NaN, infinities and types of references.
func TestCompare(t *testing.T) {
	f := func(v ...float64) []byte {
		var b []byte
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		}
		return b
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		got, want  float64
		atol, rtol float64
		ok         bool
	}{
		{1, 1, 0, 0, true}, {1, 1.5, 0, 0, false}, {1, 1.5, 0.5, 0, true}, {2, 4, 0, 0.5, true}, {2, 4, 0, 0.25, false},
		{nan, nan, 0, 0, true}, {nan, 1, 100, 100, false}, {1, nan, 100, 100, false}, {inf, inf, 0, 0, true},
		{inf, -inf, 100, 100, false}, {1, inf, 100, 100, false}, {0, math.Copysign(0, -1), 0, 0, true},
	} {
		e, _ := ParseElement("f32")
		r := Comparison{ATol: c.atol, RTol: c.rtol}
		ten := tensor{e, []int{1}}
		r.element(ten, 0, e.Raw(f(c.got), 0), e, e.Raw(f(c.want), 0))
		if (r.Wrong == 0) != c.ok {
			t.Errorf("got %g, want %g, tolerances %g %g: ok is %t", c.got, c.want, c.atol, c.rtol, r.Wrong == 0)
		}
	}
}
