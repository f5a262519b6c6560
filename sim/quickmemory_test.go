package sim

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/isa"
	"heddle/long"
	simd "heddle/sim/lanes"
)

// memoryPair is two waves with the same memory: plain executes as the plain
// engine does, quick by the kernels of a level.
type memoryPair struct {
	t      *testing.T
	target *isa.Target
	level  simd.Level
	plain  *memRig
	quick  *memRig
	inst   *instr
	trace  []string // what was executed
}

func newMemoryPair(t *testing.T, target *isa.Target, level simd.Level, r *rand.Rand) *memoryPair {
	p := &memoryPair{t: t, target: target, level: level, plain: newMemRig(t, target), quick: newMemRig(t, target)}
	lds := [...]int{rigBytes, rigBytes, 4096, 4096, 4096, 1000, 8, 0}[r.IntN(8)]
	short := [...]uint64{0, 0, 1000, PageSize - 8}[r.IntN(4)] // of the last page
	halves, unchecked := r.IntN(4) == 0, r.IntN(2) == 0
	schedule := [...]Schedule{ScheduleRoundRobin, ScheduleRun, ScheduleRoundRobin, ScheduleLate}[r.IntN(4)]
	live, observed := r.IntN(2) == 0, r.IntN(3) == 0
	for _, g := range p.rigs() {
		g.wg.lds.bytes = g.wg.lds.bytes[:lds]
		g.wg.keepHalves, g.wg.soffsetUnchecked, g.wg.schedule, g.wg.view.live = halves, unchecked, schedule, live
		if observed {
			g.wg.observer, g.code = blind{}, &codeRegion{codeSection: new(codeSection)}
		}
	}
	b := make([]byte, rigBytes)
	for i := range b {
		b[i] = byte(r.UintN(4)) // so that some stores change nothing
	}
	for _, g := range p.rigs() {
		g.setBytes(t, SpaceGlobal, 0, 0, b)
		copy(g.wg.lds.bytes, b)
		for l := range waveSize {
			g.setBytes(t, SpacePrivate, l, 0, b[l*16:][:rigScratch])
		}
		g.buf.region.size -= short
	}
	return p
}

// blind is an Observer that does nothing.
type blind struct{}

func (blind) Executed(*Event)      {}
func (blind) Landed(*Event)        {}
func (blind) WaveStarted(int, int) {}
func (blind) WaveEnded(int, int)   {}

// told is what an observer is told of one lane.
type told struct {
	lane, size int
	space      Space
	addr       uint64
	write      bool
	data       [4]uint32
}

// tales returns what a log says, by lanes, and forgets it.
func tales(log *accessLog) []told {
	var all []told
	for i := range log.list {
		a := &log.list[i]
		for mask := a.Lanes; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask)
			x := told{a.Lane(l), a.Size, a.Space, a.Addr(l), a.Write, [4]uint32{}}
			for i := 0; a.Write && 4*i < a.Size; i++ {
				x.data[i] = a.Data[i][l]
			}
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b told) int { return a.lane - b.lane })
	log.reset()
	return all
}

func (p *memoryPair) rigs() [2]*memRig { return [2]*memRig{p.plain, p.quick} }

// both sets a VGPR of both waves.
func (p *memoryPair) both(reg, lane int, v uint32) {
	p.plain.vgpr[reg][lane], p.quick.vgpr[reg][lane] = v, v
}

func (p *memoryPair) bothScalar(reg int, v uint64) {
	p.plain.setSGPR64(reg, v)
	p.quick.setSGPR64(reg, v)
}

// places are what the lanes add to a common address: apart by a step, random,
// or both, within about a span.
func places(r *rand.Rand, size, span int) (v [waveSize]uint32) {
	steps := [...]int{0, 1, size, size, size, 2 * size, 64, 260, 1028, 4096, r.IntN(300)}
	step := steps[r.IntN(len(steps))]
	start := r.IntN(span)
	if r.IntN(2) == 0 {
		start = r.IntN(64) * 4
	}
	kind := r.IntN(8)
	for l := range v {
		at := start + l*step
		switch {
		case kind == 0:
			at = r.IntN(span)
		case kind == 1:
			at += r.IntN(3) * size
		case kind == 2 && r.IntN(16) == 0:
			at = r.IntN(span)
		}
		if kind != 7 { // mostly in range
			at %= max(span-16, 1)
		}
		if r.IntN(20_000) == 0 {
			at = int(r.Uint32())
		}
		v[l] = uint32(at)
	}
	return v
}

