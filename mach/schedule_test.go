package mach

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// blockGen makes a block of instructions that depend on each other in all the
// ways that there are, on few registers.
type blockGen struct {
	f          *Func
	b          Builder
	rnd        *rand.Rand
	v, quad    []Reg
	acc        []Reg
	s, pair    []Reg
	vcc, other Reg // both are VCC
	m0         [2]Reg
	resource   Reg
}

func newBlockGen(seed uint64, chip *arch.Chip) *blockGen {
	f := NewFunc("k", chip)
	g := &blockGen{f: f, rnd: rand.New(rand.NewPCG(seed, 2))}
	b := f.NewBlock("block")
	b.Term.Cond = CondEnd
	f.Append(b)
	g.b = Builder{F: f, Block: b}
	many := func(file File, dwords, n int) (list []Reg) {
		for range n {
			list = append(list, f.NewReg(file, dwords, ""))
		}
		return list
	}
	g.v, g.quad, g.acc = many(FileV, 1, 6), many(FileV, 4, 3), many(FileV, 16, 2)
	g.s, g.pair, g.resource = many(FileS, 1, 5), many(FileS, 2, 3), f.NewReg(FileS, 4, "")
	g.vcc, g.other = f.NewFixed(isa.VCCLo, 2, ""), f.NewFixed(isa.VCCLo, 2, "")
	g.m0 = [2]Reg{f.NewFixed(isa.M0, 1, ""), f.NewFixed(isa.M0, 1, "")}
	return g
}

func (g *blockGen) all(r Reg) Operand { return P(g.f.All(r)) }

func (g *blockGen) pick(list []Reg) Operand { return g.all(list[g.rnd.IntN(len(list))]) }

// dword is a vector register, often a part of a tuple.
func (g *blockGen) dword() Operand {
	switch g.rnd.IntN(4) {
	case 0:
		return P(g.pick(g.quad).Part.Dword(g.rnd.IntN(4)))
	case 1:
		return P(g.pick(g.acc).Part.Dword(g.rnd.IntN(16)))
	}
	return g.pick(g.v)
}

func (g *blockGen) statement() {
	b, f := &g.b, g.f
	switch g.rnd.IntN(32) {
	case 0, 1:
		b.Emit(isa.V_ADD_U32, g.pick(g.v), g.dword(), g.dword())
	case 2:
		b.Emit(isa.V_EXP_F32, g.pick(g.v), g.dword()).Flags |= InstrFlags(g.rnd.IntN(2)) * Partial
	case 3:
		b.Emit(isa.V_READFIRSTLANE_B32, g.pick(g.s), g.dword())
	case 4:
		b.Copy(g.dword().Part, g.dword())
	case 5:
		b.Copy(g.pick(g.pair).Part, Exec())
	case 6:
		b.Undef(g.pick(g.quad).Part)
	case 7:
		b.Emit(isa.V_CMP_EQ_U32, g.all([...]Reg{g.vcc, g.other}[g.rnd.IntN(2)]), g.dword(), g.dword())
	case 8:
		b.Emit(isa.V_CNDMASK_B32, g.pick(g.v), g.dword(), g.dword(), g.all(g.vcc))
	case 9:
		b.Emit(isa.V_CMP_EQ_U32, g.pick(g.pair), g.dword(), g.dword())
	case 10: // SCC with a reader or two, or without
		carry := f.NewReg(FileSCC, 1, "")
		b.Emit(isa.S_ADD_U32, g.pick(g.s), g.pick(g.s), g.pick(g.s)).SCCDef = carry
		for range g.rnd.IntN(3) {
			g.beside()
			b.Emit(isa.S_CSELECT_B32, g.pick(g.s), g.pick(g.s), g.pick(g.s)).SCCUse = carry
		}
	case 11:
		b.Emit(isa.S_AND_B32, g.pick(g.s), g.pick(g.s), g.pick(g.s)) // a dead write of SCC
	case 12:
		b.Emit(isa.S_MOV_B64, Exec(), g.pick(g.pair))
	case 13:
		pair := f.All(g.quad[0]).Dwords(2*g.rnd.IntN(2), 2)
		b.Emit(isa.V_MFMA_F32_32X32X8_F16, g.pick(g.acc), P(pair), P(f.All(g.quad[1]).Dwords(0, 2)), g.pick(g.acc))
	case 14:
		in := b.Emit(isa.S_BARRIER)
		in.Flags, in.Fence = Pinned, Fence(g.rnd.IntN(int(FenceAll)+1))
	case 15:
		b.Fence(Fence(g.rnd.IntN(int(FenceAll) + 1)))
	case 16:
		b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
	case 17:
		m0 := g.m0[g.rnd.IntN(2)]
		b.Emit(isa.S_MOV_B32, g.all(m0), g.pick(g.s))
		in := b.EmitRow(f.Row(isa.BUFFER_LOAD_DWORD, isa.EncMUBUF, "offen lds"), g.pick(g.v), g.all(g.resource), Const(0))
		in.ImplicitUse = m0
		in.Mem = &Mem{Read: SpaceGlobal, Write: SpaceLDS, Root: int32(g.rnd.IntN(3)), NoAlias: true, ToLDS: int32(10 + g.rnd.IntN(2))}
	case 25:
		b.EmitRow(&f.Target.RowsOf(isa.BUFFER_INV)[0])
	case 18:
		b.Emit(isa.S_SETREG_IMM32_B32, Imm(1), Imm(0))
	default:
		g.memory()
	}
}

