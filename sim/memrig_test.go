package sim

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"heddle/isa"
)

// memRig is a wave with memory of all kinds to access.
type memRig struct {
	*wave
	buf Buffer // 64 KiB of global memory
}

const (
	rigBytes   = 64 << 10 // of global memory and of LDS
	rigScratch = 1024     // of scratch, for each lane
	rigPitch   = 1024     // from one lane's place to the next lane's
	rigPrivate = 320      // a lane's place in its scratch
)

func newMemRig(t testing.TB, target *isa.Target) *memRig {
	t.Helper()
	w := testWave(target)
	d := w.wg.device
	w.wg.view = newView(&d.mem)
	w.wg.view.live = true
	w.wg.lds.bytes = make([]byte, rigBytes)
	w.wg.privateSize = rigScratch
	buf, err := d.Alloc(rigBytes)
	if err != nil {
		t.Fatal(err)
	}
	return &memRig{w, buf}
}

// memTarget returns a rig for a chip by name.
func memTarget(t testing.TB, chip string) *memRig { return newMemRig(t, targetNamed(t, chip)) }

// exec runs one statement and waits for it.
func (r *memRig) exec(t testing.TB, text string) {
	t.Helper()
	r.do(bindText(t, r.wg.device.target, text))
}

func (r *memRig) do(in *instr) {
	in.run(r.wave, in)
	r.retire(0, 0)
}

// good fails the test if the rig's wave has met an error.
func (r *memRig) good(t testing.TB) {
	t.Helper()
	if r.wg.err != nil {
		t.Fatal(r.wg.err)
	}
}

// bytes returns n bytes of a lane's memory: at an offset of the buffer, the
// LDS or the lane's scratch.
func (r *memRig) bytes(t testing.TB, space Space, lane, at, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	switch space {
	case SpaceGlobal:
		if err := r.buf.Read(b, uint64(at)); err != nil {
			t.Fatal(err)
		}
	case SpaceLDS:
		copy(b, r.wg.lds.bytes[at:])
	case SpacePrivate:
		r.private(&memOp{}, lane, uint64(at), b, false)
	}
	return b
}

func (r *memRig) setBytes(t testing.TB, space Space, lane, at int, b []byte) {
	t.Helper()
	switch space {
	case SpaceGlobal:
		if err := r.buf.Write(b, uint64(at)); err != nil {
			t.Fatal(err)
		}
	case SpaceLDS:
		copy(r.wg.lds.bytes[at:], b)
	case SpacePrivate:
		r.private(&memOp{}, lane, uint64(at), b, true)
	}
}

// dword reads a dword of the buffer.
func (r *memRig) dword(t testing.TB, at int) uint32 {
	t.Helper()
	return uint32(word(r.bytes(t, SpaceGlobal, 0, at, 4)))
}

func (r *memRig) setDword(t testing.TB, at int, v uint32) {
	t.Helper()
	var b [4]byte
	putWord(b[:], uint64(v))
	r.setBytes(t, SpaceGlobal, 0, at, b[:])
}

// ldsDword and setLDS do the same with the LDS.
func (r *memRig) ldsDword(at int) uint32 { return uint32(word(r.wg.lds.bytes[at : at+4])) }

func (r *memRig) setLDS(at int, v uint32) { putWord(r.wg.lds.bytes[at:at+4], uint64(v)) }

// memCase is one access of one lane: memory before and after as hex, the
// lane's data, and what a load or an atomic with return gives.
type memCase struct {
	name       string // without the encoding's prefix except ds_, without _rtn
	format     uint8  // of format conversions: dfmt | nfmt<<4
	mem, after string // after "" means unchanged
	data       []uint32
	data1      []uint32 // of DS instructions with two sources
	ret        []uint32
	mem2       string // of DS instructions with two addresses: the second place
	after2     string
}

// Registers of the instructions that memInst makes.
const (
	rigAddr, rigData, rigData1, rigDst = 10, 20, 24, 100
	rigSaddr, rigSrsrc, rigSoffset     = 4, 8, 12
)

// memInst returns an instruction of a row with fixed registers and offsets.
func memInst(row *isa.Row, format uint8) isa.Inst {
	inst := row.NewInst()
	for i := range row.Operands {
		spec := &row.Operands[i]
		n := max(int(spec.Dwords), 1)
		vgpr := map[string]int{"vdst": rigDst, "vdata": rigDst, "data": rigData, "data0": rigData, "data1": rigData1,
			"addr": rigAddr, "vaddr": rigAddr}
		sgpr := map[string]int{"saddr": rigSaddr, "srsrc": rigSrsrc, "soffset": rigSoffset}
		switch {
		case spec.Class == isa.ClassOFF:
			inst.Args[i] = isa.Off
		case spec.Class == isa.ClassA:
			inst.Args[i] = isa.R(isa.AGPR(vgpr[spec.Name]), n)
		case vgpr[spec.Name] != 0:
			inst.Args[i] = isa.R(isa.VGPR(vgpr[spec.Name]), n)
		default:
			inst.Args[i] = isa.R(isa.SGPR(sgpr[spec.Name]), n)
		}
	}
	switch {
	case row.Mods.Has(isa.ModOffset0):
		inst.Mods.Offset = 1
	case row.Enc == isa.EncSCRATCH && row.Form == "none":
		inst.Mods.Offset = rigPrivate // the offset is the whole address
	case row.Enc == isa.EncGLOBAL || row.Enc == isa.EncSCRATCH:
		inst.Mods.Offset = -24
	case row.Mods.Has(isa.ModOffset):
		inst.Mods.Offset = 24
	}
	if row.Mods.Has(isa.ModFormat) {
		inst.Mods.Format = format
	}
	return inst
}

