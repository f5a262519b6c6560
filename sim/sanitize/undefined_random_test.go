package sanitize

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
)

// The rules of the undefined check against the simulator: an instruction is
// executed on registers of which random bits are undefined, then again and
// again with other values in those bits. Bits of the result that change must
// be undefined.

var (
	undefinedRules = flag.Int("undefined-rules", 1, "random instructions of each row of the instruction table")
	undefinedSeed  = flag.Uint64("undefined-seed", 1, "which")
)

// Registers that the random instructions use: s16 to s47, VCC, v0 to v63 and
// a0 to a63.
const (
	randomFirst, randomScalars = 16, 32
	randomVectors              = 64
)

// registersIn is the state before or after an instruction.
type registersIn struct {
	scalar [randomScalars + 2]uint32 // then VCC
	vector [2 * randomVectors]row    // then AGPRs
	exec   uint64
	scc    bool
}

func (s *registersIn) scalarReg(i int) isa.Reg {
	if i < randomScalars {
		return isa.Reg(randomFirst + i)
	}
	return isa.VCCLo + isa.Reg(i-randomScalars)
}

func vectorReg(i int) isa.Reg {
	if i < randomVectors {
		return isa.V0 + isa.Reg(i)
	}
	return isa.A0 + isa.Reg(i-randomVectors)
}

// randomValue is a number of a kind that arithmetic treats in its own way.
func randomValue(r *rand.Rand) uint32 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return uint32(r.IntN(64))
	case 2:
		return 1 << r.IntN(32)
	case 3:
		return 0x3f800000 | r.Uint32()&0x807fffff
	case 4:
		return allBits << r.IntN(32)
	case 5:
		return 0x3c003c00 ^ r.Uint32()&0x83ff83ff
	}
	return r.Uint32()
}

// randomMask is the undefined bits of a register.
func randomMask(r *rand.Rand) uint32 {
	switch r.IntN(8) {
	case 0:
		return allBits
	case 1:
		return 0xffff << (16 * r.IntN(2))
	case 2:
		return 0xff << (8 * r.IntN(4))
	case 3:
		return 1 << r.IntN(32)
	case 4:
		return r.Uint32() & r.Uint32()
	}
	return 0
}

// randomCase is an instruction, the state before it and what of it is
// undefined.
type randomCase struct {
	inst          isa.Inst
	before, masks registersIn
}

func newRandomCase(inst isa.Inst, r *rand.Rand) *randomCase {
	c := &randomCase{inst: inst}
	clean := r.IntN(3) // registers without undefined bits are common
	for i := range c.before.scalar {
		c.before.scalar[i] = randomValue(r)
		if r.IntN(4) >= clean {
			c.masks.scalar[i] = randomMask(r)
		}
	}
	for i := range c.before.vector {
		mask := uint32(0)
		if r.IntN(4) >= clean {
			mask = randomMask(r)
		}
		for l := range c.before.vector[i] {
			c.before.vector[i][l] = randomValue(r)
			if r.IntN(4) > 0 {
				c.masks.vector[i][l] = mask
			}
		}
	}
	c.before.exec = r.Uint64() | r.Uint64()
	if r.IntN(3) == 0 {
		c.before.exec = allLanes
	}
	c.before.scc, c.masks.scc = r.IntN(2) == 0, r.IntN(4) == 0
	return c
}

// varied is the state before with other values in the undefined bits.
func (c *randomCase) varied(r *rand.Rand) *registersIn {
	s := c.before
	flip := func(v *uint32, m uint32) {
		switch r.IntN(4) {
		case 0:
			*v ^= m
		case 1:
			*v &^= m
		case 2:
			*v |= m
		default:
			*v ^= m & r.Uint32()
		}
	}
	for i := range s.scalar {
		flip(&s.scalar[i], c.masks.scalar[i])
	}
	for i := range s.vector {
		for l := range s.vector[i] {
			if m := c.masks.vector[i][l]; m != 0 {
				flip(&s.vector[i][l], m)
			}
		}
	}
	if c.masks.scc {
		s.scc = r.IntN(2) == 0
	}
	return &s
}

