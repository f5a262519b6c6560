package sim

import (
	"encoding/binary"
	"fmt"
	"strings"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// instr is an instruction ready to execute: decoded, operands resolved to
// places, function chosen. It depends on the wave's vectorFile alone.
type instr struct {
	// Fields that every execution uses come first, in two cache lines.
	addr   uint64 // guest address
	size   uint64 // bytes
	run    func(w *wave, in *instr)
	effect effect
	slot   uint16         // slotOf
	turn   bool           // waits for its workgroup's turn: an atomic of memory (grid.go)
	vector bool           // MODE.vskip skips it
	site   int32          // Event.Site
	flat   bool           // the lanes' addresses say which memory it touches
	order  isa.Order      // in which it retires; OrderNone if flat
	path   path           // on which its data come
	slots  uint32         // that it takes (arrival.go)
	touch  touched        // as reads and writes, in short
	counts isa.Increments // by how much it bumps the wait counters
	// quick is run by the kernels of a level.
	quick [simd.AVX512 + 1]quick

	isa.Inst

	arg  [isa.MaxArgs]operand // as Inst.Args
	dst  *operand             // the VGPR destination, or the scalar one if there is none
	sdst *operand             // a second, scalar destination: carry out, comparison result
	src  [3]*operand          // sources of ALU instructions, in order, without carry in
	mask *operand             // carry in, or the lane mask of v_cndmask
	nsrc int

	valu   *valuOp
	rough  bool // valu deviates (approx.go)
	matrix *matrixInst
	dpp    *isa.DPPMap // where src0 comes from, nil for the own lane
	mem    memoryInst  // of vector memory and LDS instructions
	smem   smemOp      // of scalar memory instructions

	jump uint64 // of branches: the address that they go to

	reads, writes isa.RegSet // for the observer, as Registers.Place names them
	sources       isa.RegSet // registers that it reads, except to keep a part of its destination
	from          touched    // as sources, in short
}

// operandKind says where the value of an operand is.
type operandKind uint8

const (
	operandNone    operandKind = iota
	operandConst               // value
	operandScalar              // sgpr[reg]
	operandSpecial             // a source that is computed: SCC, VCCZ, apertures
	operandVector              // vgpr[reg]
)

// operand is an operand of an instr.
type operand struct {
	kind          operandKind
	dwords        int
	reg           int    // index in wave.sgpr or wave.vgpr; the isa.Reg of a special source
	agpr          bool   // of a vector: it is named as an AGPR
	end           int    // after the last register that VGPR indexing may lead to
	value         uint64 // of a constant, as wide as the operand
	neg, abs, sxt bool
}

// bind is bindFor for waves that have all registers.
func bind(t *isa.Target, inst isa.Inst, addr uint64, size int) (*instr, error) {
	return bindFor(wholeFile, t, inst, addr, size)
}

// bindFor resolves the operands of inst and chooses the function that executes
// it. It fails for instructions that are refused, or that name registers that
// are not in the file.
func bindFor(file vectorFile, t *isa.Target, inst isa.Inst, addr uint64, size int) (*instr, error) {
	in := &instr{Inst: inst, addr: addr, size: uint64(size)}
	row := inst.Row
	for i := range row.Operands {
		if err := in.bindOperand(file, i); err != nil {
			return nil, err
		}
	}
	if reason := refusal(t, row.Op); reason != "" {
		return nil, fmt.Errorf("%s is not simulated: %s", row.Mnemonic, reason)
	}
	in.counts = t.CounterIncrements(&in.Inst)
	in.order = t.Order(&in.Inst)
	in.flat = row.Unit == isa.UnitFlat && in.counts.VM > 0 && in.counts.LGKM > 0
	in.slots = in.time()
	if m, ok := inst.DPP(); ok {
		in.dpp = &m
	}
	var ok bool
	switch row.Unit {
	case isa.UnitSALU, isa.UnitBranch, isa.UnitMsg:
		ok = in.bindScalar()
	case isa.UnitSMEM:
		ok = in.bindSMEM()
	case isa.UnitLDS:
		ok = in.bindDS()
	case isa.UnitVMEM, isa.UnitFlat:
		ok = in.bindVMEM()
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		ok = in.bindMatrix(t)
	default:
		ok = in.bindVALU(t)
	}
	if !ok {
		panic("BUG: nothing executes " + row.Mnemonic)
	}
	in.approximate(file.approx)
	in.path = in.pathOf()
	in.turn, in.vector = atomicTurn(in), vector(row.Unit)
	in.effect, in.slot = in.effectOf(), slotOf(in)
	in.bindQuick()
	placed := file.placed(&in.Inst)
	in.reads, in.writes = placed.Reads(), placed.Writes()
	in.sources = placed.Sources()
	in.summarize()
	return in, nil
}

// bindOperand resolves operand i and files it by its role.
func (in *instr) bindOperand(file vectorFile, i int) error {
	spec, arg, o := &in.Row.Operands[i], &in.Args[i], &in.arg[i]
	o.dwords = max(int(spec.Dwords), int(arg.Dwords))
	o.neg, o.abs, o.sxt = arg.Flags&isa.Neg != 0, arg.Flags&isa.Abs != 0, arg.Flags&isa.Sext != 0
	switch arg.Kind {
	case isa.KindReg:
		in.bindRegister(file, o, arg.Reg())
		if last := o.reg + max(int(arg.Dwords), 1) - 1; o.kind == operandVector && last >= o.end {
			return file.lacks(last, 0, o.agpr)
		}
	case isa.KindInline:
		o.kind, o.value = operandConst, inlineValue(arg.Val, spec.Type)
	case isa.KindLiteral:
		o.kind, o.value = operandConst, literalValue(arg.Val, spec.Type, in.Row.Mnemonic)
	case isa.KindImm:
		o.kind, o.value = operandConst, uint64(int64(arg.Imm()))
	}
	in.file(spec, o)
	return nil
}

func (in *instr) bindRegister(file vectorFile, o *operand, r isa.Reg) {
	switch {
	case r.IsAGPR() || r.IsVGPR():
		o.kind, o.agpr = operandVector, r.IsAGPR()
		o.reg, o.end = file.place(r)
	case int(r) < len(wave{}.sgpr):
		o.kind, o.reg = operandScalar, int(r)
	default:
		o.kind, o.reg = operandSpecial, int(r)
	}
}

// file notes the role of an operand of an ALU instruction.
func (in *instr) file(spec *isa.OperandSpec, o *operand) {
	mask := spec.Class == isa.ClassVCC || spec.Class == isa.ClassSMASK
	switch {
	case (mask || spec.Name == "sdst") && spec.Access&isa.Write != 0:
		if in.dst == nil {
			in.dst = o
		}
		in.sdst = o
	case mask:
		in.mask = o
	case spec.Access&isa.Write != 0 && in.dst == nil:
		in.dst = o
	case spec.Access&isa.Read != 0 && in.nsrc < len(in.src) && (spec.Access&isa.Write == 0 || spec.Name != "vdst"):
		in.src[in.nsrc] = o
		in.nsrc++
	}
}

// named returns the operand of that name in the instruction table, nil if the
// instruction has none or it is "off".
func (in *instr) named(name string) *operand {
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Name == name && in.arg[i].kind != operandNone {
			return &in.arg[i]
		}
	}
	return nil
}

