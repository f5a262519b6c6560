package vet

import (
	"strings"
	"testing"

	"heddle/arch"
)

// TestFormula: what is no sum is printed with its operations, unless that is too deep or too long.
func TestFormula(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"sum", "v_lshlrev_b32 v1, 2, v0; v_add_u32 v1, 12, v1", "4*item.x + 12"},
		{"swizzle", "v_and_b32 v1, 7, v0; v_lshrrev_b32 v2, 3, v0; v_xor_b32 v1, v1, v2; v_lshlrev_b32 v1, 4, v1", "16*((item.x&0x7)^(item.x>>3))"},
		{"smaller", "v_min_u32 v1, 9, v0", "min(9, item.x)"},
		{"argument", "v_and_b32 v1, s4, v0; v_or_b32 v1, s5, v1", "(arg@12|(arg@8&item.x))"},
		{"deep", "v_min_u32 v1, s4, v0; v_max_u32 v1, s5, v1; v_min_u32 v1, s6, v1; v_max_u32 v1, s7, v1; v_min_u32 v1, s4, v1", "min(arg@8, max(arg@20, min(arg@16, max(arg@12, value"},
		{"long", "v_min_u32 v1, s4, v0" + strings.Repeat("; v_xor_b32 v2, s5, v1; v_lshl_add_u32 v2, v2, 7, v0; v_max_u32 v3, s6, v2; v_lshl_add_u32 v3, v3, 9, v2; v_min_u32 v1, v2, v3; v_lshl_add_u32 v1, v1, 11, v0", 3), ""},
	} {
		o := assembled(t, arch.Chips[0], "\ts_load_dwordx4 s[4:7], s[0:1], 0x8\n\tv_and_b32 v0, 0x3ff, v0\n\ts_waitcnt lgkmcnt(0)\n"+strings.ReplaceAll(c.code, "; ", "\n")+"\n\tds_read_b32 v9, v1\n\ts_endpgm\n")
		r, err := ObjectWith(o, Options{Addresses: true})
		if err != nil {
			t.Fatal(err)
		}
		list := r.Kernels[0].Addresses.List
		if got := list[len(list)-1].Offset; !strings.HasPrefix(got, c.want) || len(got) > mostFormula || strings.Contains(c.want, "value") && strings.Contains(got, "item") {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

// TestUnknownPoly: a selection that takes an unknown value has no number, and two of them are not equal.
func TestUnknownPoly(t *testing.T) {
	o := assembled(t, arch.Chips[0], "\ts_endpgm\n")
	v := watch(o, o.Kernels[0], newGiven(o.Kernels[0], &Launch{LDS: -1})).v
	never := v.op(opMulHi, v.symbol(symItem), v.constant(2)) // 0, and no constant
	var picks [2]poly
	for i := range picks {
		x := v.value(value{op: opSelect, a: v.constant(uint32(5 + i)), c: never})
		v.solve()
		f := v.facts[v.find(x)]
		if f != width(32).any() {
			t.Errorf("an unknown number is in %+v", f)
		}
		picks[i] = v.poly(x)
	}
	if d := picks[0].plus(picks[1], -1); len(d.terms) == 0 {
		t.Error("two unknown numbers are equal")
	}
	if r := v.rangeOf(v.poly(0)); r.lo != 0 || r.hi != 1<<32-1 {
		t.Errorf("an unknown number is in %+v", r)
	}
}

// TestWrappedCoefficients: a dividend times 2^32 has coefficients beyond 64 bits, and its remainder no range.
func TestWrappedCoefficients(t *testing.T) {
	o := assembled(t, arch.Chips[0], "\ts_endpgm\n")
	v := watch(o, o.Kernels[0], newGiven(o.Kernels[0], &Launch{LDS: -1})).v
	const x, y = 0xfffffffe, 0xfffffffd
	high := v.value(value{op: opMulHi, a: v.constant(x), b: v.constant(y)}) // as if found out later that they are constants
	pair := v.pair(v.constant(x), high)
	v.solve()
	want := uint64(x)*y>>32<<32 | x
	if f := v.facts[v.find(pair)]; f.lo > want || f.hi < want || f.zero&want != 0 || f.one&^want != 0 {
		t.Errorf("%#x is not in %+v", want, f)
	}
	p := v.poly(pair)
	if r := v.rangeOf(p); r.lo > r.hi {
		t.Errorf("%s is in %+v", v.formula(p), r)
	}
}