// beside is something that leaves SCC alone.
func (g *blockGen) beside() {
	if g.rnd.IntN(2) == 0 {
		g.b.Emit(isa.V_MUL_F32, g.pick(g.v), g.dword(), g.dword())
	}
}

func (g *blockGen) memory() {
	b, f := &g.b, g.f
	var in *Instr
	m := &Mem{Root: int32(1 + g.rnd.IntN(3)), NoAlias: g.rnd.IntN(4) > 0, Volatile: g.rnd.IntN(12) == 0}
	space, store := SpaceGlobal, g.rnd.IntN(2) == 0
	switch k := g.rnd.IntN(3); {
	case k == 0 && store:
		in = b.EmitRow(f.Row(isa.GLOBAL_STORE_DWORD, isa.EncGLOBAL, "saddr"), g.pick(g.v[:2]), g.dword(), g.pick(g.pair[:1]))
	case k == 0:
		in = b.EmitRow(f.Row(isa.GLOBAL_LOAD_DWORDX4, isa.EncGLOBAL, "saddr"), g.pick(g.quad), g.pick(g.v[:2]), g.pick(g.pair[:1]))
	case k == 1 && store:
		in, space = b.Emit(isa.DS_WRITE_B32, g.pick(g.v[:2]), g.dword()), SpaceLDS
	case k == 1:
		in, space = b.Emit(isa.DS_READ_B128, g.pick(g.quad), g.pick(g.v[:2])), SpaceLDS
	default:
		in, store = b.EmitRow(f.Row(isa.S_LOAD_DWORD, isa.EncSMEM, "imm"), g.pick(g.s), g.pick(g.pair[:1]), Imm(0)), false
		space = [...]Space{SpaceGlobal, SpaceConst}[g.rnd.IntN(2)]
	}
	in.Mods.Offset = int32(4 * g.rnd.IntN(12))
	if space == SpaceLDS {
		m.Root, m.NoAlias = m.Root+9, true
	}
	if m.Read = space; store {
		m.Read, m.Write = 0, space
	}
	switch in.Mem = m; g.rnd.IntN(16) {
	case 0, 1:
		in.Mem = nil
	case 2:
		in.Fence = FenceStores
	}
}

// needed is what the hardware must see in order of two instructions, by
// looking at everything between.
func (g *blockGen) needed(list []*Instr, i, j int) bool {
	a, b := list[i], list[j]
	if stays(a) || stays(b) {
		return true
	}
	ra, wa := g.registers(a)
	rb, wb := g.registers(b)
	if meet(wa, rb) || meet(wa, wb) || meet(ra, wb) {
		return true
	}
	if a.Row != nil && b.Row != nil && a.Row.Unit != isa.UnitSMEM && b.Row.Unit != isa.UnitSMEM && a.Row.Counters&b.Row.Counters&g.f.Counted != 0 {
		return true
	}
	fa, fb := fences(a), fences(b)
	switch {
	case fa && fb, fa && isMemory(b), fb && isMemory(a):
		return true
	case !isMemory(a) || !isMemory(b):
		return false
	}
	return a.Mem != nil && b.Mem != nil && a.Mem.Volatile && b.Mem.Volatile || g.collide(list, i, j)
}