// inlineFloats are the inline constants 240 to 248: 0.5, -0.5, 1, -1, 2, -2,
// 4, -4 and 1/(2*pi), in f16, bf16, f32 and f64 (facts isa/encodings.md §3;
// the f64 of 1/(2*pi): facts simulation.md, corner cases).
var inlineFloats = [9][4]uint64{
	{0x3800, 0x3f00, 0x3f000000, 0x3fe0000000000000},
	{0xb800, 0xbf00, 0xbf000000, 0xbfe0000000000000},
	{0x3c00, 0x3f80, 0x3f800000, 0x3ff0000000000000},
	{0xbc00, 0xbf80, 0xbf800000, 0xbff0000000000000},
	{0x4000, 0x4000, 0x40000000, 0x4000000000000000},
	{0xc000, 0xc000, 0xc0000000, 0xc000000000000000},
	{0x4400, 0x4080, 0x40800000, 0x4010000000000000},
	{0xc400, 0xc080, 0xc0800000, 0xc010000000000000},
	{0x3118, 0x3e22, 0x3e22f983, 0x3fc45f306dc9c882},
}

// inlineValue is the value of the inline constant with source number code for
// an operand of type t. Integers are sign-extended to 64 bits.
func inlineValue(code uint32, t isa.Type) uint64 {
	switch {
	case code <= 192:
		return uint64(code - 128)
	case code <= 208:
		return uint64(192 - int64(code))
	}
	f := &inlineFloats[min(code-240, 8)]
	switch t {
	case isa.TypeI16, isa.TypeF16, isa.TypeV2F16:
		return f[0]
	case isa.TypeBF16, isa.TypeV2BF16:
		return f[1]
	case isa.TypeI64, isa.TypeF64:
		return f[3]
	case isa.TypeV2F32, isa.TypeV2I32:
		return f[2] | f[2]<<32
	}
	return f[2]
}

