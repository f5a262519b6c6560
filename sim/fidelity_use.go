package sim

import (
	"math/bits"

	"heddle/isa"
)

// A use is a way to use an instruction that makes it a model, or a model for another reason.
type use struct {
	op     isa.Op
	when   func(in *instr) bool
	reason string
}

const (
	broadcastReason = "the manual contradicts itself about cbsz for less than all blocks: its table of fields and AMD's matrix calculator are followed (abid chooses within each set of 1<<cbsz blocks), not §7.1.6.1 (each 64>>cbsz lanes read the abid-th part of A)"
	constantReason  = "of a float inline constant each source gets the bits in f16, as LLVM has it; other sources have those in f32"
	// swizzleReason is about resources, which are looked at when they are used.
	swizzleReason = "the manual swizzles where swizzle_enable says so; hardware is reported to do it only with add_tid_enable, which is followed"
	// wrapReason is about lanes' offsets.
	wrapReason = "voffset and the offset field of a lane add up to 2^32 or more: the sources disagree about whether the sum wraps; it does not here, so that the access is out of range"
)

// uses are all of them but those of resources.
var uses = makeUses()

func makeUses() []use {
	var all []use
	for _, op := range isa.MatrixOps() {
		if x := op.Matrix(); x.Blocks > 2 && broadcasts(x) {
			all = append(all, use{op, broadcastsInParts, broadcastReason})
		}
	}
	for _, op := range [...]isa.Op{isa.V_FMA_MIX_F32, isa.V_FMA_MIXLO_F16, isa.V_FMA_MIXHI_F16} {
		all = append(all, use{op, floatConstant, constantReason})
	}
	return all
}

// broadcastsInParts reports whether cbsz chooses blocks, and not one for all.
func broadcastsInParts(in *instr) bool {
	return in.Mods.CBSZ != 0 && int(in.Mods.CBSZ) < bits.Len(uint(in.Row.Op.Matrix().Blocks))-1
}

// floatConstant reports whether a source is a float inline constant.
func floatConstant(in *instr) bool {
	const first = 240
	for i := range in.Row.Operands {
		if a := &in.Args[i]; a.Kind == isa.KindInline && a.Val >= first {
			return true
		}
	}
	return false
}

// slotOf is where executions of in are counted in statistics.ops: by its op, or
// from the end by its use.
func slotOf(in *instr) uint16 {
	for i := range uses {
		if u := &uses[i]; u.op == in.Row.Op && u.when(in) {
			return uint16(maxOp - 1 - i)
		}
	}
	return uint16(in.Row.Op)
}

// counted returns the instruction that a slot counts, and why its use makes it a
// model if it does.
func counted(slot int) (op isa.Op, reason string) {
	if i := maxOp - 1 - slot; i < len(uses) {
		return uses[i].op, uses[i].reason
	}
	return isa.Op(slot), ""
}

// Uses lists why an instruction is a model in some of its uses.
func Uses(op isa.Op) []string {
	var reasons []string
	for i := range uses {
		if uses[i].op == op {
			reasons = append(reasons, uses[i].reason)
		}
	}
	return reasons
}
