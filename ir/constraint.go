package ir

import (
	"strconv"
	"strings"
)

// Constraint is a set of types.
type Constraint struct {
	Text string // for messages: "must be <Text>"
	Has  func(Type) bool
}

// anyType is every type.
var anyType = &Constraint{"any type", func(Type) bool { return true }}

// The sets of scalar types.
var (
	indexType       = &Constraint{"index", func(t Type) bool { return t == Index }}
	signlessInteger = &Constraint{"signless integer", isSignlessInteger}
	anyInteger      = &Constraint{"integer", func(t Type) bool { _, ok := t.(IntegerType); return ok }}
	anyFloat        = &Constraint{"floating-point", func(t Type) bool { _, ok := t.(FloatType); return ok }}
	integerOrIndex  = anyOf("signless integer or index", signlessInteger, indexType)
	numberType      = anyOf("integer, index or floating-point", anyInteger, indexType, anyFloat)
)

func isSignlessInteger(t Type) bool {
	it, ok := t.(IntegerType)
	return ok && it.Sign() == Signless
}

// oneOf returns a set of scalar types given one by one.
func oneOf(types ...Type) *Constraint {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.String()
	}
	return &Constraint{strings.Join(names, " or "), func(t Type) bool {
		for _, o := range types {
			if t == o {
				return true
			}
		}
		return false
	}}
}

// anyOf returns the union of sets; text may be empty to join theirs.
func anyOf(text string, sets ...*Constraint) *Constraint {
	if text == "" {
		texts := make([]string, len(sets))
		for i, s := range sets {
			texts[i] = s.Text
		}
		text = strings.Join(texts, " or ")
	}
	return &Constraint{text, func(t Type) bool {
		for _, s := range sets {
			if s.Has(t) {
				return true
			}
		}
		return false
	}}
}

// vectorOf returns the vectors of any rank, 0 included, with elements of a set.
func vectorOf(elem *Constraint) *Constraint {
	return &Constraint{"vector of " + elem.Text, func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && elem.Has(v.Elem)
	}}
}

// vectorOfRank returns the vectors of ranks from..to with elements of a set.
func vectorOfRank(elem *Constraint, from, to int) *Constraint {
	return &Constraint{vectorRankText(from, to) + " of " + elem.Text, func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && len(v.Shape) >= from && len(v.Shape) <= to && elem.Has(v.Elem)
	}}
}

// fixedVector returns the vectors of rank 1 with one of the lengths, not scalable, with elements of
// a set. No lengths means any.
func fixedVector(elem *Constraint, lengths ...int64) *Constraint {
	text := "fixed-length vector of " + elem.Text
	if len(lengths) > 0 {
		text += " of length " + joinInts(lengths, "/")
	}
	return &Constraint{text, func(t Type) bool {
		v, ok := t.(*VectorType)
		if !ok || len(v.Shape) != 1 || v.Scalable != nil || !elem.Has(v.Elem) {
			return false
		}
		for _, n := range lengths {
			if v.Shape[0] == n {
				return true
			}
		}
		return len(lengths) == 0
	}}
}

// tensorOf returns the tensors, ranked or not, with elements of a set.
func tensorOf(elem *Constraint) *Constraint {
	return &Constraint{"tensor of " + elem.Text, func(t Type) bool {
		v, ok := t.(*TensorType)
		return ok && elem.Has(v.Elem)
	}}
}

// memrefOf returns the ranked memrefs with elements of a set.
func memrefOf(elem *Constraint) *Constraint {
	return &Constraint{"memref of " + elem.Text, func(t Type) bool {
		m, ok := t.(*MemRefType)
		return ok && !m.Unranked && elem.Has(m.Elem)
	}}
}

// anyMemRefOf returns the memrefs, ranked or not, with elements of a set.
func anyMemRefOf(elem *Constraint) *Constraint {
	return &Constraint{"ranked or unranked memref of " + elem.Text, func(t Type) bool {
		m, ok := t.(*MemRefType)
		return ok && elem.Has(m.Elem)
	}}
}

// anyMemRef is the ranked memrefs.
var anyMemRef = &Constraint{"memref of any type", memrefOf(anyType).Has}

// like returns a set of scalars, and the vectors and tensors of them.
func like(text string, elem *Constraint) *Constraint {
	return anyOf(text, elem, vectorOf(elem), tensorOf(elem))
}

// The sets that MLIR names "...-like".
var (
	integerLike      = like("signless-integer-like", integerOrIndex)
	fixedIntegerLike = like("signless-fixed-width-integer-like", signlessInteger)
	floatLike        = like("floating-point-like", anyFloat)
	boolLike         = like("bool-like", oneOf(I1))
	integerFloatLike = like("signless-integer-or-float-like", anyOf("", integerOrIndex, anyFloat))
)

// opaqueOf returns the dialect types of a name, such as !stream.binding.
func opaqueOf(dialect, name string) *Constraint {
	return &Constraint{"!" + dialect + "." + name, func(t Type) bool {
		o, ok := t.(*OpaqueType)
		return ok && o.Dialect == dialect && (o.Body == name || strings.HasPrefix(o.Body, name+"<"))
	}}
}

func vectorRankText(from, to int) string {
	if from == to {
		return strconv.Itoa(from) + "-D vector"
	}
	return strconv.Itoa(from) + "-D to " + strconv.Itoa(to) + "-D vector"
}

// memrefOfRank returns the memrefs of one rank with elements of a set.
func memrefOfRank(elem *Constraint, rank int) *Constraint {
	return &Constraint{strconv.Itoa(rank) + "-D memref of " + elem.Text, func(t Type) bool {
		m, ok := t.(*MemRefType)
		return ok && !m.Unranked && len(m.Shape) == rank && elem.Has(m.Elem)
	}}
}
