package verify

import (
	"fmt"
	"slices"
	"strings"

	"heddle/isa"
	"heddle/mach"
)

// RegisterUse is the vector registers that the main loop of an attention kernel has something in. Uses share registers
// that are needed one after the other.
type RegisterUse struct {
	What      string // Q, K, S, P, V, O, none of which is left out; ones and sums where the matrix core adds
	Registers string // as in assembly: v[0:63] a[4:7]
	Count     int
}

// Registers says what the loop with the most matrix instructions keeps where, as its matrix instructions tell: their first
// factors are K and V, their second ones Q, which the loop does not write, and P; they make S of K and Q, and O of V and P. Ones,
// which make sums of P, it does not write either.
func (a *Attention) Registers() []RegisterUse {
	loop := matrixLoop(a.Kernel().Code)
	var written isa.RegSet
	for _, in := range loop {
		w := in.Writes()
		written.Union(&w)
	}
	names := []string{"Q", "K", "S", "P", "V", "O", "ones", "sums"}
	sets := map[string]*isa.RegSet{}
	for _, name := range names {
		sets[name] = &isa.RegSet{}
	}
	add := func(name string, o isa.Operand) {
		if o.Kind == isa.KindReg {
			sets[name].Add(o.Reg(), int(o.Dwords))
		}
	}
	for _, in := range loop {
		if in.Passes() == 0 {
			continue
		}
		changes := func(o isa.Operand) bool {
			var set isa.RegSet
			set.Add(o.Reg(), int(o.Dwords))
			return set.Overlaps(&written)
		}
		first, factor, result := "V", "P", "O"
		switch {
		case !changes(in.Args[1]):
			first, result = "ones", "sums"
		case !changes(in.Args[2]):
			first, factor, result = "K", "Q", "S"
		}
		add(result, in.Args[0])
		add(first, in.Args[1])
		add(factor, in.Args[2])
	}
	var list []RegisterUse
	for _, name := range names {
		if text, n := ranges(sets[name]); n > 0 || len(name) == 1 {
			list = append(list, RegisterUse{name, text, n})
		}
	}
	return list
}

// matrixLoop is the loop with the most matrix instructions, without loops in it.
func matrixLoop(code *mach.Code) (best []*isa.Inst) {
	labels, most := map[string]int{}, 0
	for i := range code.Lines {
		l := &code.Lines[i]
		if l.Label != "" {
			labels[l.Label] = i
		}
		from, back := labels[l.Target]
		if l.Target == "" || !back {
			continue
		}
		var body []*isa.Inst
		matrix := 0
		for j := from; j <= i; j++ {
			if in := &code.Lines[j].Inst; in.Row != nil {
				body = append(body, in)
				matrix += min(in.Passes(), 1)
			}
		}
		if matrix > most {
			best, most = body, matrix
		}
	}
	return best
}

// ranges writes the vector registers of a set.
func ranges(s *isa.RegSet) (text string, count int) {
	var list []string
	for _, file := range []struct {
		letter string
		first  isa.Reg
	}{{"v", isa.V0}, {"a", isa.A0}} {
		var in []int
		for n := range int(isa.A0 - isa.V0) {
			if s.Has(file.first + isa.Reg(n)) {
				in = append(in, n)
			}
		}
		count += len(in)
		for len(in) > 0 {
			n := slices.IndexFunc(in, func(x int) bool { return x != in[0] && !slices.Contains(in, x-1) })
			if n < 0 {
				n = len(in)
			}
			list = append(list, fmt.Sprintf("%s[%d:%d]", file.letter, in[0], in[n-1]))
			in = in[n:]
		}
	}
	return strings.Join(list, " "), count
}
