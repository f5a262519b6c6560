package vet

// answers keeps what has been asked of values: on the way of a wave it is asked again in each turn, and values are not
// changed any more.
type answers struct {
	operands map[int32][][]valueID
	lanes    map[int32]maskID
	holds    map[int32]valueID
	chosen   map[int32]mask
	goes     map[int32]valueID
	index    map[int32]valueID
	branches map[int32][]valueID // by block
}

func newAnswers() *answers {
	return &answers{map[int32][][]valueID{}, map[int32]maskID{}, map[int32]valueID{}, map[int32]mask{}, map[int32]valueID{}, map[int32]valueID{}, map[int32][]valueID{}}
}

// once returns what is kept, or keeps it.
func once[T any](list map[int32]T, k int32, ask func() T) T {
	x, ok := list[k]
	if !ok {
		x = ask()
		list[k] = x
	}
	return x
}

// operandsOf are the values that a computation needs.
func (e *evaluator) operandsOf(node int32) [][]valueID {
	return once(e.answers.operands, node, func() [][]valueID { return e.v.operandsOf(node) })
}

// lanesAt are the lanes that an instruction runs under.
func (e *evaluator) lanesAt(node int32) maskID {
	return once(e.answers.lanes, node, func() maskID { return e.v.lanesAt(node) })
}

// holdsFor is what makes an instruction set a lane's bit in a mask, 0 if that is not known.
func (e *evaluator) holdsFor(node int32) valueID {
	return once(e.answers.holds, node, func() valueID {
		c, _ := e.v.condition(node)
		return c
	})
}

// chosenBy is the mask that a choice of lanes goes by.
func (e *evaluator) chosenBy(d *value) (m mask, ok bool) {
	if m, ok = e.answers.chosen[d.node]; ok {
		return m, true
	}
	if m, ok = e.v.chosenBy(d); ok {
		e.answers.chosen[d.node] = m
	}
	return m, ok
}

// goesTo is the address that an instruction goes to.
func (e *evaluator) goesTo(node int32) valueID {
	return once(e.answers.goes, node, func() valueID { return e.v.goesTo(node) })
}

// indexOf is the number by which indexing chooses a register.
func (e *evaluator) indexOf(node int32) valueID {
	return once(e.answers.index, node, func() valueID { return e.v.indexOf(node) })
}

// branchValues are what a branch depends on.
func (e *evaluator) branchValues(block int32) []valueID {
	return once(e.answers.branches, block, func() []valueID { return e.uniform.branchValues(block, e.v.g.branchOf(block)) })
}
