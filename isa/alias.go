package isa

import "sort"

// alias is another mnemonic of an instruction.
type alias struct {
	name string
	op   Op
}

// lookupAlias returns the instruction that another mnemonic stands for:
// matrix instructions as gfx908 and gfx90a wrote them, and a few synonyms.
func lookupAlias(name string) (Op, bool) {
	i := sort.Search(len(aliases), func(i int) bool { return aliases[i].name >= name })
	if i < len(aliases) && aliases[i].name == name {
		return aliases[i].op, true
	}
	return opNone, false
}
