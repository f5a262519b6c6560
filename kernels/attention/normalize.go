package attention

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/isa"
	"heddle/tile"
)

// Limits of a problem.
const (
	MaxSeq   = 1<<31 - 1 // queries and keys of a sequence, and rows of all packed ones
	MaxBatch = 65535
	MaxHeads = 65535
	MaxBytes = 1 << 47 // of a tensor: the address space
	// StrideBytes divides strides of Q, K, V and O: rows are read and written in whole 16 bytes.
	StrideBytes = 16
)

// Normalize fills in the defaults and checks everything. An error is a *diag.FieldError of one
// line: the field, what is wrong and what is accepted. Normalize is idempotent.
func (p *Problem) Normalize() error {
	for _, step := range []func() error{p.pickTypes, p.sequences, p.sizes, p.masks, p.splits, p.exponentials, p.rounded, p.factors, p.descales, p.roundable, p.layouts} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Problem) pickTypes() error {
	if p.Chip == nil {
		return diag.Usagef("%s: no chip given", diag.Field("Chip"))
	}
	if err := p.In.check("In", InTypes); err != nil {
		return err
	}
	if err := p.In.on(p.Chip); err != nil {
		return diag.Usagef("%s: %w", diag.Field("In"), err)
	}
	if err := p.pickQK(); err != nil {
		return err
	}
	if p.Out == "" {
		if p.Out = p.In; p.In == FP8 {
			p.Out = BF16
		}
	}
	return p.Out.check("Out", OutTypes)
}

// pickQK checks the type of Q and K.
func (p *Problem) pickQK() error {
	if p.QK == p.In {
		p.QK = ""
	}
	if p.QK == "" {
		return nil
	}
	if err := p.QK.check("QK", append([]Type{p.In}, MXTypes...)); err != nil {
		return err
	}
	if p.In != FP8 {
		return diag.Usagef("%s: %s is for values of fp8, not of %s; need %[3]s", diag.Field("QK"), p.QK, p.In)
	}
	if !p.scales() {
		return diag.Usagef("%s: %s has no matrix instructions with scales of blocks, which %s needs; need %s, or another chip", diag.Field("QK"), p.Chip.Name, p.QK, p.In)
	}
	return nil
}

// scales reports whether the chip has matrix instructions with scales of blocks for the problem's type.
func (p *Problem) scales() bool {
	return slices.ContainsFunc(sizes, func(size int) bool {
		return slices.ContainsFunc(p.instructions(size), func(x tile.Instruction) bool { return x.Scaled })
	})
}

// sequences checks the starts of packed sequences, and takes sizes from them.
func (p *Problem) sequences() error {
	if (p.CuSeqQ == nil) != (p.CuSeqK == nil) {
		missing, given := diag.Field("CuSeqK"), diag.Field("CuSeqQ")
		if p.CuSeqQ == nil {
			missing, given = given, missing
		}
		return diag.Usagef("%s: not given, but %s is; need both or neither", missing, given)
	}
	if !p.Packed() {
		return nil
	}
	for _, x := range []struct {
		starts, most diag.Field
		list         []int32
		seq          *int64
	}{{"CuSeqQ", "SeqQ", p.CuSeqQ, &p.SeqQ}, {"CuSeqK", "SeqK", p.CuSeqK, &p.SeqK}} {
		longest, err := longestOf(x.starts, x.list)
		if err != nil {
			return err
		}
		if *x.seq == 0 {
			*x.seq = longest
		}
		if *x.seq < longest {
			return diag.Usagef("%s: %d is less than the longest sequence of %s; need %d or more", x.most, *x.seq, x.starts, longest)
		}
	}
	if len(p.CuSeqQ) != len(p.CuSeqK) {
		return diag.Usagef("%s: %d starts, but %s has %d; need as many", diag.Field("CuSeqK"), len(p.CuSeqK), diag.Field("CuSeqQ"), len(p.CuSeqQ))
	}
	n := int64(len(p.CuSeqQ) - 1)
	if p.Batch == 0 {
		p.Batch = n
	}
	if p.Batch != n {
		return diag.Usagef("%s: %d sequences, but %s has the starts of %d; need %[4]d", diag.Field("Batch"), p.Batch, diag.Field("CuSeqQ"), n)
	}
	return nil
}

// longestOf checks the starts of sequences, and returns the length of the longest one.
func longestOf(field diag.Field, starts []int32) (longest int64, err error) {
	if len(starts) < 2 {
		return 0, diag.Usagef("%s: %s; need the start of each sequence and the end of the last", field, diag.Count(len(starts), "number"))
	}
	if starts[0] != 0 {
		return 0, diag.Usagef("%s: the first sequence starts at %d; need 0", field, starts[0])
	}
	for i, end := range starts[1:] {
		if end < starts[i] {
			return 0, diag.Usagef("%s: %d follows %d; need numbers that do not decrease", field, end, starts[i])
		}
		longest = max(longest, int64(end)-int64(starts[i]))
	}
	if longest == 0 {
		return 0, diag.Usagef("%s: all sequences are empty; need one row or more", field)
	}
	return longest, nil
}

