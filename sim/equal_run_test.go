package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
)

// equalShapes are the register files of the kernels, and of how many VGPRs and
// AGPRs memory is loaded before a program begins.
var equalShapes = [...]struct {
	vgprs, agprs, loaded, accLoaded int
	feature                         string // of the target
}{
	{256, 256, 96, 48, ""},
	{128, 128, 48, 16, ":sramecc-"},
	{64, 64, 48, 8, ""},
	{48, 32, 40, 0, ""},
	{24, 40, 20, 8, ":sramecc-"},
}

// equalRoom is the space for a program's code, in bytes.
const equalRoom = 12 << 10

// equalPrologue sets up the registers that have a purpose and loads others.
func equalPrologue(shape int) string {
	var b strings.Builder
	b.WriteString(`
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx4 s[8:11], s[0:1], 0x10
	s_load_dwordx8 s[12:19], s[0:1], 0x20
	s_mov_b32 s3, s2
	s_mov_b32 s26, 0x40
	s_mov_b32 m0, 0x100
	v_lshlrev_b32 v1, 4, v0
	v_and_b32 v1, 0x7ff, v1
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s27, s3, 6
	s_load_dwordx16 s[28:43], s[6:7], s27
	s_load_dwordx16 s[44:59], s[6:7], 0x4000
	s_load_dwordx16 s[60:75], s[6:7], 0x5000
	s_mov_b64 s[20:21], exec
`)
	n := 0
	load := func(file string, from, count int) {
		for i := 0; i < count; i += 4 {
			fmt.Fprintf(&b, "\tglobal_load_dwordx4 %s[%d:%d], v1, s[6:7]\n\tv_add_u32 v1, 0x%x, v1\n", file, from+i, from+i+3, equalBlock)
			if n++; n%int(equalFlavours) == 0 {
				fmt.Fprintf(&b, "\tv_subrev_u32 v1, 0x%x, v1\n", int(equalFlavours)*equalBlock-16)
			}
		}
	}
	load("v", equalVGPRs, equalShapes[shape].loaded)
	load("a", 0, equalShapes[shape].accLoaded)
	b.WriteString("\ts_waitcnt vmcnt(0) lgkmcnt(0)\n")
	return b.String()
}

// equalObject is a code object with room for a program.
type equalObject struct {
	raw      []byte
	at       int    // where in raw the room is
	prologue uint64 // instructions before it
	size     uint64 // and their bytes
}

