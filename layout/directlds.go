package layout

import (
	"heddle/arch"
	"heddle/isa"
)

// directLoads are the loads from memory directly to LDS whose lanes' data follow each other there, by
// the bytes of a lane, the widest first.
var directLoads = []struct {
	bytes int
	op    isa.Op
}{{16, isa.GLOBAL_LOAD_LDS_DWORDX4}, {4, isa.GLOBAL_LOAD_LDS_DWORD}}

// DirectBytes returns the bytes of a lane that a chip's loads directly to LDS can have, the most
// first: the lanes' data follow each other in LDS.
func DirectBytes(chip *arch.Chip) (list []int) {
	for _, d := range directLoads {
		if isa.For(chip).Has(d.op) {
			list = append(list, d.bytes)
		}
	}
	return list
}