func stays(in *Instr) bool {
	return in.Row != nil && (in.Row.Op == isa.S_SETPRIO || in.Row.Op == isa.S_WAITCNT || in.Row.Op == isa.S_BARRIER)
}

func fences(in *Instr) bool {
	return in.Row != nil && (in.Fence != 0 || in.Row.Op == isa.BUFFER_INV)
}

func isMemory(in *Instr) bool {
	return in.Row != nil && in.Row.Counters != 0 && (in.Mem == nil || in.Mem.Volatile || in.Mem.Read|in.Mem.Write != SpaceConst)
}

type regKey struct {
	reg Reg // 0: physical
	n   int
}

func meet(a, b []regKey) bool {
	return slices.ContainsFunc(a, func(k regKey) bool { return slices.Contains(b, k) })
}

func (g *blockGen) registers(in *Instr) (reads, writes []regKey) {
	add := func(list []regKey, o *Operand) []regKey {
		for k := range int(max(o.N, o.Part.N)) {
			info := g.f.Regs[o.Part.Reg]
			switch {
			case o.Kind == OperandPhys:
				list = append(list, regKey{0, int(o.Phys) + k})
			case o.Kind == OperandReg && info.HasFixed:
				list = append(list, regKey{0, int(info.Fixed) + int(o.Part.Sub) + k})
			case o.Kind == OperandReg:
				list = append(list, regKey{o.Part.Reg, int(o.Part.Sub) + k})
			}
		}
		return list
	}
	if in.Row == nil {
		if in.Flags&Undef == 0 {
			reads = add(nil, &in.Args[1])
			if g.f.Regs[in.Args[0].Part.Reg].File == FileV {
				reads = append(reads, regKey{0, int(isa.ExecLo)})
			}
		}
		return reads, add(nil, &in.Args[0])
	}
	for i := range in.Row.Operands {
		access := in.Row.Operands[i].Access
		if access&isa.Read != 0 || in.Flags&Partial != 0 {
			reads = add(reads, &in.Args[i])
		}
		if access&isa.Write != 0 {
			writes = add(writes, &in.Args[i])
		}
	}
	for bit, r := range map[isa.Implicit]isa.Reg{isa.ImpVCC: isa.VCCLo, isa.ImpEXEC: isa.ExecLo, isa.ImpM0: isa.M0, isa.ImpMODE: isa.Mode} {
		if in.Row.Reads&bit != 0 {
			reads = append(reads, regKey{0, int(r)})
		}
		if in.Row.Writes&bit != 0 {
			writes = append(writes, regKey{0, int(r)})
		}
	}
	return reads, writes
}

// collide reports whether two memory instructions can touch the same bytes,
// and one writes them.
func (g *blockGen) collide(list []*Instr, i, j int) bool {
	type touch struct {
		space  Space
		root   int32
		alone  bool
		writes bool
		lds    bool // by a direct-to-LDS load
	}
	touches := func(in *Instr) (t []touch) {
		m := in.Mem
		if m == nil {
			writes := in.Row.Traits&isa.MayStore != 0
			if t = append(t, touch{space: SpaceLDS, writes: writes}); in.Row.Unit != isa.UnitLDS {
				t = append(t, touch{space: SpaceGlobal, writes: writes})
			}
			return t
		}
		if m.ToLDS != 0 {
			return append(t, touch{SpaceGlobal, m.Root, m.NoAlias, false, true}, touch{SpaceLDS, m.ToLDS, true, true, true})
		}
		return append(t, touch{m.Read | m.Write, m.Root, m.NoAlias, m.Write != 0, false})
	}
	for _, x := range touches(list[i]) {
		for _, y := range touches(list[j]) {
			switch {
			case x.space != y.space || x.space == SpaceConst || !x.writes && !y.writes:
			case x.root != 0 && y.root != 0 && x.root != y.root && x.alone && y.alone:
			case x.root == y.root && !x.lds && !y.lds && g.apart(list, i, j):
			default:
				return true
			}
		}
	}
	return false
}