func (p *Problem) sizes() error {
	if p.Batch == 0 {
		p.Batch = 1
	}
	if p.KVHeads == 0 {
		p.KVHeads = p.Heads
	}
	for _, s := range []struct {
		field   diag.Field
		v, most int64
		what    string
	}{
		{"Batch", p.Batch, MaxBatch, "sequences"}, {"Heads", p.Heads, MaxHeads, "heads"}, {"KVHeads", p.KVHeads, MaxHeads, "heads"},
		{"SeqQ", p.SeqQ, MaxSeq, "queries"}, {"SeqK", p.SeqK, MaxSeq, "keys"},
	} {
		if s.v < 1 || s.v > s.most {
			return diag.Usagef("%s: %d is not a number of %s; need 1 to %d", s.field, s.v, s.what, s.most)
		}
	}
	if p.Heads%p.KVHeads != 0 {
		return diag.Usagef("%s: %d heads of Q cannot share %d of K and V evenly; need a divisor of %[2]d", diag.Field("KVHeads"), p.Heads, p.KVHeads)
	}
	return p.headDims()
}

func (p *Problem) headDims() error {
	var dims, pairs []string
	for _, d := range HeadDims {
		if d[0] == p.HeadDim {
			if p.HeadDimV == 0 {
				p.HeadDimV = d[1]
			}
			if p.HeadDimV == d[1] {
				return nil
			}
			return diag.Usagef("%s: %d with a head dimension of %d of Q and K; need %d", diag.Field("HeadDimV"), p.HeadDimV, p.HeadDim, d[1])
		}
		dims = append(dims, fmt.Sprint(d[0]))
		pairs = append(pairs, fmt.Sprintf("%d of V with %d", d[1], d[0]))
	}
	return diag.Usagef("%s: %d is no head dimension that there is a kernel for; need %s (%s)", diag.Field("HeadDim"), p.HeadDim, strings.Join(dims, ", "), strings.Join(pairs, ", "))
}

func (p *Problem) masks() error {
	if p.Window == nil {
		return nil
	}
	for _, side := range []int64{p.Window.Left, p.Window.Right} {
		if side < Unlimited || side > MaxSeq {
			return diag.Usagef("%s: %d is not a number of keys; need 0 to %d, or %d for no limit", diag.Field("Window"), side, MaxSeq, Unlimited)
		}
	}
	return nil
}

// splits refuses a division of keys that there is no kernel of.
func (p *Problem) splits() error {
	switch {
	case p.Splits < 0 || p.Splits > mostParts:
		return diag.Usagef("%s: %d is not a number of parts of the keys; need 1 to %d", diag.Field("Splits"), p.Splits, mostParts)
	case p.Splits > 1 && !p.divisible():
		return diag.Usagef("%s: keys are divided only without a causal mask, a window and packed sequences; need 1", diag.Field("Splits"))
	}
	return nil
}

func (p *Problem) exponentials() error {
	if p.Exp == "" {
		p.Exp = ExpExact
	}
	if !slices.Contains(Exponentials, p.Exp) {
		all := names(Exponentials)
		return diag.Usagef("%s: unknown exponential %q; need %s%s", diag.Field("Exp"), string(p.Exp), strings.Join(all, " or "), diag.DidYouMean(isa.Nearest(strings.ToLower(string(p.Exp)), all, 1)))
	}
	if p.Exp == ExpBits && !p.scales() {
		return diag.Usagef("%s: %s puts the scale of scores into the block scales of matrix instructions, and %s has none for %s; need %s", diag.Field("Exp"), p.Exp, p.Chip.Name, p.In, ExpExact)
	}
	return nil
}

func (p *Problem) rounded() error {
	list := p.Roundings()
	if p.PRound == "" {
		p.PRound = list[0]
	}
	if slices.Contains(list, p.PRound) {
		return nil
	}
	all := names(list)
	return diag.Usagef("%s: P of %s has no rounding %q; need %s%s", diag.Field("PRound"), p.In, string(p.PRound), strings.Join(all, " or "), diag.DidYouMean(isa.Nearest(strings.ToLower(string(p.PRound)), all, 1)))
}

// roundable refuses a scale for which ExpBits would have to round Q of MX types once more.
func (p *Problem) roundable() error {
	if rest, _ := p.bitFactor(0); p.Exp == ExpBits && p.QK.MX() && rest != f32(1) {
		return diag.Usagef("%s: %v times log2(e) is no power of two, and exponentials by %s would round Q of %s once more for it; need such a number, as ln(2)/8 = 0.0866434, with the rest in Q", diag.Field("Scale"), p.Scale, p.Exp, p.QK)
	}
	return nil
}

func (p *Problem) factors() error {
	if p.Scale == 0 {
		p.Scale = 1 / math.Sqrt(float64(p.HeadDim))
	}
	scale := float64(float32(p.Scale))
	if !(scale >= smallest && scale <= math.MaxFloat32) {
		return diag.Usagef("%s: %v is not a positive number of f32; need 1.2e-38 to 3.4e38", diag.Field("Scale"), p.Scale)
	}
	p.Scale = scale
	if p.ALiBi == nil {
		return nil
	}
	if int64(len(p.ALiBi)) != p.Heads {
		return diag.Usagef("%s: %s for %d heads of Q; need one for each", diag.Field("ALiBi"), diag.Count(len(p.ALiBi), "slope"), p.Heads)
	}
	for _, v := range p.ALiBi {
		if !(math.Abs(float64(v)) <= math.MaxFloat32) {
			return diag.Usagef("%s: %v is not a slope; need finite numbers", diag.Field("ALiBi"), v)
		}
	}
	return nil
}