// onAGPRs replaces the data registers by AGPRs of the same numbers, where the
// row takes both. It reports whether there are any.
func onAGPRs(inst *isa.Inst) bool {
	changed := false
	for i := range inst.Row.Operands {
		if inst.Row.Operands[i].Class == isa.ClassAV {
			inst.Args[i].Val += uint32(isa.A0 - isa.V0)
			changed = true
		}
	}
	return changed
}

// bindInst binds what the decoder makes of an encoded instruction.
func bindInst(t testing.TB, target *isa.Target, inst isa.Inst) *instr {
	t.Helper()
	var buf [isa.MaxSize]byte
	n := inst.Encode(&buf)
	back, err := target.Decode(buf[:n])
	if err != nil {
		t.Fatalf("%s: %v", inst.String(), err)
	}
	if back.String() != inst.String() {
		t.Fatalf("%q decodes as %q", inst.String(), back.String())
	}
	in, err := bind(target, back, 0, n)
	if err != nil {
		t.Fatalf("%s: %v", inst.String(), err)
	}
	return in
}

// caseRun is a memCase executed by one instruction.
type caseRun struct {
	*memRig
	t     *testing.T
	c     *memCase
	in    *instr
	space Space
	base  int // of AGPRs if the data are there
}

// runCase executes c with one instruction in one address space and checks
// memory and registers of all lanes.
func runCase(t *testing.T, target *isa.Target, c *memCase, inst isa.Inst, space Space) {
	t.Helper()
	r := &caseRun{memRig: newMemRig(t, target), t: t, c: c, in: bindInst(t, target, inst), space: space}
	for i := range inst.Row.Operands {
		if name := inst.Row.Operands[i].Name; inst.Args[i].Reg().IsAGPR() && inst.Args[i].Kind == isa.KindReg && name != "" {
			r.base = wholeFile.first
		}
	}
	lanes := uint64(0x8aaa_5555_f00f_3c3d)
	if !r.address() {
		lanes = 1 << 5
	}
	r.setExec(lanes)
	r.prepare()
	r.do(r.in)
	if r.wg.err != nil {
		t.Fatalf("%s, %s: %v", inst.String(), space, r.wg.err)
	}
	r.check(lanes)
}

// place is where lane l's access goes, and the second of two.
func (r *caseRun) place(l int) (first, second int) {
	at := l * rigPitch
	if r.space == SpacePrivate {
		at = rigPrivate - 64
	}
	if len(r.c.mem2) > 0 {
		return at + r.unit(), at
	}
	return at + 64, 0
}

// unit is the number of bytes that offset0 and offset1 count (facts
// isa/semantics.md §4).
func (r *caseRun) unit() int {
	n := 4
	if strings.HasSuffix(r.c.name, "b64") {
		n = 8
	}
	if strings.Contains(r.c.name, "st64") {
		n *= 64
	}
	return n
}

// address fills in the address registers. It reports whether each lane has a
// place of its own.
func (r *caseRun) address() bool {
	in, offset := r.in, int(r.in.Mods.Offset)
	if len(r.c.mem2) > 0 {
		offset = r.unit()
	}
	for l := range waveSize {
		first, _ := r.place(l)
		addr := uint64(first - offset)
		switch {
		case in.Row.Enc == isa.EncFLAT && r.space == SpaceLDS:
			addr += sharedAperture
		case in.Row.Enc == isa.EncFLAT && r.space == SpacePrivate:
			addr += privateAperture
		case in.Row.Enc == isa.EncFLAT, in.Row.Enc == isa.EncGLOBAL && in.mem.saddr == nil:
			addr += r.buf.Addr
		case in.Row.Enc == isa.EncGLOBAL:
			addr += 0xfff0_0000
		case in.Row.Enc == isa.EncSCRATCH && in.mem.saddr != nil && in.mem.addr != nil:
			addr -= 100
		}
		r.vgpr[rigAddr][l], r.vgpr[rigAddr+1][l] = uint32(addr), uint32(addr>>32)
	}
	switch in.Row.Enc {
	case isa.EncGLOBAL:
		r.setSGPR64(rigSaddr, r.buf.Addr-0xfff0_0000)
	case isa.EncSCRATCH:
		first, _ := r.place(0)
		r.sgpr[rigSaddr] = uint32(first - offset)
		if in.mem.addr != nil {
			r.sgpr[rigSaddr] = 100
		}
	case isa.EncMUBUF, isa.EncMTBUF:
		return r.bufferResource()
	}
	return true
}