// apart reports whether two accesses have one address and offsets that differ
// by enough.
func (g *blockGen) apart(list []*Instr, i, j int) bool {
	a, b := list[i], list[j]
	if a.Row.Enc != b.Row.Enc || a.Row.Unit == isa.UnitSMEM {
		return false
	}
	address := func(in *Instr) (keys []Operand) {
		for k := range in.Row.Operands {
			if strings.HasSuffix(in.Row.Operands[k].Name, "addr") {
				keys = append(keys, in.Args[k])
			}
		}
		return keys
	}
	x, y := address(a), address(b)
	if !slices.Equal(x, y) {
		return false
	}
	for _, o := range x {
		probe := &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(g.f.All(g.v[0])), o}}
		reads, _ := g.registers(probe)
		for _, in := range list[i:j] {
			if _, writes := g.registers(in); meet(writes, slices.DeleteFunc(slices.Clone(reads), func(k regKey) bool { return k.reg == 0 })) {
				return false
			}
		}
	}
	size := func(in *Instr) int32 {
		if in.Row.Traits&isa.MayStore != 0 {
			return 4
		}
		return 16
	}
	return a.Mods.Offset+size(a) <= b.Mods.Offset || b.Mods.Offset+size(b) <= a.Mods.Offset
}

// Each pair that must stay in order does, by looking at each pair; and SCC,
// VCC and M0 hold what their readers want.
func TestScheduleKeepsOrder(t *testing.T) {
	moved := 0
	for seed := range uint64(600) {
		g := newBlockGen(seed, arch.Chips[seed%2])
		for range 10 + g.rnd.IntN(60) {
			g.statement()
		}
		g.f.Counted = [...]isa.Counters{0, isa.CountVM, isa.CountLGKM, 0}[seed%4]
		b := g.b.Block
		before := slices.Clone(b.Instrs)
		place := map[*Instr]int{}
		if err := schedule(g.f, &pass.Options{Shuffle: seed % 3 * seed}); err != nil {
			t.Fatal(err)
		}
		for i, in := range b.Instrs {
			place[in] = i
		}
		if len(place) != len(before) {
			t.Fatalf("seed %d: %d instructions of %d", seed, len(place), len(before))
		}
		for j := range before {
			if place[before[j]] != j {
				moved++
			}
			for i := range j {
				if place[before[i]] > place[before[j]] && g.needed(before, i, j) {
					t.Fatalf("seed %d: %s passed %s\n%s", seed, g.f.Text(before[j]), g.f.Text(before[i]), listingOf(g.f, before))
				}
			}
		}
		checkSCC(t, g.f, b, before)
	}
	if moved == 0 {
		t.Error("nothing moved")
	}
}

func listingOf(f *Func, list []*Instr) string {
	var s strings.Builder
	for i, in := range list {
		fmt.Fprintf(&s, "%3d %s\n", i, f.Text(in))
	}
	return s.String()
}

// checkSCC looks whether readers of SCC find their value.
func checkSCC(t *testing.T, f *Func, b *Block, before []*Instr) {
	t.Helper()
	holds := Reg(0)
	for _, in := range b.Instrs {
		if in.SCCUse != 0 && in.SCCUse != holds {
			t.Fatalf("%s finds another SCC\nbefore:\n%s\nafter:\n%s", f.Text(in), listingOf(f, before), listingOf(f, b.Instrs))
		}
		if in.ClobbersSCC() {
			holds = in.SCCDef
		}
	}
}

// Random programs do the same in another order.
func TestScheduleMeaning(t *testing.T) {
	for seed := range uint64(200) {
		f := randomProgram(seed, arch.Chips[seed%2], 10+int(seed%60), 20+int(seed%30), seed%3 == 0)
		before := newMachine(t, f, 1).run()
		text := dump(f)
		if err := schedule(f, &pass.Options{Shuffle: seed % 2 * seed}); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, dump(f))
		}
		if err := sameLog(before, newMachine(t, f, 5).run()); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, dump(f))
		}
	}
}

