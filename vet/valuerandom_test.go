package vet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
)

// program writes random code: s4 to s19 and v1 to v11 hold numbers, s20 to s27 count loops, v20 to v27
// count loops of lanes, s[40:55] save EXEC, lanes of v14 and v15 hold scalars.
type program struct {
	*rand.Rand
	b     strings.Builder
	label int
	depth int
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(&p.b, "\t"+format+"\n", args...) }

func (p *program) s() string { return fmt.Sprintf("s%d", 4+p.IntN(16)) }
func (p *program) v() string { return fmt.Sprintf("v%d", 1+p.IntN(11)) }

func (p *program) pick(list ...string) string { return list[p.IntN(len(list))] }

// number is a constant of a kind that address arithmetic has.
func (p *program) number() string {
	switch p.IntN(5) {
	case 0:
		return fmt.Sprint(p.IntN(64))
	case 1:
		return fmt.Sprintf("%#x", 1<<p.IntN(32))
	case 2:
		return fmt.Sprintf("%#x", uint32(1)<<p.IntN(32)-1)
	case 3:
		return fmt.Sprint(-1 - p.IntN(16))
	}
	return fmt.Sprintf("%#x", p.Uint32()>>p.IntN(32))
}

func (p *program) scalar() string {
	if p.IntN(3) == 0 {
		return p.number()
	}
	return p.s()
}

// vector is a source of a VOP2 instruction that can be anything.
func (p *program) vector() string {
	switch p.IntN(4) {
	case 0:
		return p.number()
	case 1:
		return p.s()
	}
	return p.v()
}

// three is a source of a VOP3 instruction.
func (p *program) three() string {
	if p.IntN(3) == 0 {
		return fmt.Sprint(p.IntN(64))
	}
	return p.v()
}

func (p *program) shift() int { return p.IntN(32) }

