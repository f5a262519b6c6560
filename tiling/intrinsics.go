package tiling

import (
	"fmt"
	"slices"
	"strings"
)

// candidates are the matrix instructions of the target in the order of its list (§2.2): scaled ones
// for scaled problems only, those of blocks for convolutions only, and after each instruction the
// virtual one for few rows that is made from it.
func (s *search) candidates() []Intrinsic {
	var list []Intrinsic
	for _, x := range s.t.Intrinsics {
		if x.Scaled != s.p.Scaled || x.Blocks > 1 && (s.p.Op == Contraction || s.o.Pipeline == VectorDistribute) {
			continue
		}
		list = append(list, x)
		if v, ok := s.fewRows(&x); ok {
			list = append(list, v)
		}
	}
	return list
}

// fewRows is the virtual instruction of 8 rows that sparse instructions make (§2.2, §3): it is offered
// beside 16x16x16 of 16-bit floats if there are at most 8 rows and K is a multiple of two of them.
func (s *search) fewRows(x *Intrinsic) (Intrinsic, bool) {
	const rows, k, repeat = 8, 64, 2
	half := slices.Equal(x.A, []string{"f16"}) || slices.Equal(x.A, []string{"bf16"})
	if s.o.Pipeline == VectorDistribute || !half || x.Blocks > 1 || x.M != 16 || x.k() != 16 || mul(s.m...) > rows || mul(s.k...)%(k*repeat) != 0 {
		return Intrinsic{}, false
	}
	v := *x
	v.Name = fmt.Sprintf("VDMFMA_F32_%dx16x%dx%d_%s", rows, k, repeat, strings.ToUpper(x.A[0]))
	v.M, v.K, v.Repeat, v.XOR = rows, []int64{k}, repeat, nil
	return v, true
}

// order says whether l comes before (-1) or after (1) r, by the first rule of §2.2 that decides.
type order struct {
	m, n, k int64 // innermost
	class   Class
}

// prefer compares two yes-or-no properties: the one that has it comes first.
func prefer(l, r bool) int {
	switch {
	case l && !r:
		return -1
	case r && !l:
		return 1
	}
	return 0
}

// util is the share of the instruction's results that the innermost M and N use.
func (o order) util(x *Intrinsic) float64 {
	return float64(min(o.m, x.M)) / float64(x.M) * float64(min(o.n, x.N)) / float64(x.N)
}

func (o order) compare(l, r *Intrinsic) (sign int, rule string) {
	ul, ur := o.util(l), o.util(r)
	bothPad := o.m < max(l.M, r.M) && o.n < max(l.N, r.N)
	if bothPad && max(ul, ur) >= 2*min(ul, ur) {
		return prefer(ul > ur, ur > ul), "a: uses at least twice the share of its results"
	}
	if c := prefer(o.k%l.K[len(l.K)-1] == 0, o.k%r.K[len(r.K)-1] == 0); c != 0 {
		return c, "b: divides K"
	}
	if c := prefer(o.m%l.M == 0 && o.n%l.N == 0, o.m%r.M == 0 && o.n%r.N == 0); c != 0 {
		return c, "c: divides M and N"
	}
	area := func(x *Intrinsic) int64 { return (x.M + x.N) * x.k() }
	work := func(x *Intrinsic) int64 { return x.M * x.N * x.k() }
	if bothPad && ul == ur {
		if c := prefer(l.M*l.N < r.M*r.N, r.M*r.N < l.M*l.N); c != 0 {
			return c, "d: fewer results, M and N being less than that"
		}
		if c := prefer(work(l) < work(r), work(r) < work(l)); c != 0 && l.M*l.N == r.M*r.N && ul >= 0.1 {
			return c, "d: less work, M and N being less than its results"
		}
	}
	if o.class == VeryLarge {
		if c := prefer(work(l) > work(r), work(r) > work(l)); c != 0 {
			return c, "e: more work, in the class very large"
		}
		if c := prefer(area(l) < area(r), area(r) < area(l)); c != 0 {
			return c, "e: smaller operands, in the class very large"
		}
		return prefer(l.k() < r.k(), r.k() < l.k()), "e: smaller k, in the class very large"
	}
	if c := prefer(area(l) > area(r), area(r) > area(l)); c != 0 {
		return c, "f: larger operands"
	}
	return prefer(l.k() > r.k(), r.k() > l.k()), "f: larger k"
}

// refuse says why the problem cannot use an instruction, or nothing (§2.2, filter). upcast allows sums
// in a wider float than the problem's.
func (s *search) refuse(x *Intrinsic, aligned, upcast bool) string {
	if !slices.Contains(x.A, s.p.A.Name) || !slices.Contains(x.B, s.p.B.Name) {
		return "other types"
	}
	acc, err := TypeNamed(x.Acc)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if s.p.Acc.Name != x.Acc && !(upcast && acc.float() && s.p.Acc.float() && s.p.Acc.Bits < acc.Bits) {
		return "sums of another type"
	}
	m, n, k := mul(s.m...), mul(s.n...), s.k[len(s.k)-1]
	if x.Blocks > 1 {
		if batch := s.p.innermost(Batch); batch == Dynamic || batch%x.Blocks != 0 || len(s.p.sizes(Batch)) == 0 {
			return "blocks need a batch that they divide"
		}
		if m > 8 && n > 8 {
			return "blocks need at most 8 rows or columns"
		}
	}
	if aligned {
		if s.m[len(s.m)-1]%x.M != 0 || s.n[len(s.n)-1]%x.N != 0 || k%x.K[0] != 0 {
			return "does not divide the innermost M, N and K"
		}
		return ""
	}
	skinny := int64(4)
	if x.Blocks > 1 {
		skinny = min(skinny, x.M/2)
	}
	if m <= skinny && n > 64 || n <= skinny && m > 64 {
		return "very skinny: nearly all of it would be padding"
	}
	return ""
}

// choose returns the first instruction in order that the problem can use: the only one that is
// tried.
func (s *search) choose(aligned, upcast bool) *Intrinsic {
	list := s.candidates()
	o := order{s.m[len(s.m)-1], s.n[len(s.n)-1], s.k[len(s.k)-1], s.class}
	slices.SortStableFunc(list, func(l, r Intrinsic) int {
		sign, _ := o.compare(&l, &r)
		return sign
	})
	var other []string
	var found *Intrinsic
	for i := range list {
		why := s.refuse(&list[i], aligned, upcast)
		switch {
		case why == "" && found == nil:
			found = &list[i]
		case why == "":
			_, rule := o.compare(found, &list[i])
			other = append(other, list[i].Name+" by "+rule)
		case why != "other types":
			other = append(other, list[i].Name+": "+why)
		}
	}
	if found == nil {
		if other == nil {
			other = []string{fmt.Sprintf("no instruction multiplies %s by %s", s.p.A.Name, s.p.B.Name)}
		}
		s.note("§2.2", "no matrix instruction", "aligned", aligned, "why", strings.Join(other, "; "))
		return nil
	}
	s.note("§2.2", "matrix instruction: the first in order that passes the filter", "instruction", found.Name, "aligned", aligned,
		"before", strings.Join(other, "; "))
	return found
}