// literalValue widens a literal dword: f64 gets it as its high half, signed
// 64-bit integers its sign, other 64-bit operands zeros (ISA manual §5.2).
func literalValue(bits uint32, t isa.Type, mnemonic string) uint64 {
	switch t {
	case isa.TypeF64:
		return uint64(bits) << 32
	case isa.TypeI64:
		if strings.Contains(mnemonic, "_i64") {
			return uint64(int64(int32(bits)))
		}
	case isa.TypeV2F32, isa.TypeV2I32:
		return uint64(bits) | uint64(bits)<<32
	}
	return uint64(bits)
}

// cached returns the instruction at w.pc if it has been decoded and is in the section of the
// previous one, else nil.
func (w *wave) cached() *instr {
	c := w.code
	if c == nil {
		return nil
	}
	offset := w.pc - c.base
	if offset&3 != 0 || offset>>2 >= uint64(len(c.insts)) {
		return nil
	}
	return c.insts[offset>>2].Load()
}

// fetch returns the instruction at w.pc, decoding it if this is its first
// execution.
func (w *wave) fetch() (*instr, error) {
	c := w.code
	if c == nil || w.pc-c.base >= uint64(len(c.bytes)) {
		if c = w.wg.run.codeAt(w.pc); c == nil {
			return nil, fmt.Errorf("jumped to %#x, outside of every code section", w.pc)
		}
		w.code = c
	}
	offset := w.pc - c.base
	if offset%4 != 0 {
		return nil, fmt.Errorf("jumped to %#x, which is not a multiple of 4", w.pc)
	}
	return c.instruction(w.wg.device, offset)
}

// instruction returns the instruction at offset, decoding it if there is none
// yet. Of workers that decode it at the same time all get that of the first to
// be done, since the instruction has one Event.Site.
func (c *codeRegion) instruction(d *Device, offset uint64) (*instr, error) {
	if in := c.insts[offset/4].Load(); in != nil {
		return in, nil
	}
	inst, err := d.target.Decode(c.bytes[offset:])
	if err != nil {
		return nil, undecodable(c.bytes[offset:], err)
	}
	in, err := bindFor(c.file, d.target, inst, c.base+offset, inst.Size())
	if err != nil {
		return nil, err
	}
	in.site = d.sites.Add(1)
	if !c.insts[offset/4].CompareAndSwap(nil, in) {
		return c.insts[offset/4].Load(), nil
	}
	return in, nil
}

func undecodable(b []byte, err error) error {
	if len(b) < 4 {
		return fmt.Errorf("%d bytes at the end of the section are not an instruction", len(b))
	}
	return fmt.Errorf("%#010x is not an instruction: %w", binary.LittleEndian.Uint32(b), err)
}
