package main

import (
	"fmt"
	"math"
)

// comparison is the outcome of an expectation.
type comparison struct {
	Name     string       `json:"name"`
	File     string       `json:"file,omitempty"`
	Passed   bool         `json:"passed"`
	Elements int          `json:"elements"`
	Wrong    int          `json:"wrong"`
	MaxAbs   jsonFloat    `json:"maxAbs"`
	MaxRel   jsonFloat    `json:"maxRel"`
	ATol     float64      `json:"atol"`
	RTol     float64      `json:"rtol"`
	First    []difference `json:"first,omitempty"`
	Error    string       `json:"error,omitempty"`
}

// difference is an element that is not as expected.
type difference struct {
	Index []int     `json:"index"`
	Got   jsonFloat `json:"got"`
	Want  jsonFloat `json:"want"`
	// Bits are the codes of got and want, in hexadecimal (--against).
	Bits []string `json:"bits,omitempty"`
}

// jsonFloat is a number that JSON may have to write as a string.
type jsonFloat float64

// MarshalJSON writes NaN and infinities as strings.
func (f jsonFloat) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte(fmt.Sprintf("%q", fmt.Sprint(v))), nil
	}
	return []byte(fmt.Sprintf("%g", v)), nil
}

// maxShown is how many differences are listed.
const maxShown = 8

// compare checks an argument against a .npy file: |got-want| <= atol +
// rtol*|want|, NaN equal to NaN, infinities equal to themselves. Without
// tolerances integers compare as integers.
func compare(name string, a *runArg, file string, atol, rtol float64) (comparison, error) {
	c := comparison{Name: name, File: file, ATol: atol, RTol: rtol}
	npy, err := readNPY(file)
	if err != nil {
		return c, err
	}
	ref, err := referenceOf(npy, a.tensor.elem)
	if err != nil {
		return c, fmt.Errorf("%s: %w", file, err)
	}
	got, err := a.contents()
	if err != nil {
		return c, err
	}
	c.Elements = a.tensor.count()
	if n := len(npy.data) * 8 / ref.bits; n != c.Elements {
		c.Error = fmt.Sprintf("the reference has %d elements, the argument %d", n, c.Elements)
		return c, nil
	}
	for i := range c.Elements {
		c.element(a.tensor, i, a.tensor.elem.raw(got, i), ref, ref.raw(npy.data, i))
	}
	c.Passed = c.Wrong == 0
	return c, nil
}

// referenceOf is the type of a reference file's elements: that of the
// argument if the file can hold it and says no other, else the file's own.
func referenceOf(npy *array, e *element) (*element, error) {
	if e.fits(npy.descr) && (npy.descr[0] != 'f' || e.descr == npy.descr) {
		return e, nil
	}
	return elementOf(npy.descr)
}

// element compares one element.
func (c *comparison) element(t tensor, i int, gotRaw uint64, ref *element, wantRaw uint64) {
	got, want := t.elem.float(gotRaw), ref.float(wantRaw)
	if t.elem.kind != 'f' && ref.kind == t.elem.kind && c.ATol == 0 && c.RTol == 0 && gotRaw == wantRaw && t.elem.bits == ref.bits {
		return
	}
	exactInts := t.elem.kind != 'f' && ref.kind == t.elem.kind && t.elem.bits == 64 && ref.bits == 64 && c.ATol == 0 && c.RTol == 0
	if !exactInts && c.close(got, want) {
		return
	}
	c.Wrong++
	if len(c.First) < maxShown {
		c.First = append(c.First, difference{Index: t.index(i), Got: jsonFloat(got), Want: jsonFloat(want)})
	}
}

// close compares two values and notes how far apart they are.
func (c *comparison) close(got, want float64) bool {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return true
	}
	d := math.Abs(got - want)
	if math.IsNaN(d) {
		d = math.Inf(1)
	}
	c.MaxAbs = jsonFloat(max(float64(c.MaxAbs), d))
	if want != 0 && !math.IsNaN(want) {
		c.MaxRel = jsonFloat(max(float64(c.MaxRel), d/math.Abs(want)))
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