// step writes one or a few instructions.
func (p *program) step() {
	switch p.IntN(28) {
	case 0, 1:
		p.line("%s %s, %s, %s", p.pick("s_add_u32", "s_sub_u32", "s_add_i32", "s_sub_i32", "s_mul_i32", "s_and_b32", "s_or_b32", "s_xor_b32", "s_andn2_b32",
			"s_mul_hi_u32", "s_mul_hi_i32", "s_min_u32", "s_max_u32", "s_min_i32", "s_max_i32", "s_lshl2_add_u32"), p.s(), p.s(), p.scalar())
	case 2:
		p.line("%s %s, %s, %d", p.pick("s_lshl_b32", "s_lshr_b32", "s_ashr_i32"), p.s(), p.s(), p.shift())
	case 3:
		p.line("%s %s, %s, %#x", p.pick("s_bfe_u32", "s_bfe_i32"), p.s(), p.s(), p.IntN(32)|p.IntN(33)<<16)
	case 4: // a sum of 64 bits
		r := 4 + 2*p.IntN(8)
		p.line("s_add_u32 s%d, s%d, %s", r, r, p.scalar())
		p.line("s_addc_u32 s%d, s%d, %s", r+1, r+1, p.scalar())
	case 5: // a product of 64 bits
		a, b := p.s(), p.scalar()
		p.line("%s s4, %s, %s", p.pick("s_mul_hi_u32", "s_mul_hi_i32"), a, b)
		p.line("s_mul_i32 s5, %s, %s", a, b)
		p.line("s_add_u32 s6, s6, s5")
		p.line("s_addc_u32 s7, s7, s4")
	case 6:
		p.line("%s s[8:9], s[10:11], %d", p.pick("s_lshl_b64", "s_lshr_b64", "s_ashr_i64"), p.IntN(64))
	case 7:
		p.compare()
		p.line("s_cselect_b32 %s, %s, %s", p.s(), p.s(), p.scalar())
	case 8, 9, 10:
		p.line("%s %s, %s, %s", p.pick("v_add_u32", "v_sub_u32", "v_subrev_u32", "v_and_b32", "v_or_b32", "v_xor_b32", "v_mul_u32_u24", "v_mul_i32_i24",
			"v_min_u32", "v_max_u32", "v_min_i32", "v_max_i32", "v_lshlrev_b32", "v_lshrrev_b32", "v_ashrrev_i32"), p.v(), p.vector(), p.v())
	case 11, 12:
		p.line("%s %s, %d, %s", p.pick("v_lshlrev_b32", "v_lshrrev_b32", "v_ashrrev_i32"), p.v(), p.shift(), p.v())
	case 13, 14:
		p.line("%s %s, %s, %s, %s", p.pick("v_add3_u32", "v_or3_b32", "v_and_or_b32", "v_xad_u32", "v_mad_u32_u24", "v_mad_i32_i24", "v_bfi_b32",
			"v_med3_u32", "v_med3_i32", "v_min3_u32", "v_max3_i32"), p.v(), p.three(), p.v(), p.three())
	case 15:
		p.line("%s %s, %s, %d, %s", p.pick("v_lshl_add_u32", "v_lshl_or_b32"), p.v(), p.v(), p.shift(), p.three())
	case 16:
		p.line("%s %s, %s, %d, %d", p.pick("v_bfe_u32", "v_bfe_i32"), p.v(), p.v(), p.IntN(32), p.IntN(32))
	case 17:
		p.line("%s %s, %s, %s", p.pick("v_mul_lo_u32", "v_mul_hi_u32", "v_mul_hi_i32"), p.v(), p.v(), p.three())
	case 18: // 64 bits
		switch p.IntN(4) {
		case 0:
			p.line("v_lshl_add_u64 v[2:3], v[4:5], %d, v[2:3]", p.IntN(5))
		case 1:
			p.line("v_mad_u64_u32 v[2:3], s[56:57], %s, %s, v[4:5]", p.v(), p.three())
		case 2:
			p.line("v_mad_i64_i32 v[6:7], s[56:57], %s, %s, v[4:5]", p.v(), p.three())
		default:
			p.line("%s v[6:7], %d, v[4:5]", p.pick("v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"), p.IntN(64))
		}
	case 19: // carries
		p.line("%s v8, vcc, %s, v9", p.pick("v_add_co_u32", "v_sub_co_u32"), p.vector())
		p.line("v_addc_co_u32 v10, vcc, %d, v11, vcc", p.IntN(64))
	case 20:
		p.line("v_cmp_%s vcc, %s, %s", p.condition(), p.vector(), p.v())
		p.line("v_cndmask_b32 %s, %s, %s, vcc", p.v(), p.v(), p.v())
	case 21:
		p.line("v_readfirstlane_b32 %s, %s", p.s(), p.v())
	case 22:
		p.line("v_mov_b32 %s, %s", p.v(), p.vector())
	case 23:
		p.line("s_mov_b32 %s, %s", p.s(), p.scalar())
	case 24, 25:
		p.private()
	case 26:
		p.line("v_writelane_b32 %s, %s, %d", p.pick("v14", "v15"), p.s(), p.IntN(3))
	case 27:
		p.line("v_readlane_b32 %s, %s, %d", p.s(), p.pick("v14", "v15"), p.IntN(3))
	}
}