func newEqualObject(t testing.TB, target *isa.Target, shape int) *equalObject {
	s, prologue := &equalShapes[shape], equalPrologue(shape)
	text := fmt.Sprintf("\t.amdgcn_target \"amdgcn-amd-amdhsa--%s%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s\t.rept %d\n\t.long 0xb007cafe\n\t.endr\n\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n",
		target.Chip.Name, s.feature, prologue, equalRoom/4)
	text += "\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n"
	for _, d := range []string{fmt.Sprintf("next_free_vgpr %d", s.vgprs+s.agprs), fmt.Sprintf("accum_offset %d", s.vgprs), "next_free_sgpr 96", "kernarg_size 64",
		"user_sgpr_kernarg_segment_ptr 1", "float_denorm_mode_32 3", "private_segment_fixed_size 4096", "group_segment_fixed_size 4096"} {
		text += "\t\t.amdhsa_" + d + "\n"
	}
	text += "\t.end_amdhsa_kernel\n"
	res, err := asm.Assemble([]byte(text), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o := &equalObject{raw: raw, at: bytes.Index(raw, []byte{0xfe, 0xca, 0x07, 0xb0, 0xfe, 0xca, 0x07, 0xb0})}
	if o.at < 0 {
		t.Fatal("no room for code in the object")
	}
	for _, line := range strings.Split(prologue, "\n") {
		if strings.TrimSpace(line) != "" {
			o.prologue++
		}
	}
	kernel, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	o.size = uint64(bytes.Index(kernel.Kernels[0].Code, raw[o.at:o.at+8]))
	for i := 0; i < equalRoom; i += 4 {
		binary.LittleEndian.PutUint32(raw[o.at+i:], 0xbf810000) // s_endpgm
	}
	return o
}

// code encodes a program. Branches go to the first instruction left of those
// from the one on that they were made for.
func (p *equalProgram) code() []byte {
	at := make([]int, len(p.items)+1)
	for i := range p.items {
		at[i+1] = at[i] + p.items[i].inst.Size()
	}
	address := func(number int) int {
		for i := range p.items {
			if p.items[i].number >= number {
				return at[i]
			}
		}
		return at[len(p.items)-1+int(bit(p.endless))] // the s_endpgm
	}
	var code []byte
	for i := range p.items {
		it := &p.items[i]
		inst := it.inst
		if it.jump >= 0 {
			label := len(inst.Row.Operands) - 1
			inst.Args[label] = isa.Imm(int32(address(it.jump)-at[i+1])/4 + int32(bit(it.skewed)))
		}
		if it.from >= 0 {
			for k := range inst.Args {
				if inst.Args[k].Kind == isa.KindLiteral {
					inst.Args[k].Val = uint32(address(it.to) - address(it.from+1))
				}
			}
		}
		var buf [isa.MaxSize]byte
		n := inst.Encode(&buf)
		code = append(code, buf[:n]...)
	}
	return code
}

// equalRig runs the programs of a target.
type equalRig struct {
	t       testing.TB
	target  *isa.Target
	objects []*equalObject
	engines []Engine
}

func newEqualRig(t testing.TB, target *isa.Target) *equalRig {
	g := &equalRig{t: t, target: target}
	for shape := range equalShapes {
		g.objects = append(g.objects, newEqualObject(t, target, shape))
	}
	for _, e := range []Engine{EnginePlain, EngineAVX2, EngineAVX512} {
		if _, err := e.level(); err == nil {
			g.engines = append(g.engines, e)
		}
	}
	return g
}

// equalOutcome is all that a run leaves behind.
type equalOutcome struct {
	engine      Engine
	run         *run
	report      *Report
	err         string
	input, work []byte
	image       []byte // the loaded code object: programs write there, too
}

// equalLoaded is a program in a device.
type equalLoaded struct {
	device *Device
	kernel *Kernel
	image  []byte
}

// load loads a program into a new device.
func (g *equalRig) load(p *equalProgram) *equalLoaded {
	o := g.objects[p.shape]
	raw := bytes.Clone(o.raw)
	code := p.code()
	if len(code) > equalRoom {
		g.t.Fatalf("program %d has %d bytes", p.number, len(code))
	}
	copy(raw[o.at:], code)
	if p.endless {
		for i := len(code); i <= equalRoom; i += 4 {
			binary.LittleEndian.PutUint32(raw[o.at+i:], 0xbf800000) // s_nop
		}
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		g.t.Fatal(err)
	}
	d := NewDevice(object.Chip)
	m, err := d.Load(object)
	if err != nil {
		g.t.Fatal(err)
	}
	k, err := m.Kernel("k")
	if err != nil {
		g.t.Fatal(err)
	}
	image := make([]byte, d.mem.regions[0].size)
	if err := d.mem.read(m.bias, image); err != nil {
		g.t.Fatal(err)
	}
	return &equalLoaded{d, k, image}
}

// outcome runs a program that is loaded. With public it does so by Device.Run,
// else by the same steps, so that the waves can be looked at.
func (g *equalRig) outcome(p *equalProgram, in *equalLoaded, e Engine, public bool) *equalOutcome {
	d := in.device
	next := d.next
	if err := d.mem.write(in.kernel.module.bias, in.image); err != nil {
		g.t.Fatal(err)
	}
	d.mem.touched.Store(0)
	input, err := d.AllocFunc(uint64(equalInput), func(at uint64, page []byte) { copy(page, p.input[at:]) })
	if err != nil {
		g.t.Fatal(err)
	}
	work, err := d.AllocFunc(uint64(equalWork), func(at uint64, page []byte) { copy(page, p.work[at:]) })
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { input.Free(); work.Free(); d.next = next }()
	l := p.launch
	l.Kernel, l.Engine = in.kernel, e
	middle := work.Addr + equalMiddle
	args := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, middle), input.Addr+equalBlock)
	for _, words := range [...][3]uint32{{0, equalWork - equalMiddle, 4<<resourceDataFormat | 7<<resourceNumFormat}, p.rsrc[0], p.rsrc[1]} {
		args = binary.LittleEndian.AppendUint32(args, uint32(middle))
		args = binary.LittleEndian.AppendUint32(args, uint32(middle>>32)|words[0])
		args = binary.LittleEndian.AppendUint32(args, words[1])
		args = binary.LittleEndian.AppendUint32(args, words[2])
	}
	l.Args = []Arg{Bytes(args)}
	o := &equalOutcome{engine: e, input: make([]byte, equalInput), work: make([]byte, equalWork), image: make([]byte, len(in.image))}
	if public {
		o.report, err = d.Run(l)
	} else {
		o.run, err = equalExecute(d, l)
		o.report = o.run.report
	}
	o.err = fmt.Sprint(err)
	for _, b := range [...]struct {
		addr uint64
		to   []byte
	}{{input.Addr, o.input}, {work.Addr, o.work}, {in.kernel.module.bias, o.image}} {
		if err := d.mem.read(b.addr, b.to); err != nil {
			g.t.Fatal(err)
		}
	}
	return o
}