// The order is the same each time, and takes no more registers than allowed.
func TestScheduleFits(t *testing.T) {
	for seed := range uint64(60) {
		var texts [2]string
		for i := range texts {
			f := randomProgram(seed, &arch.GFX950, 100, 30+int(seed), seed%2 == 0)
			s := newScheduler(f, &pass.Options{})
			s.measure()
			if err := schedule(f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			texts[i] = dump(f)
			after := newScheduler(f, &pass.Options{})
			after.measure()
			allowed := s.limit
			allowed.raise(s.before)
			if !after.before.fits(allowed) {
				t.Errorf("seed %d: %v registers live behind scheduling, %v before, limit %v", seed, after.before, s.before, s.limit)
			}
		}
		if texts[0] != texts[1] {
			t.Fatalf("seed %d: two orders", seed)
		}
	}
}

// Bisection reaches single blocks.
func TestScheduleBisect(t *testing.T) {
	places := 0
	f := randomProgram(3, &arch.GFX950, 200, 30, false)
	opt := pass.Options{Bisect: &pass.Bisect{Trace: func(pass, place string) { places++ }}}
	if err := schedule(f, &opt); err != nil {
		t.Fatal(err)
	}
	if places != len(f.Blocks) {
		t.Errorf("%d places for %d blocks", places, len(f.Blocks))
	}
}

// Time is linear but for a logarithm: also where nothing depends on anything,
// where everything goes to one allocation, and where one value has all readers.
func TestScheduleTime(t *testing.T) {
	const n = 20000
	makers := map[string]func(g *blockGen, i int){
		"unrolled": func(g *blockGen, i int) {
			x := g.f.NewReg(FileV, 4, "")
			load := g.b.EmitRow(g.f.Row(isa.GLOBAL_LOAD_DWORDX4, isa.EncGLOBAL, "saddr"), g.all(x), g.all(g.v[0]), g.all(g.pair[0]))
			load.Mem, load.Mods.Offset = &Mem{Read: SpaceGlobal, Root: 1}, int32(i%256*16)
			for k := range 4 {
				g.b.Emit(isa.V_ADD_F32, g.all(g.v[1+k]), g.all(g.v[1+k]), P(g.f.All(x).Dword(k)))
			}
			store := g.b.EmitRow(g.f.Row(isa.GLOBAL_STORE_DWORD, isa.EncGLOBAL, "saddr"), g.all(g.v[0]), g.all(g.v[1]), g.all(g.pair[1]))
			store.Mem = &Mem{Write: SpaceGlobal, Root: int32(i)}
		},
		"independent": func(g *blockGen, i int) {
			x := g.f.NewReg(FileV, 1, "")
			g.b.Emit(isa.V_ADD_F32, g.all(x), g.all(g.v[0]), g.all(g.v[1]))
		},
		"lazy": func(g *blockGen, i int) {
			x := g.f.NewReg(FileV, 1, "")
			g.b.Emit(isa.V_EXP_F32, g.all(x), g.all(g.v[0]))
			last := g.f.NewReg(FileV, 1, "")
			g.b.Emit(isa.V_MUL_F32, g.all(last), g.all(x), g.all(x))
		},
		"scalar": func(g *blockGen, i int) {
			carry := g.f.NewReg(FileSCC, 1, "")
			g.b.Emit(isa.S_ADD_U32, g.pick(g.s), g.pick(g.s), g.pick(g.s)).SCCDef = carry
			g.b.Emit(isa.S_AND_B32, g.pick(g.s), g.pick(g.s), g.pick(g.s))
		},
		"unknown memory": func(g *blockGen, i int) { g.memory(); g.b.Block.Instrs[len(g.b.Block.Instrs)-1].Mem = nil },
		"mixed":          func(g *blockGen, i int) { g.statement() },
	}
	for name, f := range makers {
		g := newBlockGen(1, &arch.GFX950)
		for i := 0; len(g.b.Block.Instrs) < n; i++ {
			if name == "lazy" && i > n/4 {
				break
			}
			f(g, i)
		}
		least := time.Hour
		for range 3 {
			h := *g.f
			begin := time.Now()
			if err := schedule(&h, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(begin))
		}
		t.Logf("%s: %v", name, least)
		if least > 3*time.Second { // 20 to 60 ms on an idle machine
			t.Errorf("%s: %d instructions take %v", name, n, least)
		}
	}
}

func BenchmarkSchedule(b *testing.B) {
	g := newBlockGen(1, &arch.GFX950)
	for len(g.b.Block.Instrs) < 20000 {
		g.memory()
		g.b.Block.Instrs[len(g.b.Block.Instrs)-1].Mem = nil
	}
	first := slices.Clone(g.b.Block.Instrs)
	for b.Loop() {
		copy(g.b.Block.Instrs, first)
		if err := schedule(g.f, &pass.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
