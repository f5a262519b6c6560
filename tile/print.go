package tile

import (
	"heddle/cformat"
	"heddle/ir"
)

// Printf prints numbers when the kernel runs, by a format of C: %ld is an Index. Numbers that are the
// same in all waves are printed once in a workgroup, those that differ between waves by each of them, and those
// that differ between lanes by each lane; in a branch that waves take differently each wave prints. On a card it
// prints as HIP's printf does; Launch.Print says where a simulated run does.
//
//	k.Printf("step %ld begins at row %ld\n", step, row)
func (k *Kernel) Printf(format string, numbers ...Index) {
	conversions := 0
	for _, p := range cformat.Parse(format) {
		switch {
		case p.Verb == 0:
		case p.IsFloat(), p.Verb == 's', p.Verb == 'n', p.Vector > 0, p.Width == cformat.Star, p.Prec == cformat.Star:
			k.fail("Printf: %%%c of %q is not for an Index: %%ld is", p.Verb, format)
		default:
			conversions++
		}
	}
	if conversions != len(numbers) {
		k.fail("Printf: %q has %d conversions for %d numbers", format, conversions, len(numbers))
	}
	varies := uniform
	if k.branches > 0 {
		varies = byWave
	}
	var values []*ir.Value
	for _, x := range numbers {
		varies = max(varies, x.varies)
		values = append(values, k.value(x))
	}
	first := always
	switch varies {
	case uniform:
		first = k.thread.Less(I(1))
	case byWave:
		first = k.Lane().Less(I(1))
	}
	k.when(first, func() { k.do("gpu.printf", values, attr("format", ir.String(format))) })
}
