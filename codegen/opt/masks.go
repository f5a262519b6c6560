package opt

import "heddle/ir"

// WholeMask is the attribute of a masked access whose mask was one condition in the program (see
// [ir.OneCondition]): later knowledge about masks does not change what is in range of a buffer.
const WholeMask = "heddle.whole_mask"

// markMasks records which masks are one condition, in all functions, before anything changes them.
func markMasks(c *Context) error {
	c.Module.Op.Walk(func(op *ir.Operation) bool {
		if name := op.Name(); (name == "vector.maskedload" || name == "vector.maskedstore") && ir.OneCondition(op.Operand("mask")) {
			op.SetAttr(WholeMask, ir.UnitAttr{})
		}
		return true
	})
	return nil
}
