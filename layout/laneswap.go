package layout

import (
	"heddle/arch"
	"heddle/isa"
)

// laneSwaps are the instructions that exchange registers between lanes whose numbers differ in a bit:
// the lanes of the first register with the bit for those of the second without it.
var laneSwaps = map[int]isa.Op{4: isa.V_PERMLANE16_SWAP_B32, 5: isa.V_PERMLANE32_SWAP_B32}

// SwapsLanes reports whether a chip has an instruction that exchanges a bit of the lane for the choice
// between two registers: v_permlane16_swap for bit 4, v_permlane32_swap for bit 5.
func SwapsLanes(chip *arch.Chip, bit int) bool {
	op, ok := laneSwaps[bit]
	return ok && isa.For(chip).Has(op)
}