// smallest is the smallest normal number of f32.
const smallest = 0x1p-126

func (p *Problem) descales() error {
	for _, x := range []struct {
		field diag.Field
		list  []float32
		heads int64
		of    Type
	}{{"DescaleQ", p.DescaleQ, p.Heads, p.TypeQK()}, {"DescaleK", p.DescaleK, p.KVHeads, p.TypeQK()}, {"DescaleV", p.DescaleV, p.KVHeads, p.In}} {
		if x.list == nil {
			continue
		}
		if x.of != FP8 {
			return diag.Usagef("%s: %s has no descales; need fp8, or none", x.field, x.of)
		}
		if n := int64(len(x.list)); n != 1 && n != x.heads {
			return diag.Usagef("%s: %s for %s; need 1, or one for each", x.field, diag.Count(n, "number"), diag.Count(x.heads, "head"))
		}
		for _, v := range x.list {
			if !(v >= smallest && v <= math.MaxFloat32) {
				return diag.Usagef("%s: %v is not a descale; need positive numbers, 1.2e-38 to 3.4e38", x.field, v)
			}
		}
	}
	return nil
}

// layouts fills in and checks the strides.
func (p *Problem) layouts() error {
	if p.Layout == "" {
		p.Layout = BSHD
	}
	if !slices.Contains(Layouts, p.Layout) {
		all := names(Layouts)
		return diag.Usagef("%s: unknown layout %q; need %s%s", diag.Field("Layout"), string(p.Layout), strings.Join(all, " or "), diag.DidYouMean(isa.Nearest(strings.ToLower(string(p.Layout)), all, 1)))
	}
	for _, x := range []struct {
		name   string
		stride *Strides
	}{{"q", &p.Q}, {"k", &p.K}, {"v", &p.V}, {"o", &p.O}} {
		t, _ := p.Tensor(x.name)
		upper := strings.ToUpper(x.name)
		field := diag.Field("Strides" + upper)
		if *x.stride == (Strides{}) {
			field = "Batch, Heads, SeqQ"
			if x.name == "k" || x.name == "v" {
				field = "Batch, KVHeads, SeqK"
			}
			*x.stride = t.preset(p.Layout)
		}
		x.stride.unused(t, t.preset(p.Layout))
		t.Stride = *x.stride
		if err := t.check(field, upper); err != nil {
			return err
		}
	}
	return nil
}

// preset are the strides of a layout without gaps.
func (t Tensor) preset(l Layout) Strides {
	if l == BSHD {
		return Strides{t.Seq * t.Heads * t.Dim, t.Dim, t.Heads * t.Dim}
	}
	return Strides{t.Heads * t.Seq * t.Dim, t.Seq * t.Dim, t.Dim}
}

// unused replaces the strides of dimensions of one, which do not matter.
func (s *Strides) unused(t Tensor, by Strides) {
	if t.Batch == 1 {
		s.Batch = by.Batch
	}
	if t.Heads == 1 {
		s.Head = by.Head
	}
	if t.Seq == 1 {
		s.Seq = by.Seq
	}
}

// dimension is a size of a tensor and its stride.
type dimension struct {
	name         string
	size, stride int64
}

// dimensions are those of more than one, from the smallest stride.
func (t Tensor) dimensions() []dimension {
	list := slices.DeleteFunc([]dimension{
		{"batch", t.Batch, t.Stride.Batch}, {"head", t.Heads, t.Stride.Head}, {"position", t.Seq, t.Stride.Seq},
	}, func(d dimension) bool { return d.size == 1 })
	slices.SortStableFunc(list, func(a, b dimension) int { return int(min(max(a.stride-b.stride, -1), 1)) })
	return list
}

// check reports strides that are no whole 16 bytes, and such of which one dimension does not lie
// within the next.
func (t Tensor) check(field diag.Field, letter string) error {
	extent := t.Dim
	for _, d := range t.dimensions() {
		unit := StrideBytes * 8 / t.elementBits()
		if d.stride < extent {
			return diag.Usagef("%s: at %d elements from one %s of %s to the next they overlap; need %d or more", field, d.stride, d.name, letter, extent)
		}
		if d.stride%unit != 0 {
			return diag.Usagef("%s: %d elements from one %s of %s to the next are not a multiple of %d bytes; need one of %d elements", field, d.stride, d.name, letter, StrideBytes, unit)
		}
		if most := int64(MaxBytes) / t.elementBits() * 8; d.stride > (most-extent)/(d.size-1) {
			return diag.Usagef("%s: %s takes more than 2^47 bytes; need less", field, letter)
		}
		extent += (d.size - 1) * d.stride
	}
	return nil
}