// randomInst makes a random instruction of a row that keeps to the registers
// of the test.
func randomInst(target *isa.Target, rw *isa.Row, r *rand.Rand) (isa.Inst, bool) {
	lo, hi := r.Uint64()&^rw.Mask[0]|rw.Bits[0], r.Uint64()&^rw.Mask[1]|rw.Bits[1]
	b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, lo), hi)
	b = binary.LittleEndian.AppendUint32(b, r.Uint32())
	inst, err := target.Decode(b)
	if err != nil || inst.Row != rw {
		return inst, false
	}
	for i := range rw.Operands {
		a := &inst.Args[i]
		if a.Kind != isa.KindReg || rw.Operands[i].Width == 0 {
			continue
		}
		n := max(int(a.Dwords), 1)
		switch reg := a.Reg(); {
		case isVector(reg):
			base := isa.V0
			if reg.IsAGPR() {
				base = isa.A0
			}
			at := r.IntN(randomVectors - n + 1)
			if n > 1 {
				at &^= 1
			}
			a.Val = uint32(base) + uint32(at)
		case reg < 128 && n <= 2 && r.IntN(6) == 0:
			a.Val = uint32(isa.VCCLo)
		case reg < 128:
			align := 1
			if n > 1 {
				align = min(n, 4)
			}
			a.Val = uint32(randomFirst + r.IntN((randomScalars-n)/align+1)*align)
		}
	}
	if r.IntN(4) == 0 && len(rw.Operands) > 2 && inst.Args[1].Kind == isa.KindReg && inst.Args[2].Dwords == inst.Args[1].Dwords && isVector(inst.Args[1].Reg()) == isVector(inst.Args[2].Reg()) {
		inst.Args[2].Val = inst.Args[1].Val // the same source twice
	}
	var buf [isa.MaxSize]byte
	n := inst.Encode(&buf)
	again, err := target.Decode(buf[:n])
	if err != nil {
		return again, false
	}
	if rw.Unit == isa.UnitXDL || rw.Unit == isa.UnitSGEMM || rw.Unit == isa.UnitDGEMM {
		if _, ok := sim.MatrixLayout(target, &again); !ok {
			return again, false
		}
	}
	return again, again.Row == rw && again.Args == inst.Args
}

// randomRow reports whether the test makes instructions of a row.
func randomRow(rw *isa.Row) bool {
	switch rw.Op {
	case isa.S_SETREG_B32, isa.S_SETREG_IMM32_B32, isa.S_GETREG_B32, isa.S_SETVSKIP, isa.S_SET_GPR_IDX_ON, isa.S_SET_GPR_IDX_OFF, isa.S_SET_GPR_IDX_MODE,
		isa.S_SET_GPR_IDX_IDX, isa.S_GETPC_B64, isa.S_SETPC_B64, isa.S_SWAPPC_B64, isa.S_CALL_B64, isa.S_MOVRELS_B32, isa.S_MOVRELS_B64, isa.S_MOVRELD_B32,
		isa.S_MOVRELD_B64, isa.V_MFMA_LD_SCALE_B32:
		return false
	}
	if strings.Contains(rw.Mnemonic, "saveexec") || strings.Contains(rw.Mnemonic, "wrexec") || strings.HasPrefix(rw.Mnemonic, "v_cmpx") {
		return false // reported at once
	}
	switch rw.Unit {
	case isa.UnitSALU, isa.UnitVALU, isa.UnitTrans, isa.UnitDot, isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return true
	}
	return false
}