// address gives the address registers of in random values that mostly lie in
// memory.
func (p *memoryPair) address(in *instr, r *rand.Rand) {
	size := max(in.mem.Bytes, 4)
	buf, offset := p.plain.buf.Addr, uint32(in.Mods.Offset)
	span := rigBytes
	switch in.Row.Enc {
	case isa.EncDS:
		span = max(len(p.plain.wg.lds.bytes), 1)
	case isa.EncSCRATCH:
		span = rigScratch
		if r.IntN(2) == 0 {
			span = scratchChunk
		}
	}
	v := places(r, size, span)
	base, whole := uint64(0), false
	switch in.Row.Enc {
	case isa.EncDS:
		base = -uint64(offset) * uint64(min(1, r.IntN(8)))
	case isa.EncSCRATCH:
		base = -uint64(offset)
		if in.mem.saddr != nil {
			s := uint64(r.IntN(64) * 4)
			p.bothScalar(rigSaddr, s)
			base -= s
		}
	case isa.EncFLAT:
		whole = true
		base = [...]uint64{buf, buf, buf, sharedAperture, privateAperture}[r.IntN(5)] - uint64(offset)*uint64(r.IntN(2))
	case isa.EncGLOBAL:
		away := uint64(r.IntN(3)) * 0x7fff_f000
		base = buf - uint64(int64(in.Mods.Offset))
		if whole = in.mem.saddr == nil; !whole {
			p.bothScalar(rigSaddr, base-away)
			base = away
		}
	default:
		base = p.resource(in, r)
	}
	some := r.IntN(16) == 0 // differ in the high dword
	below := in.Row.Enc == isa.EncMUBUF && r.IntN(4) == 0
	for l := range waveSize {
		a := base + uint64(v[l])
		p.both(rigAddr, l, uint32(a))
		if whole {
			if some && r.IntN(64) == 0 {
				a = buf
			}
			p.both(rigAddr+1, l, uint32(a>>32))
		} else if in.Row.Enc != isa.EncDS {
			p.both(rigAddr+1, l, r.Uint32N(64))
		}
		if in.Mods.Set.Has(isa.ModIdxen) {
			p.both(rigAddr, l, v[l]/16)
		}
		if below && r.IntN(8) == 0 { // the offset field reaches beyond 2^32
			p.both(rigAddr, l, -uint32(r.IntN(64)*4))
		}
	}
}

// resource makes a random resource, mostly of the buffer, and returns what
// offsets have to begin with.
func (p *memoryPair) resource(in *instr, r *rand.Rand) uint64 {
	soffset := uint64(r.IntN(3) * 40)
	away := uint64(r.IntN(2)) * (uint64(in.Mods.Offset) + soffset)
	base := p.plain.buf.Addr - away
	records := uint64(rigBytes) + away
	switch r.IntN(6) {
	case 0:
		records = uint64(r.IntN(rigBytes))
	case 1:
		records = 1<<32 - 1
	case 2:
		records = uint64(r.IntN(200))
	}
	stride := uint64(0)
	if in.Mods.Set.Has(isa.ModIdxen) {
		stride = 16
	}
	word3 := uint64(0x27000)
	if r.IntN(16) == 0 {
		word3 = uint64(r.Uint32())
	}
	if in.mem.Components > 0 {
		word3 = 0xfac | uint64(r.IntN(15))<<resourceDataFormat | uint64(r.IntN(6))<<resourceNumFormat
	}
	p.bothScalar(rigSrsrc, (base>>32&0xffff|stride<<16)<<32|base&0xffffffff)
	p.bothScalar(rigSrsrc+2, word3<<32|records&0xffffffff)
	p.bothScalar(rigSoffset, soffset)
	p.bothScalar(m0Index, uint64(r.IntN(4096)))
	return uint64(r.IntN(4))
}

// mask is a random EXEC.
func mask(r *rand.Rand) uint64 {
	switch r.IntN(8) {
	case 0:
		return r.Uint64()
	case 1:
		return r.Uint64() & r.Uint64() & r.Uint64()
	case 2:
		return 1<<r.IntN(64) - 1
	case 3:
		return 1 << r.IntN(64)
	case 4:
		return -uint64(r.IntN(2))
	}
	return ^uint64(0)
}

// execute runs an instruction on both.
func (p *memoryPair) execute(in *instr) {
	p.inst, p.trace = in, append(p.trace, fmt.Sprintf("%s exec %#x", in.Inst.String(), p.plain.wave.exec()))
	in.run(p.plain.wave, in)
	in.quick[p.level].execute(p.quick.wave, in)
	p.compare()
}

// wait waits for both.
func (p *memoryPair) wait(vm, lgkm int) {
	p.trace = append(p.trace, fmt.Sprintf("vmcnt(%d) lgkmcnt(%d)", vm, lgkm))
	p.plain.retire(vm, lgkm)
	p.quick.retire(vm, lgkm)
	p.compare()
}

