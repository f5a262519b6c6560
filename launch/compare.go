package launch

import (
	"fmt"
	"math"
)

// Comparison is the outcome of an expectation.
type Comparison struct {
	Name     string       `json:"name"`
	File     string       `json:"file,omitempty"`
	Passed   bool         `json:"passed"`
	Elements int          `json:"elements"`
	Wrong    int          `json:"wrong"`
	MaxAbs   Float        `json:"maxAbs"`
	MaxRel   Float        `json:"maxRel"`
	ATol     float64      `json:"atol"`
	RTol     float64      `json:"rtol"`
	First    []Difference `json:"first,omitempty"`
	Error    string       `json:"error,omitempty"`

	first, bits int // of compareMemory: the number and the size of the first element in First
}

// Difference is an element with an unexpected value.
type Difference struct {
	Index []int `json:"index"`
	Got   Float `json:"got"`
	Want  Float `json:"want"`
	// Bits are the codes of got and want, in hexadecimal (--against).
	Bits []string `json:"bits,omitempty"`
}

// Float is a number that JSON writes as a string if it is not finite.
type Float float64

// MarshalJSON writes NaN and infinities as strings.
func (f Float) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte(fmt.Sprintf("%q", fmt.Sprint(v))), nil
	}
	return []byte(fmt.Sprintf("%g", v)), nil
}

// maxShown is the number of differences listed.
const maxShown = 8

// compare checks an argument against a .npy file: |got-want| <= atol +
// rtol*|want|, NaN equal to NaN, infinities equal to themselves. Without
// tolerances integers compare as integers.
func compare(name string, a *Memory, file string, atol, rtol float64) (Comparison, error) {
	c := Comparison{Name: name, File: file, ATol: atol, RTol: rtol}
	npy, err := ReadNPY(file)
	if err != nil {
		return c, err
	}
	ref, err := referenceOf(npy, a.tensor.elem)
	if err != nil {
		return c, fmt.Errorf("%s: %w", file, err)
	}
	got, err := a.Contents()
	if err != nil {
		return c, err
	}
	c.Elements = a.tensor.count()
	if n := len(npy.Data) * 8 / ref.Bits; n != c.Elements {
		c.Error = fmt.Sprintf("the reference has %d elements, the argument %d", n, c.Elements)
		return c, nil
	}
	for i := range c.Elements {
		c.element(a.tensor, i, a.tensor.elem.Raw(got, i), ref, ref.Raw(npy.Data, i))
	}
	c.Passed = c.Wrong == 0
	return c, nil
}

// referenceOf is the element type of a reference file: the argument's if the file can
// hold it and does not name another, else the file's own.
func referenceOf(npy *Array, e *Element) (*Element, error) {
	if e.Fits(npy.Descr) && (npy.Descr[0] != 'f' || e.Descr == npy.Descr) {
		return e, nil
	}
	return ElementOf(npy.Descr)
}

// element compares one element.
func (c *Comparison) element(t tensor, i int, gotRaw uint64, ref *Element, wantRaw uint64) {
	got, want := t.elem.Float(gotRaw), ref.Float(wantRaw)
	if t.elem.kind != 'f' && ref.kind == t.elem.kind && c.ATol == 0 && c.RTol == 0 && gotRaw == wantRaw && t.elem.Bits == ref.Bits {
		return
	}
	exactInts := t.elem.kind != 'f' && ref.kind == t.elem.kind && t.elem.Bits == 64 && ref.Bits == 64 && c.ATol == 0 && c.RTol == 0
	if !exactInts && c.close(got, want) {
		return
	}
	c.wrong(Difference{Index: t.index(i), Got: Float(got), Want: Float(want)})
}

// wrong records an element with an unexpected value.
func (c *Comparison) wrong(d Difference) {
	if c.Wrong++; c.Wrong <= maxShown {
		c.First = append(c.First, d)
	}
}

// close compares two values and records their difference.
func (c *Comparison) close(got, want float64) bool {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return true
	}
	d := math.Abs(got - want)
	if math.IsNaN(d) {
		d = math.Inf(1)
	}
	c.MaxAbs = Float(max(float64(c.MaxAbs), d))
	if want != 0 && !math.IsNaN(want) {
		c.MaxRel = Float(max(float64(c.MaxRel), d/math.Abs(want)))
	}
	return d <= c.ATol+float64(c.RTol*math.Abs(want)) && !math.IsInf(want, 0)
}

// index is the position of element i in the shape.
func (t tensor) index(i int) []int {
	index := make([]int, len(t.shape))
	for k := len(t.shape) - 1; k >= 0; k-- {
		index[k] = i % t.shape[k]
		i /= t.shape[k]
	}
	return index
}

// compareMemory compares a buffer of the simulator with the interpreter's, bit
// for bit unless there is a tolerance.
func compareMemory(name memoryName, a, reference *Memory, atol, rtol float64) (Comparison, error) {
	c := Comparison{Name: name.name, ATol: atol, RTol: rtol}
	got, err := a.Contents()
	if err != nil {
		return c, err
	}
	want, err := reference.Contents()
	if err != nil {
		return c, err
	}
	t := a.tensor
	if e := name.elem; e != nil && e != t.elem {
		t = tensor{e, []int{len(got) * 8 / e.Bits}}
	}
	if t.elem == nil || t.bytes() != uint64(len(got)) { // bytes, then
		u8, err := ParseElement("u8")
		if err != nil {
			return c, err
		}
		t = tensor{u8, []int{len(got)}}
	}
	c.Elements = t.count()
	for i := range c.Elements {
		none := c.Wrong == 0
		if c.same(t, i, t.elem.Raw(got, i), t.elem.Raw(want, i)); none && c.Wrong > 0 {
			c.first, c.bits = i, t.elem.Bits
		}
	}
	c.Passed = c.Wrong == 0
	return c, nil
}

// same compares the codes of one element.
func (c *Comparison) same(t tensor, i int, gotRaw, wantRaw uint64) {
	if gotRaw == wantRaw {
		return
	}
	got, want := t.elem.Float(gotRaw), t.elem.Float(wantRaw)
	if t.elem.kind == 'f' && got != got && want != want {
		return
	}
	if isClose := c.close(got, want); isClose && (c.ATol != 0 || c.RTol != 0) {
		return
	}
	digits := (t.elem.Bits + 3) / 4
	c.wrong(Difference{t.index(i), Float(got), Float(want),
		[]string{fmt.Sprintf("0x%0*x", digits, gotRaw), fmt.Sprintf("0x%0*x", digits, wantRaw)}})
}