// randomKernel is a kernel that executes the instructions of cases, each after
// loading the scalar registers from the next 256 bytes of its buffer.
func randomKernel(t *testing.T, target *isa.Target, cases []*randomCase) *hsaco.Object {
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n", target.Chip.Name)
	for _, c := range cases {
		b.WriteString("\ts_load_dwordx16 s[16:31], s[4:5], 0x0\n\ts_load_dwordx16 s[32:47], s[4:5], 0x40\n\ts_load_dwordx2 vcc, s[4:5], 0x80\n\ts_load_dwordx4 s[48:51], s[4:5], 0x88\n" +
			"\ts_waitcnt lgkmcnt(0)\n\ts_add_u32 s4, s4, 256\n\ts_addc_u32 s5, s5, 0\n\ts_cmp_lg_u32 s50, 0\n\ts_mov_b64 exec, s[48:49]\n\t.long ")
		var buf [isa.MaxSize]byte
		n := c.inst.Encode(&buf)
		for i := 0; i < n; i += 4 {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%#x", binary.LittleEndian.Uint32(buf[i:]))
		}
		b.WriteString("\n\ts_mov_b64 exec, -1\n")
	}
	b.WriteString("\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n")
	for _, d := range []string{"next_free_vgpr 256", "next_free_sgpr 96", "accum_offset 128", "kernarg_size 64", "user_sgpr_kernarg_segment_ptr 1"} {
		fmt.Fprintf(&b, "\t\t.amdhsa_%s\n", d)
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	result, err := asm.Assemble([]byte(b.String()), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := hsaco.Link(result.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// randomRun observes a run of a randomKernel.
type randomRun struct {
	check  *undefined // nil: no shadow state
	cases  []*randomCase
	states []*registersIn // before
	after  []registersIn
	masks  []registersIn // what the check says of the state after
	silent []bool        // cases in which nothing was reported
	n      int           // cases executed
	next   bool          // the next instruction is one of a case
	now    bool
	found  func() int
	before int
}

func (f *randomRun) Executing(e *sim.Event) {
	if f.check != nil && !f.next {
		f.check.executing(e, f.check.s.factsOf(e))
	}
	if !f.next {
		return
	}
	f.next, f.now = false, true
	s, c := f.states[f.n], f.cases[f.n]
	for i := range s.vector {
		*e.Registers.Lanes(vectorReg(i)) = s.vector[i]
	}
	if f.check == nil {
		return
	}
	w := f.check.wave(e)
	for i := range s.vector {
		w.setRow(vectorReg(i), &c.masks.vector[i])
	}
	for i, m := range c.masks.scalar {
		w.setScalar(s.scalarReg(i), m)
	}
	w.setScalar(isa.SCC, 0)
	if c.masks.scc {
		w.setScalar(isa.SCC, 1)
	}
	f.before = f.found()
	f.check.executing(e, f.check.s.factsOf(e))
}

func (f *randomRun) Executed(e *sim.Event) {
	if f.check != nil {
		f.check.executed(e, f.check.s.factsOf(e))
	}
	if f.now {
		f.now = false
		s := &f.after[f.n]
		for i := range s.vector {
			s.vector[i] = *e.Registers.Lanes(vectorReg(i))
		}
		for i := range s.scalar {
			s.scalar[i] = e.Registers.Scalar(s.scalarReg(i))
		}
		s.scc = e.Registers.SCC()
		if f.check != nil {
			w, m := f.check.wave(e), &f.masks[f.n]
			for i := range m.vector {
				m.vector[i] = *w.row(vectorReg(i))
			}
			for i := range m.scalar {
				m.scalar[i] = w.scalarMask(m.scalarReg(i))
			}
			m.scc = w.scalarMask(isa.SCC) != 0
			f.silent[f.n] = f.found() == f.before
		}
		f.n++
	}
	f.next = e.Inst.Row.Op == isa.S_MOV_B64 && e.Inst.Args[0].Reg() == isa.ExecLo && e.Inst.Args[1].Kind == isa.KindReg && e.Inst.Args[1].Reg() == isa.S0+48
}
func (f *randomRun) Landed(e *sim.Event) {
	if f.check != nil {
		f.check.landed(e, f.check.s.factsOf(e))
	}
}
func (f *randomRun) WaveStarted(wg, wave int) {
	if f.check != nil {
		f.check.waveStarted(wg, wave)
	}
}
func (f *randomRun) WaveEnded(wg, wave int) {
	if f.check != nil {
		f.check.waveEnded(wg, wave)
	}
}

// randomExecute runs the cases from the given states.
func randomExecute(t *testing.T, object *hsaco.Object, f *randomRun) {
	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, 64*len(f.cases))
	for i, s := range f.states {
		to := words[64*i:]
		copy(to, s.scalar[:])
		to[34], to[35] = uint32(s.exec), uint32(s.exec>>32)
		if s.scc {
			to[36] = 1
		}
	}
	buffer, err := sim.Put(device, words)
	if err != nil {
		t.Fatal(err)
	}
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}}
	f.after = make([]registersIn, len(f.cases))
	if f.check != nil {
		f.masks, f.silent = make([]registersIn, len(f.cases)), make([]bool, len(f.cases))
	}
	launch.Observers = []sim.Observer{f}
	if _, err := device.Run(launch); err != nil {
		t.Fatal(err)
	}
	if f.n != len(f.cases) {
		t.Fatalf("%d of %d instructions were executed", f.n, len(f.cases))
	}
}

// missed lists registers with bits that changed though they are not in the
// masks.
func (s *registersIn) missed(other, masks *registersIn) []string {
	var out []string
	for i := range s.scalar {
		if bad := (s.scalar[i] ^ other.scalar[i]) &^ masks.scalar[i]; bad != 0 {
			out = append(out, fmt.Sprintf("%s bits %#x", regName(s.scalarReg(i)), bad))
		}
	}
	if s.scc != other.scc && !masks.scc {
		out = append(out, "scc")
	}
	for i := range s.vector {
		for l := range s.vector[i] {
			if bad := (s.vector[i][l] ^ other.vector[i][l]) &^ masks.vector[i][l]; bad != 0 {
				out = append(out, fmt.Sprintf("%s lane %d bits %#x", regName(vectorReg(i)), l, bad))
				break
			}
		}
	}
	return out
}

// TestUndefinedRules: no rule takes a bit for defined that depends on an
// undefined one.
func TestUndefinedRules(t *testing.T) {
	const batch = 200
	variations := long.Count(3, 8)
	perRow := *undefinedRules
	t.Logf("seed %d", *undefinedSeed)
	for _, target := range isa.Targets() {
		r := rand.New(rand.NewPCG(*undefinedSeed, 0))
		var cases []*randomCase
		failed := map[string]bool{}
		for i := range target.Rows() {
			rw := &target.Rows()[i]
			if !randomRow(rw) {
				continue
			}
			for made, try := 0, 0; made < perRow && try < 4000; try++ {
				if inst, ok := randomInst(target, rw, r); ok {
					cases = append(cases, newRandomCase(inst, r))
					made++
				}
			}
			if len(cases) >= batch {
				randomBatch(t, target, cases, variations, r, failed)
				cases = nil
			}
		}
		randomBatch(t, target, cases, variations, r, failed)
	}
}

func randomBatch(t *testing.T, target *isa.Target, cases []*randomCase, variations int, r *rand.Rand, failed map[string]bool) {
	object := randomKernel(t, target, cases)
	s, err := New(Options{Checks: []string{"none"}, Object: object})
	if err != nil {
		t.Fatal(err)
	}
	first := &randomRun{check: newUndefined(s).(*undefined), cases: cases, found: func() int {
		n := 0
		for _, f := range s.ledger.findings {
			n += f.Count
		}
		return n
	}}
	for _, c := range cases {
		first.states = append(first.states, &c.before)
	}
	randomExecute(t, object, first)
	for range variations {
		other := &randomRun{cases: cases}
		for _, c := range cases {
			other.states = append(other.states, c.varied(r))
		}
		randomExecute(t, object, other)
		for i, c := range cases {
			if !first.silent[i] || failed[c.inst.Row.Mnemonic] {
				continue
			}
			// What the instruction does not write keeps its undefined bits, and
			// they differ.
			if bad := first.after[i].missed(&other.after[i], &first.masks[i]); len(bad) > 0 {
				failed[c.inst.Row.Mnemonic] = true
				t.Errorf("%s: %s: %s depend on undefined bits", target.Chip.Name, &c.inst, strings.Join(slices.Compact(bad[:min(len(bad), 4)]), ", "))
			}
		}
	}
}

// TestUndefinedAnyInstruction: whatever the encoding, with everything
// undefined, the check follows it.
func TestUndefinedAnyInstruction(t *testing.T) {
	t.Logf("seed %d", *undefinedSeed)
	for _, target := range isa.Targets() {
		r := rand.New(rand.NewPCG(*undefinedSeed, 1))
		for i := range target.Rows() {
			rw := &target.Rows()[i]
			if rw.Unit == isa.UnitBranch || !long.Some(i, 4) { // a branch jumps anywhere
				continue
			}
			for try := range 50 {
				lo, hi := r.Uint64()&^rw.Mask[0]|rw.Bits[0], r.Uint64()&^rw.Mask[1]|rw.Bits[1]
				b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, lo), hi)
				inst, err := target.Decode(binary.LittleEndian.AppendUint32(b, r.Uint32()))
				if err != nil || inst.Row != rw {
					continue
				}
				anyInstruction(t, target, inst, sim.Schedule(try%4))
				break
			}
		}
	}
}

// anyInstruction executes an instruction with every register undefined but EXEC
// and s0 to s50. It may well fail.
func anyInstruction(t *testing.T, target *isa.Target, inst isa.Inst, schedule sim.Schedule) {
	c := &randomCase{inst: inst}
	object := randomKernel(t, target, []*randomCase{c})
	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint32, 64)
	words[34], words[35] = allBits, allBits
	buffer, err := sim.Put(device, words)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Checks: []string{"undefined"}, Object: object})
	if err != nil {
		t.Fatal(err)
	}
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, LDS: 4096, Scratch: 4096, Args: []sim.Arg{sim.Pointer(buffer)},
		Options: sim.Options{Schedule: schedule, MaxInstructions: 1000}}
	s.Begin(&launch)
	_, _ = device.Run(launch) // most addresses lead nowhere
}