// bufferResource sets up the resource of a buffer instruction and its address
// registers.
func (r *caseRun) bufferResource() bool {
	idxen, offen := r.in.Mods.Set.Has(isa.ModIdxen), r.in.Mods.Set.Has(isa.ModOffen)
	const soffset = 40
	base, stride := r.buf.Addr+64-24-soffset, uint64(0)
	switch {
	case idxen:
		stride = rigPitch
		for l := range waveSize {
			r.vgpr[rigAddr][l] = uint32(l)
		}
		if offen {
			base -= 8
			r.setV(rigAddr+1, 8)
		}
	case offen:
		for l := range waveSize {
			r.vgpr[rigAddr][l] = uint32(l * rigPitch)
		}
	default:
		base += 5 * rigPitch
	}
	word1 := base>>32&0xffff | stride<<16
	word3 := uint32(0xfac) | uint32(r.c.format>>4)<<resourceNumFormat | uint32(max(r.c.format&0xf, 4*uint8(bit(r.c.format == 0))))<<resourceDataFormat
	r.setSGPR64(rigSrsrc, word1<<32|base&0xffffffff)
	r.setSGPR64(rigSrsrc+2, uint64(word3)<<32|rigBytes)
	r.sgpr[rigSoffset] = soffset
	return idxen || offen
}

const memSentinel = 0xdeadbeef

// prepare sets memory and data registers.
func (r *caseRun) prepare() {
	for i := range 4 {
		r.setV(r.base+rigDst+i, memSentinel)
		r.setV(r.base+rigData+i, memSentinel)
		r.setV(r.base+rigData1+i, memSentinel)
	}
	data := rigData
	if r.in.named("vdata") != nil {
		data = rigDst
	}
	for i, v := range r.c.data {
		r.setV(r.base+data+i, v)
	}
	for i, v := range r.c.data1 {
		r.setV(r.base+rigData1+i, v)
	}
	for l := range waveSize {
		first, second := r.place(l)
		r.setBytes(r.t, r.space, l, first, memHex(r.c.mem))
		if r.c.mem2 != "" {
			r.setBytes(r.t, r.space, l, second, memHex(r.c.mem2))
		}
	}
	r.sgpr[m0Index] = 512
}

// check compares memory and registers with the case.
func (r *caseRun) check(lanes uint64) {
	r.t.Helper()
	s := &r.in.mem
	for l := range waveSize {
		on := lanes>>l&1 != 0
		first, second := r.place(l)
		r.checkMem(l, first, r.c.mem, r.c.after, on)
		if r.c.mem2 != "" {
			r.checkMem(l, second, r.c.mem2, r.c.after2, on)
		}
		if s.ToLDS {
			r.checkLDS(l, on)
			continue
		}
		if s.dst == nil {
			continue
		}
		for i := range s.Return {
			want := uint32(memSentinel)
			if i < len(r.c.data) && r.in.named("vdata") != nil {
				want = r.c.data[i]
			}
			if on {
				want = r.c.ret[i]
			}
			if got := r.vgpr[r.base+rigDst+i][l]; got != want {
				r.t.Fatalf("%s, %s: lane %d gets %#x in register %d, want %#x", r.in.Inst.String(), r.space, l, got, i, want)
			}
		}
	}
}

func (r *caseRun) checkMem(l, at int, before, after string, on bool) {
	r.t.Helper()
	want := before
	if on && after != "" {
		want = after
	}
	if got := r.bytes(r.t, r.space, l, at, len(memHex(want))); string(got) != string(memHex(want)) {
		r.t.Fatalf("%s, %s: lane %d leaves %x, want %s", r.in.Inst.String(), r.space, l, got, want)
	}
}

// checkLDS checks what a direct-to-LDS load wrote: the instruction's offset
// counts here, too.
func (r *caseRun) checkLDS(l int, on bool) {
	r.t.Helper()
	pitch := 4
	if len(r.c.ret) > 2 {
		pitch = 16
	}
	for i := range pitch / 4 {
		want := uint32(0)
		if on && i < len(r.c.ret) {
			want = r.c.ret[i]
		}
		at := 512 + int(r.in.Mods.Offset) + pitch*l + 4*i
		if got := r.ldsDword(at); got != want {
			r.t.Fatalf("%s: lane %d puts %#x at LDS offset %d, want %#x", r.in.Inst.String(), l, got, at, want)
		}
	}
}

func memHex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(fmt.Sprintf("BUG: %q: %v", s, err))
	}
	return b
}