// private writes accesses to private memory: mostly dwords at constant addresses, of which there are few.
func (p *program) private() {
	at := 4 * p.IntN(6)
	switch p.IntN(12) {
	case 0, 1, 2:
		p.line("scratch_store_dword off, %s, off offset:%d", p.v(), at)
	case 3, 4, 5:
		p.line("scratch_load_dword %s, off, off offset:%d", p.v(), at)
	case 6:
		p.line("scratch_store_dwordx2 off, v[4:5], off offset:%d", at)
	case 7:
		p.line("scratch_load_dwordx2 v[2:3], off, off offset:%d", at)
	case 8:
		p.line("scratch_store_%s off, %s, off offset:%d", p.pick("byte", "short"), p.v(), at+2*p.IntN(2))
	case 9:
		p.line("scratch_load_%s %s, off, off offset:%d", p.pick("ubyte", "sbyte", "ushort", "sshort"), p.v(), at+2*p.IntN(2))
	case 10: // somewhere, with a flat or a scratch instruction
		p.line("v_and_b32 v16, 12, %s", p.v())
		if p.IntN(2) == 0 {
			p.line("scratch_store_dword v16, %s, off offset:8", p.v())
			break
		}
		p.line("s_mov_b64 s[56:57], src_private_base")
		p.line("v_mov_b32 v17, s57")
		p.line("flat_store_dword v[16:17], %s offset:4", p.v())
	case 11: // all lanes of registers in which scalars are saved
		p.line("s_or_saveexec_b64 s[58:59], -1")
		p.line(p.pick("v_mov_b32 v14, v15", "v_accvgpr_write_b32 a1, v14", "v_accvgpr_read_b32 v15, a1", "scratch_store_dword off, v14, off offset:24", "scratch_load_dword v15, off, off offset:24"))
		p.line("s_waitcnt vmcnt(0)")
		p.line("s_mov_b64 exec, s[58:59]")
	}
	p.line("s_waitcnt vmcnt(0) lgkmcnt(0)")
}

func (p *program) condition() string {
	return p.pick("lt", "le", "eq", "ne", "ge", "gt") + p.pick("_u32", "_i32")
}

func (p *program) compare() {
	c := strings.Replace(p.condition(), "ne", "lg", 1)
	p.line("s_cmp_%s %s, %s", c, p.s(), p.scalar())
}

// block writes code with branches and loops.
func (p *program) block(steps int) {
	p.depth++
	defer func() { p.depth-- }()
	for range steps {
		if p.depth > 3 || p.IntN(8) > 0 {
			p.step()
			continue
		}
		p.label++
		n, d := p.label, p.depth
		save := fmt.Sprintf("s[%d:%d]", 40+4*d, 41+4*d)
		switch p.IntN(5) {
		case 0: // a branch
			p.compare()
			p.line("%s L%d", p.pick("s_cbranch_scc0", "s_cbranch_scc1"), n)
			p.block(steps / 2)
			fmt.Fprintf(&p.b, "L%d:\n", n)
		case 1: // some lanes
			p.line("v_cmp_%s vcc, %s, %s", p.condition(), p.vector(), p.v())
			p.line("s_and_saveexec_b64 %s, vcc", save)
			if p.IntN(2) == 0 {
				p.line("s_cbranch_execz L%d", n)
			}
			p.block(steps / 2)
			fmt.Fprintf(&p.b, "L%d:\n", n)
			p.line(p.pick("s_or_b64 exec, exec, %s", "s_mov_b64 exec, %s"), save)
		case 2, 3: // a loop
			counter := fmt.Sprintf("s%d", 20+d)
			first, step := p.IntN(5), 1+p.IntN(3)
			p.line("s_mov_b32 %s, %d", counter, first)
			if p.IntN(2) == 0 {
				p.line("s_mov_b32 s28, %s", p.number())
			}
			fmt.Fprintf(&p.b, "L%d:\n", n)
			p.block(steps / 3)
			p.line("s_add_u32 s28, s28, %d", p.IntN(64))
			p.line("v_add_u32 v12, %d, v12", p.IntN(64))
			p.line("s_add_u32 %s, %s, %d", counter, counter, step)
			switch p.IntN(3) {
			case 0:
				p.line("s_cmp_lt_u32 %s, %d", counter, p.IntN(12))
			case 1:
				p.line("s_cmp_lg_u32 %s, %d", counter, first+step*(1+p.IntN(5)))
			default:
				p.line("s_cmp_le_i32 %s, %d", counter, p.IntN(12))
			}
			p.line("s_cbranch_scc1 L%d", n)
		case 4: // a loop of lanes
			counter := fmt.Sprintf("v%d", 20+d)
			p.line("s_mov_b64 %s, exec", save)
			p.line("v_and_b32 %s, 7, %s", counter, p.v())
			fmt.Fprintf(&p.b, "L%d:\n", n)
			p.block(steps / 3)
			p.line("v_add_u32 %s, 1, %s", counter, counter)
			if p.IntN(2) == 0 {
				p.line("v_cmp_lt_u32 vcc, %s, %s", counter, "v13")
				p.line("s_and_b64 exec, exec, vcc")
			} else {
				p.line("v_cmp_ge_u32 vcc, %s, %s", counter, "v13")
				p.line("s_andn2_b64 exec, exec, vcc")
			}
			p.line("s_cbranch_execnz L%d", n)
			p.line(p.pick("s_or_b64 exec, exec, %s", "s_mov_b64 exec, %s"), save)
		}
	}
}

