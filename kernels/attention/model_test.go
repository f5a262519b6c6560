package attention

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/reference"
	"heddle/long"
)

// TestModelIsNear: what the scalar model gives is as near to the exact result as a kernel has to be.
func TestModelIsNear(t *testing.T) {
	cases := 6
	if long.On() {
		cases = 24
	}
	for _, chip := range arch.Chips {
		list := Random(chip, 5, cases)
		for _, c := range list {
			list = append(list, c.Others()...)
		}
		for _, c := range list {
			p := &c.Problem
			in := p.Random(c.Seed, c.Kind)
			list, err := p.Model(p.Choose(), in, p.Whole())
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Compare(p.Choose(), in, modelOutputs(p, list), p.Whole()).Check(c.Limits()); err != nil {
				t.Errorf("%s: %v", c.Flags(), err)
			}
		}
	}
}

// modelOutputs puts results of the model where a kernel does.
func modelOutputs(p *Problem, list []*Modelled) *Outputs {
	out := &Outputs{}
	place := func(name string, codes func(*Modelled) []uint32) reference.Contents {
		x, _ := p.Tensor(name)
		data := make([]byte, x.Bytes())
		for _, m := range list {
			seq := p.Sequence(m.Rows.Batch)
			for n, code := range codes(m) {
				at := x.Index(seq.Batch, m.Rows.Head, seq.Q+m.Rows.First+int64(n)/x.Dim) + int64(n)%x.Dim
				for i := range x.elementBytes() {
					data[at*x.elementBytes()+i] = byte(code >> (8 * i))
				}
			}
		}
		return reference.Bytes(data)
	}
	out.O = place("o", func(m *Modelled) []uint32 { return m.O })
	if p.LSE {
		out.LSE = place("lse", func(m *Modelled) []uint32 { return m.LSE })
	}
	return out
}

// TestCompareBits: one bit is seen, in O and in LSE, and where it is; NaNs are all the same.
func TestCompareBits(t *testing.T) {
	p := &Problem{Chip: arch.Chips[0], In: BF16, Out: F16, Heads: 2, SeqQ: 40, SeqK: 70, HeadDim: 64, LSE: true}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	in, c := p.Random(1, NaN), p.Choose()
	list, err := p.Model(c, in, p.Whole())
	if err != nil {
		t.Fatal(err)
	}
	nans, plain := 0, 0 // the last element that is no NaN
	for _, m := range list {
		for i, code := range m.O {
			if code&0x7fff > 0x7c00 {
				m.O[i] = 0xffff
				nans++
			} else if m == list[0] {
				plain = i
			}
		}
	}
	if nans == 0 || plain == 0 {
		t.Fatalf("%d NaNs", nans)
	}
	check := func(want string) {
		t.Helper()
		e, err := p.CompareBits(c, in, modelOutputs(p, list), p.Whole())
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Check(); e.Elements != 2*40*65 || e.Bytes != 2*40*(64*2+4) || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", e, err, want)
		}
	}
	check("")
	list[0].LSE[7] ^= 1
	check("1 of 5200 elements have other bits than the scalar model's; the first: LSE[0][0][7]")
	list[0].O[plain] ^= 1
	check(fmt.Sprintf("2 of 5200 elements have other bits than the scalar model's; the first: O[0][0][%d, %d]", plain/64, plain%64))
}