// equalExecute is Device.Run, but returns the run.
func equalExecute(d *Device, l Launch) (*run, error) {
	r := &run{launch: &l, device: d, kernel: l.Kernel, lenientBarriers: l.LenientBarriers}
	if err := r.prepare(); err != nil {
		return r, err
	}
	buffers, err := r.dispatchMemory()
	defer func() {
		for _, b := range buffers {
			b.Free()
		}
	}()
	if err == nil {
		err = r.execute()
		r.report.complete(r)
	}
	return r, err
}

// groups are the workgroups of a run by their ids.
func (o *equalOutcome) groups() []*workgroup {
	all := append(append([]*workgroup{}, o.run.free...), o.run.active...)
	byID := make([]*workgroup, len(all))
	for _, wg := range all {
		byID[wg.id] = wg
	}
	return byID
}

// differs says in what two runs differ, the first thing that does; empty if in
// nothing.
func (o *equalOutcome) differs(plain *equalOutcome) string {
	if o.run != nil {
		if s := groupsDiffer(o.groups(), plain.groups()); s != "" {
			return s
		}
	}
	if o.err != plain.err {
		return fmt.Sprintf("the run ends with\n%s\nplain with\n%s", o.err, plain.err)
	}
	for _, b := range [...]struct {
		name      string
		got, want []byte
	}{{"the input", o.input, plain.input}, {"the work buffer", o.work, plain.work}, {"the code object", o.image, plain.image}} {
		if i := firstDifference(b.got, b.want); i >= 0 {
			return fmt.Sprintf("byte %#x of %s is %#x, plain %#x", i, b.name, b.got[i], b.want[i])
		}
	}
	if !reflect.DeepEqual(o.report, plain.report) {
		return fmt.Sprintf("the report is\n%+v\nplain\n%+v", o.report, plain.report)
	}
	return ""
}

func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

func groupsDiffer(got, want []*workgroup) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d workgroups, plain %d", len(got), len(want))
	}
	for i, wg := range got {
		for k, w := range wg.waves {
			if s := w.differs(want[i].waves[k]); s != "" {
				return fmt.Sprintf("workgroup %d, wave %d: %s", i, k, s)
			}
		}
		if k := firstDifference(wg.lds.bytes, want[i].lds.bytes); k >= 0 {
			return fmt.Sprintf("workgroup %d: byte %#x of the LDS is %#x, plain %#x", i, k, wg.lds.bytes[k], want[i].lds.bytes[k])
		}
		if wg.executed != want[i].executed || wg.stats != want[i].stats {
			return fmt.Sprintf("workgroup %d: executed %d instructions, plain %d, or their counts differ", i, wg.executed, want[i].executed)
		}
	}
	return ""
}

// differs says in which register w differs from want.
func (w *wave) differs(want *wave) string {
	if w.vgpr != want.vgpr {
		for i := range w.vgpr {
			for l := range w.vgpr[i] {
				if w.vgpr[i][l] != want.vgpr[i][l] {
					return fmt.Sprintf("%v lane %d is %#x, plain %#x", w.wg.file.name(i), l, w.vgpr[i][l], want.vgpr[i][l])
				}
			}
		}
	}
	for i := range w.sgpr {
		if w.sgpr[i] != want.sgpr[i] {
			return fmt.Sprintf("scalar register %d is %#x, plain %#x", i, w.sgpr[i], want.sgpr[i])
		}
	}
	for _, x := range [...]struct {
		name      string
		got, want uint64
	}{{"SCC", bit(w.scc), bit(want.scc)}, {"MODE", uint64(w.mode.bits), uint64(want.mode.bits)}, {"TRAPSTS", uint64(w.trapsts), uint64(want.trapsts)},
		{"the PC", w.pc, want.pc}, {"the instruction count", w.count, want.count}, {"the status", uint64(w.status), uint64(want.status)},
		{"the barrier count", uint64(w.barrier), uint64(want.barrier)}, {"the outstanding operations", uint64(len(w.pending.ops)), uint64(len(want.pending.ops))}} {
		if x.got != x.want {
			return fmt.Sprintf("%s is %#x, plain %#x", x.name, x.got, x.want)
		}
	}
	if w.mode != want.mode {
		return fmt.Sprintf("MODE is %+v, plain %+v", w.mode, want.mode)
	}
	for i := range max(len(w.scratch), len(want.scratch)) {
		if w.chunk(i) != want.chunk(i) {
			return fmt.Sprintf("the scratch from %#x on differs", i*scratchChunk)
		}
	}
	return ""
}

// chunk is a part of the wave's scratch, zeros where there is none yet.
func (w *wave) chunk(i int) scratch {
	if i < len(w.scratch) && w.scratch[i] != nil {
		return *w.scratch[i]
	}
	return scratch{}
}
