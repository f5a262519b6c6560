package ir

import "fmt"

var scfDialect = Dialect{Name: "scf", Ops: onDemand(scfOps)}

func scfOps() []OpDecl {
	return []OpDecl{
		{Name: "scf.for",
			Operands: []ValueDecl{
				{Name: "lowerBound", Type: integerOrIndex}, {Name: "upperBound", Type: integerOrIndex}, {Name: "step", Type: integerOrIndex},
				{Name: "initArgs", Type: anyType, Count: Variadic}},
			Results: []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Attrs:   []AttrDecl{{Name: "unsignedCmp", Kind: unitKind, Optional: true}},
			Regions: []RegionDecl{{Name: "region", Blocks: OneBlock, Args: -1}},
			Traits:  BodyEffects | AllocaScope, Rules: []Rule{sameType("lowerBound", "upperBound", "step")},
			Verify: verifyFor, VerifyBody: verifyLoopBody},
		{Name: "scf.if",
			Operands:   []ValueDecl{{Name: "condition", Type: oneOf(I1)}},
			Results:    []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Regions:    []RegionDecl{{Name: "thenRegion", Blocks: OneBlock}, {Name: "elseRegion", Blocks: AtMostOneBlock}},
			Traits:     BodyEffects,
			VerifyBody: verifyIf},
		{Name: "scf.while",
			Operands: []ValueDecl{{Name: "inits", Type: anyType, Count: Variadic}},
			Results:  []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Regions:  []RegionDecl{{Name: "before", Blocks: OneBlock, Args: -1}, {Name: "after", Blocks: OneBlock, Args: -1}},
			Traits:   BodyEffects, VerifyBody: verifyWhile},
		{Name: "scf.condition",
			Operands: []ValueDecl{{Name: "condition", Type: oneOf(I1)}, {Name: "args", Type: anyType, Count: Variadic}},
			Traits:   Pure | Terminator, Parents: []string{"scf.while"}},
		{Name: "scf.yield", Operands: []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Traits: Pure | Terminator | Return, Parents: []string{"scf.for", "scf.if", "scf.while"}},
	}
}

// typeList describes values in messages.
func typeList(vs []*Value) string {
	b := []byte{'('}
	for i, v := range vs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, v.Type.String()...)
	}
	return clip(string(append(b, ')')))
}

// sameTypes compares two lists of values; what names them in the message.
func sameTypes(what string, a []*Value, other string, b []*Value) error {
	same := len(a) == len(b)
	for i := 0; same && i < len(a); i++ {
		same = SameType(a[i].Type, b[i].Type)
	}
	if same {
		return nil
	}
	return fmt.Errorf("%s must be of the types of %s, not %s for %s", what, other, typeList(a), typeList(b))
}

func verifyFor(op *Operation) error {
	inits := op.OperandGroup("initArgs")
	args := op.Regions[0].Entry().Args
	if len(args) == 0 || !SameType(args[0].Type, op.Operands[0].Type) {
		return fmt.Errorf("the first argument of the body must be the induction variable, of type %s", op.Operands[0].Type)
	}
	if err := sameTypes("the arguments of the body after the induction variable", args[1:], "the initial values", inits); err != nil {
		return err
	}
	return sameTypes("the results", op.Results, "the initial values", inits)
}

// terminatorOf finds the terminator of a region with one block, of a name.
func terminatorOf(r *Region, name string) (*Operation, error) {
	t := r.Entry().Terminator()
	if t == nil || t.Name() != name {
		return nil, fmt.Errorf("the region must end with %s", name)
	}
	return t, nil
}

func verifyLoopBody(op *Operation) error {
	y, err := terminatorOf(op.Regions[0], "scf.yield")
	if err != nil {
		return err
	}
	return sameTypes("what the body yields", y.Operands, "the results", op.Results)
}

func verifyIf(op *Operation) error {
	for _, r := range op.Regions {
		if r.Entry() == nil {
			if len(op.Results) > 0 {
				return fmt.Errorf("needs an else region, since it has results")
			}
			continue
		}
		y, err := terminatorOf(r, "scf.yield")
		if err != nil {
			return err
		}
		if err := sameTypes("what the region yields", y.Operands, "the results", op.Results); err != nil {
			return err
		}
	}
	return nil
}

func verifyWhile(op *Operation) error {
	before, after := op.Regions[0], op.Regions[1]
	c, err := terminatorOf(before, "scf.condition")
	if err != nil {
		return err
	}
	y, err := terminatorOf(after, "scf.yield")
	if err != nil {
		return err
	}
	if err := sameTypes("the arguments of the region before", before.Entry().Args, "the initial values", op.Operands); err != nil {
		return err
	}
	if err := sameTypes("what scf.condition passes on", c.OperandGroup("args"), "the results", op.Results); err != nil {
		return err
	}
	if err := sameTypes("the arguments of the region after", after.Entry().Args, "the results", op.Results); err != nil {
		return err
	}
	return sameTypes("what the region after yields", y.Operands, "the initial values", op.Operands)
}
