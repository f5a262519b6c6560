package codegen

import (
	"fmt"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// laneLowerings: where the lane is in its wave, and what it reads from other lanes. Inactive lanes
// give poison.
var laneLowerings = []lowering{
	{"gpu.lane_id", lowerLaneID},
	{"gpu.shuffle", lowerShuffle},
	{"gpu.rotate", lowerRotate},
	{"gpu.subgroup_broadcast", lowerSubgroupBroadcast},
	{"rocdl.readfirstlane", lowerReadFirstLane},
	{"rocdl.readlane", lowerReadLane},
}

// laneState is what selection has computed about the lane, at the entry.
type laneState struct {
	number mach.Operand // in the wave
	bytes  mach.Operand // 4 * number: what ds_bpermute takes
}

func lowerLaneID(k *kernel, op *ir.Operation) error {
	k.set(op, value{typ: ir.Index, ext: extZero, dw: []mach.Operand{k.laneNumber()}})
	return nil
}

// laneNumber returns the number of the lane in its wave. Lanes are numbered x fastest: where x
// covers whole waves, or there is nothing but x, the low bits of x are that.
func (k *kernel) laneNumber() mach.Operand {
	if k.lane.number.Kind != mach.OperandNone {
		return k.lane.number
	}
	wave := uint32(k.opt.Chip.WaveSize)
	block := k.out.Block
	n := block[0]
	lined := n != 0 && block[1]*block[2] == 1
	switch {
	case lined && n <= wave:
		k.lane.number = k.threadID(0)
	case lined || n != 0 && n%wave == 0:
		packed := k.lanes(0)
		k.lane.number = k.atEntry1(func() mach.Operand { return k.and(packed, constDword(wave-1)) })
	default:
		k.lane.number = k.atEntry1(func() mach.Operand {
			low := k.vop1(isa.V_MBCNT_LO_U32_B32, constDword(0xffffffff), constDword(0))
			return k.vop1(isa.V_MBCNT_HI_U32_B32, constDword(0xffffffff), low)
		})
	}
	return k.lane.number
}

// laneBytes is four times the number of the lane.
func (k *kernel) laneBytes() mach.Operand {
	if k.lane.bytes.Kind == mach.OperandNone {
		n := k.laneNumber()
		k.lane.bytes = k.atEntry1(func() mach.Operand { return k.shl(n, constDword(2)) })
	}
	return k.lane.bytes
}

// laneMask returns a condition that is known for each lane.
func (k *kernel) laneMask(lanes uint64) cond {
	switch lanes {
	case 0:
		return constCond(false)
	case ^uint64(0):
		return constCond(true)
	}
	dst := k.reg(mach.FileS, 2)
	for i := range 2 {
		k.b.Copy(dst.Dword(i), constDword(uint32(lanes>>(32*i)))).Flags |= mach.Rematerialisable
	}
	return cond{kind: condMask, mask: dst}
}

// shuffled returns a shuffle whose operands are known: what each lane reads.
func shuffled(mode string, offset, width int64, wave int) (from wavePattern, valid uint64) {
	for n := range from {
		from[n] = anyLane
		if n >= wave {
			continue
		}
		pos := int64(n) % width // in the group of lanes
		first := int64(n) - pos
		switch mode {
		case "xor":
			pos ^= offset
		case "up":
			pos -= offset
		case "down":
			pos += offset
		case "idx":
			pos = offset
		}
		if 0 <= pos && pos < width {
			from[n] = int8(first + pos)
			valid |= 1 << n
		}
	}
	return from, valid
}

func lowerShuffle(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	mode, wave := op.EnumAttr("mode"), k.opt.Chip.WaveSize
	v := k.value(op.Operands[0])
	offset, width := k.value(op.Operands[1]).dw[0], k.value(op.Operands[2]).dw[0]
	o, offsetKnown := isConst(offset)
	w, widthKnown := isConst(width)
	if widthKnown && (w > uint32(wave) || bits.OnesCount32(w) != 1) {
		return k.refuse(op, fmt.Sprintf("the width is %d", int32(w)), fmt.Sprintf("it must be a power of two up to %d", wave))
	}
	if offsetKnown && widthKnown {
		from, valid := shuffled(mode, int64(int32(o)), int64(w), wave)
		k.vals[op.Results[0]] = k.moveValue(v, k.mover(&from))
		k.vals[op.Results[1]] = value{typ: ir.I1, bit: []cond{k.laneMask(valid)}}
		return nil
	}
	k.vals[op.Results[0]] = k.moveValue(v, k.shuffleMover(mode, offset, width))
	k.vals[op.Results[1]] = value{typ: ir.I1, bit: []cond{k.shuffleValid(mode, offset, width)}}
	return nil
}

// shuffleMover moves dwords by an offset or a width that is computed.
func (k *kernel) shuffleMover(mode string, offset, width mach.Operand) laneMove {
	w, widthKnown := isConst(width)
	if mode == "idx" && widthKnown && int(w) == k.opt.Chip.WaveSize && k.isScalar(offset) {
		return func(d mach.Operand) mach.Operand { return k.readLane(d, offset) }
	}
	var addr mach.Operand
	by := k.shl(offset, constDword(2))
	switch mode {
	case "xor":
		addr = k.xor(k.laneBytes(), by)
	case "up":
		addr = k.sub(k.laneBytes(), by)
	case "down":
		addr = k.add(k.laneBytes(), by)
	case "idx":
		group := k.sub(constDword(0), k.shl(width, constDword(2)))
		addr = k.add(k.and(k.laneBytes(), group), by)
	}
	return func(d mach.Operand) mach.Operand { return k.bpermute(addr, d) }
}

// shuffleValid returns the condition that the lane being read is in the group.
func (k *kernel) shuffleValid(mode string, offset, width mach.Operand) cond {
	at := offset
	if mode == "up" || mode == "down" {
		inGroup := k.laneNumber()
		if w, known := isConst(width); !known || int(w) != k.opt.Chip.WaveSize {
			inGroup = k.and(inGroup, k.sub(width, constDword(1)))
		}
		if mode == "up" {
			at = k.sub(inGroup, offset)
		} else {
			at = k.add(inGroup, offset)
		}
	}
	return k.compareDwords(lessU, at, width)
}

func lowerRotate(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	offset, width, wave := int(op.IntAttr("offset")), int(op.IntAttr("width")), k.opt.Chip.WaveSize
	if width > wave {
		return k.refuse(op, fmt.Sprintf("the width is %d", width), fmt.Sprintf("a wave has %d lanes", wave))
	}
	var from wavePattern
	var valid uint64
	for n := range from {
		first := n &^ (width - 1)
		from[n] = int8(first + (n-first+offset)%width)
		if n < width {
			valid |= 1 << n
		}
	}
	k.vals[op.Results[0]] = k.moveValue(k.value(op.Operands[0]), k.mover(&from))
	k.vals[op.Results[1]] = value{typ: ir.I1, bit: []cond{k.laneMask(valid)}}
	return nil
}

func lowerSubgroupBroadcast(k *kernel, op *ir.Operation) error {
	if op.EnumAttr("broadcast_type") != "specific_lane" {
		return lowerReadFirstLane(k, op)
	}
	return lowerReadLane(k, op)
}

// lowerReadLane returns all lanes the value of the lane that operand 1 numbers.
func lowerReadLane(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	lane := k.toScalar(k.value(op.Operands[1]).dw[0])
	k.set(op, k.moveValue(k.value(op.Operands[0]), func(d mach.Operand) mach.Operand { return k.readLane(d, lane) }))
	return nil
}

func lowerReadFirstLane(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	k.set(op, k.moveValue(k.value(op.Operands[0]), k.toScalar))
	return nil
}

// checkLaneTypes refuses what has no dwords to move.
func (k *kernel) checkLaneTypes(op *ir.Operation) error {
	for _, v := range op.Operands {
		if have := k.value(v); have.ref != nil || len(have.dw)+len(have.bit) == 0 {
			return k.refuse(op, fmt.Sprintf("%s is not moved between lanes", v.Type), "move numbers or vectors of them")
		}
	}
	return nil
}

// laneMove gives each lane another lane's dword.
type laneMove func(d mach.Operand) mach.Operand

// moveValue moves a whole value. Scalar parts are the same in all lanes.
func (k *kernel) moveValue(v value, move laneMove) value {
	out := value{typ: v.typ, ext: v.ext, narrow: v.narrow}
	for _, d := range v.dw {
		if !k.isScalar(d) {
			d = move(d)
		}
		out.dw = append(out.dw, d)
	}
	for _, c := range v.bit {
		if c.kind == condMask {
			c = k.boolCond(move(k.laneBool(c)))
		}
		out.bit = append(out.bit, c)
	}
	return out
}

// readLane is one lane's dword for all.
func (k *kernel) readLane(d, lane mach.Operand) mach.Operand {
	if k.isScalar(d) {
		return d
	}
	if c, ok := isConst(lane); ok {
		lane = constDword(c % uint32(k.opt.Chip.WaveSize))
	}
	dst := k.reg(mach.FileS, 1)
	k.b.Emit(isa.V_READLANE_B32, mach.P(dst), d, lane)
	return mach.P(dst)
}