// compare stops the test if the waves or their memory differ.
func (p *memoryPair) compare() {
	p.t.Helper()
	a, b := p.plain, p.quick
	differ := func(format string, args ...any) {
		p.t.Helper()
		for _, s := range p.trace {
			p.t.Log(s)
		}
		p.t.Fatalf("%s %v %s: %s", p.target.Chip.Name, p.level, p.inst.Inst.String(), fmt.Sprintf(format, args...))
	}
	for i := range a.vgpr {
		if a.vgpr[i] != b.vgpr[i] {
			for l := range a.vgpr[i] {
				if a.vgpr[i][l] != b.vgpr[i][l] {
					differ("v%d lane %d: %#x, want %#x", i, l, b.vgpr[i][l], a.vgpr[i][l])
				}
			}
		}
	}
	if a.sgpr != b.sgpr || a.outstanding() != b.outstanding() || len(a.pending.ops) != len(b.pending.ops) {
		differ("other scalars or counters")
	}
	if a.wg.stats.bytes != b.wg.stats.bytes {
		differ("counts %v bytes, want %v", b.wg.stats.bytes, a.wg.stats.bytes)
	}
	if !bytes.Equal(a.wg.lds.bytes, b.wg.lds.bytes) || (a.wg.lds.changes == 0) != (b.wg.lds.changes == 0) {
		differ("other LDS")
	}
	va, vb := a.wg.view, b.wg.view
	if (va.changes == 0) != (vb.changes == 0) || va.changed != vb.changed || len(va.own) != len(vb.own) {
		differ("changes %d %v of %d pages, want %d %v of %d", vb.changes, vb.changed, len(vb.own), va.changes, va.changed, len(va.own))
	}
	for base, o := range va.own {
		if got := vb.own[base]; got == nil || *got != *o {
			differ("other data written to page %#x", base)
		}
	}
	for l := range a.scratch {
		if (a.scratch[l] == nil) != (b.scratch[l] == nil) || a.scratch[l] != nil && *a.scratch[l] != *b.scratch[l] {
			differ("other scratch")
		}
	}
	if fmt.Sprint(a.wg.err) != fmt.Sprint(b.wg.err) {
		differ("error %v, want %v", b.wg.err, a.wg.err)
	}
	if x, y := tales(&a.wg.accesses), tales(&b.wg.accesses); !slices.Equal(x, y) {
		differ("the observer is told %v, want %v", y, x)
	}
	if x, y := tales(&a.wg.dropped), tales(&b.wg.dropped); !slices.Equal(x, y) {
		differ("the observer is told of what is dropped %v, want %v", y, x)
	}
	for _, g := range p.rigs() { // changes are compared for having been any
		g.wg.lds.changes, g.wg.view.changes, g.wg.view.changed = 0, 0, false
	}
}

// compareBuffers compares global memory.
func (p *memoryPair) compareBuffers() {
	p.t.Helper()
	for _, g := range p.rigs() {
		g.performAll()
		g.wg.view.commit()
	}
	p.compare()
	for _, g := range p.rigs() {
		g.buf.region.size = rigBytes
	}
	a, b := p.plain.bytes(p.t, SpaceGlobal, 0, 0, rigBytes), p.quick.bytes(p.t, SpaceGlobal, 0, 0, rigBytes)
	if !bytes.Equal(a, b) {
		p.t.Fatalf("%v: other memory", p.trace)
	}
}

// scalarLoads are templates of scalar memory instructions.
var scalarLoads = []string{
	"s_load_dword s40, s[4:5], %#x", "s_load_dwordx2 s[40:41], s[4:5], %#x", "s_load_dwordx4 s[40:43], s[4:5], %#x",
	"s_load_dwordx8 s[40:47], s[4:5], %#x", "s_load_dwordx16 s[40:55], s[4:5], %#x", "s_load_dwordx2 s[4:5], s[4:5], %#x",
	"s_load_dwordx2 s[40:41], s[4:5], s12 offset:%#x", "s_load_dwordx4 s[40:43], s[4:5], s12",
	"s_buffer_load_dword s40, s[8:11], %#x", "s_buffer_load_dwordx4 s[40:43], s[8:11], %#x", "s_buffer_load_dwordx16 s[40:55], s[8:11], %#x",
	"s_store_dword s40, s[4:5], %#x", "s_store_dwordx4 s[40:43], s[4:5], %#x", "s_buffer_store_dwordx2 s[40:41], s[8:11], %#x", "s_dcache_wb", "s_memtime s[40:41]",
}