// text is a program of so many steps.
func (p *program) text(steps int) string {
	p.line("s_load_dwordx4 s[4:7], s[0:1], 0x0")
	p.line("v_and_b32 v1, 0x3ff, v0")
	p.line("v_bfe_u32 v2, v0, 10, 10")
	p.line("v_mov_b32 v13, 9")
	for i := 8; i < 30; i++ {
		p.line("s_mov_b32 s%d, %s", i, p.pick("s2", "s3", p.number()))
	}
	for i := 3; i < 13; i++ {
		p.line("v_mov_b32 v%d, %s", i, p.pick("v0", "v1", "v2", p.number()))
	}
	p.line("s_waitcnt lgkmcnt(0)")
	p.block(steps)
	return p.b.String() + "\ts_endpgm\n"
}

// assembled is a kernel k with that code.
func assembled(t testing.TB, chip *arch.Chip, code string) *hsaco.Object {
	t.Helper()
	text := `.amdgcn_target "amdgcn-amd-amdhsa--` + chip.Name + `"
.text
.globl k
.p2align 8
.type k,@function
k:
` + code + `
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_system_sgpr_workgroup_id_y 1
	.amdhsa_system_vgpr_workitem_id 1
	.amdhsa_next_free_vgpr 72
	.amdhsa_next_free_sgpr 96
	.amdhsa_accum_offset 64
	.amdhsa_kernarg_size 64
	.amdhsa_group_segment_fixed_size 1024
	.amdhsa_private_segment_fixed_size 64
	.amdhsa_enable_private_segment 1
.end_amdhsa_kernel
`
	res, err := asm.Assemble([]byte(text), asm.Options{File: "k.s", Chip: chip})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// seen are the values of a register in a work-item, before each time that an instruction is executed.
type seen struct {
	addr        uint64
	reg         isa.Reg
	id          valueID
	group, item uint32
	values      []uint32
}

func (s *seen) Executing(e *sim.Event) {
	active := uint64(e.Registers.Scalar(isa.ExecHi))<<32 | uint64(e.Registers.Scalar(isa.ExecLo)) // scalar instructions are executed without lanes too
	if e.CodeAddr != s.addr || e.Workgroup != int(s.group) || e.Wave != int(s.item/64) || active>>(s.item%64)&1 == 0 {
		return
	}
	if s.reg < isa.V0 {
		s.values = append(s.values, e.Registers.Scalar(s.reg))
	} else {
		s.values = append(s.values, e.Registers.Vector(e.Registers.Place(s.reg), int(s.item%64)))
	}
}

// TestValuesRandom: registers hold what the analysis says in random programs with loops and masks; and
// where a witness can follow a work-item it computes what the simulator does, and so do polynomials.
func TestValuesRandom(t *testing.T) {
	seed := long.Seed()
	t.Logf("seed %d", seed)
	checks, numbers, polys := 0, 0, 0
	for n := range long.Count(40, 3000) {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		chip := arch.Chips[n%len(arch.Chips)]
		p := &program{Rand: r}
		code := p.text(10 + r.IntN(40))
		o := assembled(t, chip, code)
		launch := sim.Launch{Grid: [3]uint32{3, 2, 1}, Block: [3]uint32{40, 2, 1}}
		args := [4]uint32{r.Uint32() >> r.IntN(32), r.Uint32() >> r.IntN(32), uint32(r.IntN(100)), -uint32(r.IntN(100))}
		given := newGiven(o.Kernels[0], &Launch{Grid: launch.Grid, Block: launch.Block, LDS: -1})
		for i, x := range args {
			launch.Args = append(launch.Args, sim.Value(x))
			if n%3 > 0 {
				given.args[4*i] = interval{int64(x), int64(x)}
			}
		}
		w := watch(o, o.Kernels[0], given)
		w.items = itemsOf(&launch, 1)
		watchers := &several{watcher: w}
		for range 8 {
			node := &w.v.g.nodes[r.IntN(len(w.v.g.nodes))]
			if list := w.claims[node.addr]; len(list) > 0 {
				c := list[r.IntN(len(list))]
				watchers.others = append(watchers.others, &seen{addr: node.addr, reg: c.reg, id: c.id, group: uint32(r.IntN(6)), item: uint32(r.IntN(80))})
			}
		}
		d := sim.NewDevice(chip)
		m, err := d.Load(o)
		if err == nil {
			launch.Kernel, err = m.Kernel("k")
		}
		if err == nil {
			launch.Observers = []sim.Observer{watchers}
			_, err = d.Run(launch)
		}
		if err != nil {
			t.Fatalf("program %d: %v\n%s", n, err, code)
		}
		checks += w.checks
		for _, text := range w.wrong {
			t.Errorf("program %d: %s", n, text)
		}
		if len(w.wrong) > 0 {
			t.Fatal(code)
		}
		for _, spy := range watchers.others {
			if n%3 == 0 {
				break
			}
			a, b, err := spy.compare(w.v)
			if err != nil {
				t.Fatalf("program %d: %v\n%s", n, err, code)
			}
			numbers, polys = numbers+a, polys+b
		}
	}
	t.Logf("%d numbers of the simulator, %d of witnesses, %d of polynomials", checks, numbers, polys)
	if numbers == 0 || polys == 0 {
		t.Error("no witness has computed anything")
	}
}

// compare follows the work-item with a witness, and returns how many values it and polynomials have
// computed.
func (s *seen) compare(v *values) (numbers, polys int, err error) {
	w := newWitness(v)
	v.steps = 1 << 30
	w.of([3]uint32{s.group % 3, s.group / 3}, [3]uint32{s.item % 40, s.item / 40}, false)
	var node int32
	for v.g.nodes[node].addr != s.addr {
		node++
	}
	at := 0
	w.walk(node, 10000, func() bool {
		got, ok := w.eval(s.id)
		if ok && w.missed { // and goes on in a later turn
			if next := slices.Index(s.values[min(at, len(s.values)):], uint32(got)); next > 0 {
				at += next
			}
		}
		if ok && (at >= len(s.values) || uint64(s.values[at]) != got) {
			err = fmt.Errorf("witness at %#x: %s is %#x the %dth time, the simulator has %#x", s.addr, v.g.nodes[node].inst.String(), got, at, s.values)
			return false
		}
		at++
		if !ok {
			return true
		}
		numbers++
		if sum, ok := w.sum(v.poly(s.id)); ok {
			if polys++; uint32(sum) != uint32(got) {
				err = fmt.Errorf("polynomial at %#x: %s is %#x, not %#x: %s", s.addr, v.g.nodes[node].inst.String(), uint32(sum), got, v.formula(v.poly(s.id)))
			}
		}
		return err == nil
	})
	return numbers, polys, err
}

// several observe.
type several struct {
	*watcher
	others []*seen
}

func (s *several) Executing(e *sim.Event) {
	s.watcher.Executing(e)
	for _, o := range s.others {
		o.Executing(e)
	}
}