// memoryRows are the vector memory instructions of a target, those of the
// global data share apart.
func memoryRows(target *isa.Target) []*isa.Row {
	var rows []*isa.Row
	all := target.Rows()
	for i := range all {
		row := &all[i]
		switch row.Unit {
		case isa.UnitLDS, isa.UnitVMEM, isa.UnitFlat:
			if refusal(target, row.Op) == "" {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// randomMemory makes a random instruction of a row.
func randomMemory(t *testing.T, target *isa.Target, row *isa.Row, r *rand.Rand) *instr {
	inst := memInst(row, uint8(1+r.IntN(14)))
	switch {
	case row.Mods.Has(isa.ModOffset0):
		inst.Mods.Offset, inst.Mods.Offset1 = int32(r.IntN(8)), uint8(r.IntN(8))
	case row.Enc == isa.EncGLOBAL || row.Enc == isa.EncSCRATCH:
		inst.Mods.Offset = int32(r.IntN(16)*8 - 64)
	case row.Mods.Has(isa.ModOffset):
		inst.Mods.Offset = int32(r.IntN(32) * r.IntN(64))
	}
	if row.Enc == isa.EncSCRATCH && row.Form == "none" {
		inst.Mods.Offset = int32(r.IntN(rigScratch - 16))
	}
	if r.IntN(4) == 0 {
		onAGPRs(&inst)
	}
	return bindInst(t, target, inst)
}

// TestQuickMemoryEqualsPlain: random memory instructions, waits and EXEC give
// the same registers, memory, counts and errors as in the plain engine, at each
// moment.
func TestQuickMemoryEqualsPlain(t *testing.T) {
	const seed, length = 5, 80
	runs := long.Count(150, 400)
	t.Logf("seed %d", seed)
	for _, target := range isa.Targets() {
		rows := memoryRows(target)
		var common []*isa.Row // with kernels
		for _, row := range rows {
			if shape := row.Memory; shape != nil && slices.Contains([]isa.MemoryKind{isa.MemoryLoad, isa.MemoryStore, isa.MemoryLoad2, isa.MemoryStore2}, shape.Kind) {
				common = append(common, row)
			}
		}
		for level := simd.AVX2; level <= simd.Best(); level++ {
			r := rand.New(rand.NewPCG(seed, uint64(level)))
			taken, faults := map[string]int{}, 0
			for range runs {
				p := newMemoryPair(t, target, level, r)
				for range length {
					if p.step(t, rows, common, taken, r); p.plain.wg.err != nil {
						faults++
						var access *AccessError
						if !errors.As(p.plain.wg.err, &access) {
							t.Fatal(p.plain.wg.err)
						}
						p.plain.wg.err, p.quick.wg.err = nil, nil
					}
				}
				p.compareBuffers()
			}
			t.Logf("%s %v: %d errors in %d instructions", target.Chip.Name, level, faults, runs*length)
			for _, name := range []string{"ds_read_b128", "ds_write_b64", "ds_read2_b32", "ds_write2_b64", "global_load_dwordx4", "global_store_dword", "buffer_load_dwordx4", "buffer_store_dwordx2", "global_store_short_d16_hi", "scratch_load_dword", "flat_load_dwordx2"} {
				if taken[name] < long.Count(3, 10) {
					t.Errorf("%s %v: only %d %s were executed by kernels", target.Chip.Name, level, taken[name], name)
				}
			}
		}
	}
}

// step executes one random instruction, or waits.
func (p *memoryPair) step(t *testing.T, rows, common []*isa.Row, taken map[string]int, r *rand.Rand) {
	switch r.IntN(8) {
	case 0:
		p.wait(r.IntN(8), r.IntN(8))
		return
	case 1:
		p.wait(0, 0)
		return
	case 2:
		e := mask(r)
		p.plain.setExec(e)
		p.quick.setExec(e)
	case 3:
		p.scalar(t, r)
		return
	}
	row := common[r.IntN(len(common))]
	if r.IntN(4) == 0 {
		row = rows[r.IntN(len(rows))]
	}
	in := randomMemory(t, p.target, row, r)
	p.address(in, r)
	for i := range 4 {
		for l := range waveSize {
			v := uint32(r.UintN(4)) * 0x01010101
			p.both(rigData+i, l, v)
			p.both(rigData1+i, l, v>>8)
			p.both(wholeFile.first+rigData+i, l, v)
		}
	}
	p.execute(in)
	if n := len(p.quick.pending.ops); n > 0 {
		if op := p.quick.pending.ops[n-1]; op.in == in && op.perform == nil && op.land == nil {
			taken[row.Mnemonic]++
		}
	}
}

// scalar executes a random scalar memory instruction.
func (p *memoryPair) scalar(t *testing.T, r *rand.Rand) {
	text := scalarLoads[r.IntN(len(scalarLoads))]
	if slices.Contains([]byte(text), '%') {
		text = fmt.Sprintf(text, r.IntN(64)*4)
	}
	in := bindText(t, p.target, text)
	p.resource(in, r)
	p.bothScalar(rigSaddr, p.plain.buf.Addr+uint64(r.IntN(rigBytes-512)))
	p.execute(in)
}
