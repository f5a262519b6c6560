package mach

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/long"
	"heddle/pass"
)

// randomSetup makes addresses: s[4:5] and v[2:3] are the buffer, s[12:15] a
// resource for it, v1 is 16 times the lane, s16 is 0. Random code writes
// v10 to v41, a0 to a31, s20 to s47, VCC, M0 and EXEC (all lanes), and writes
// s4 and s12 again with what they hold.
const randomSetup = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_load_dword s60, s[0:1], 0x8
	v_lshlrev_b32 v1, 4, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s14, 0x10000
	s_mov_b32 s15, 0x20000
	s_mov_b32 s16, 0
	s_mov_b32 m0, 0
	s_mov_b32 s12, s4
	s_mov_b32 s13, s5
	v_mov_b32 v4, s4
	v_add_co_u32 v2, vcc, s4, v1
	v_mov_b32 v3, s5
	v_addc_co_u32 v3, vcc, 0, v3, vcc
`

// randomTemplates are instructions with holes: {v} {v2} {v4} {v16} VGPRs, {a}
// and so on AGPRs, {s} {s2} {s4} SGPRs, {o} an offset.
var randomTemplates = map[string][]string{
	"vmem": {
		"global_load_dword {v}, v1, s[4:5] offset:{o}", "global_load_dwordx2 {v2}, v1, s[4:5]", "global_load_dwordx4 {v4}, v1, s[4:5]",
		"global_load_short_d16_hi {v}, v1, s[4:5]", "global_store_dword v1, {v}, s[4:5]", "global_store_dwordx4 v1, {v4}, s[4:5]",
		"global_store_dwordx2 v1, {v2}, s[4:5] offset:{o}", "buffer_load_dwordx4 {v4}, v1, s[12:15], 0 offen", "buffer_load_dwordx2 {v2}, v1, s[12:15], s16 offen",
		"buffer_store_dwordx4 {v4}, v1, s[12:15], 0 offen", "buffer_store_dwordx4 {v4}, v1, s[12:15], s16 offen", "buffer_load_dword v1, s[12:15], 0 offen lds @tolds=1",
		"global_load_lds_dword v1, s[4:5] @tolds=1", "global_atomic_add {v}, v1, {v}, s[4:5] sc0", "global_atomic_add v1, {v}, s[4:5]",
		"global_load_dwordx4 {a4}, v1, s[4:5]", "global_store_dword v1, {a}, s[4:5]", "flat_load_dword {v}, v[2:3] @global", "flat_store_dwordx4 v[2:3], {v4} @global",
	},
	"lds": {
		"ds_read_b32 {v}, v1 @root=1", "ds_read_b64 {v2}, v1 offset:{o} @root=1", "ds_read_b128 {v4}, v1 @root=1", "ds_read_b64 {a2}, v1 @root=1",
		"ds_write_b32 v1, {v} offset:8192 @root=2", "ds_write_b128 v1, {v4} offset:8192 @root=2", "ds_add_rtn_u32 {v}, v1, {v} offset:8192 @root=2",
		"ds_bpermute_b32 {v}, v1, {v}", "ds_swizzle_b32 {v}, {v} offset:0x1f",
	},
	"smem": {"s_load_dword {s}, s[0:1], 0x0", "s_load_dwordx2 {s2}, s[0:1], 0x0", "s_load_dwordx4 {s4}, s[0:1], 0x0", "s_memtime {s2}", "s_load_dwordx2 vcc, s[0:1], 0x0"},
	"valu": {
		"v_add_u32 {v}, {v}, {v}", "v_mov_b32 {v}, {v}", "v_mov_b32 {v}, {s}", "v_cndmask_b32 {v}, {v}, {v}, vcc", "v_cmp_eq_u32 vcc, {v}, {v}",
		"v_cmp_eq_u32 {s2}, {v}, {v}", "v_cndmask_b32 {v}, {v}, {v}, {s2}", "v_addc_co_u32 {v}, vcc, {v}, {v}, vcc", "v_readlane_b32 {s}, {v}, {s}",
		"v_readfirstlane_b32 {s}, {v}", "v_writelane_b32 {v}, {s}, 5", "v_writelane_b32 {v}, 7, {s}", "v_readfirstlane_b32 s4, v4", "v_readfirstlane_b32 s12, v4", "v_readfirstlane_b32 vcc_lo, {v}",
		"v_rcp_f32 {v}, {v}", "v_exp_f32 {v}, {v}", "v_mov_b32_dpp {v}, {v} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
		"v_add_u32_sdwa {v}, {v}, {v} dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD", "v_add_u16_sdwa {v}, {v}, {v} dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD",
		"v_fma_f16 {v}, {v}, {v}, {v} op_sel:[0,0,0,1]", "v_cvt_pk_fp8_f32 {v}, {v}, {v} op_sel:[0,0,1]", "v_cvt_pk_fp8_f32 {v}, {v}, {v}",
		"v_pk_fma_f32 {v2}, {v2}, {v2}, {v2}", "v_dot2_f32_f16 {v}, {v}, {v}, {v}", "v_dot4_i32_i8 {v}, {v}, {v}, {v}", "v_fma_f64 {v2}, {v2}, {v2}, {v2}",
		"v_rsq_f64 {v2}, {v2}", "v_div_fmas_f32 {v}, {v}, {v}, {v}", "v_div_scale_f32 {v}, vcc, {v}, {v}, {v}", "v_accvgpr_read_b32 {v}, {a}", "v_accvgpr_write_b32 {a}, {v}",
		"v_cmpx_le_u32 exec, 0, v0", "v_mov_b32 {v}, src_vccz", "v_mov_b32 {v}, exec_lo", "v_mov_b32 {v}, vcc_hi", "v_dot2c_f32_f16 {v}, {v}, {v}",
	},
	"matrix": {
		"v_mfma_f32_4x4x4_16b_f16 {v4}, {v2}, {v2}, {v4}", "v_mfma_f32_4x4x4_16b_f16 {v4}, {v2}, {v2}, {.}", "v_mfma_f32_16x16x16_f16 {v4}, {v2}, {v2}, {.}",
		"v_mfma_f32_32x32x8_f16 {v16}, {v2}, {v2}, {.}", "v_mfma_f64_16x16x4_f64 {v8}, {v2}, {v2}, {.}", "v_mfma_f32_16x16x16_f16 {v4}, {v2}, {v2}, {v4}", "v_mfma_f32_16x16x16_f16 {a4}, {v2}, {v2}, {a4}", "v_mfma_f32_16x16x16_f16 {v4}, {v2}, {v2}, 0",
		"v_mfma_f32_16x16x4_f32 {v4}, {v}, {v}, {v4}", "v_mfma_f32_32x32x8_f16 {v16}, {v2}, {v2}, {v16}", "v_mfma_f32_32x32x8_f16 {a16}, {v2}, {v2}, {a16}",
		"v_mfma_f32_4x4x1_16b_f32 {v4}, {v}, {v}, {v4}", "v_mfma_f32_32x32x2_f32 {v16}, {v}, {v}, {v16}", "v_mfma_f64_4x4x4_4b_f64 {v2}, {v2}, {v2}, {v2}",
		"v_mfma_f64_16x16x4_f64 {v8}, {v2}, {v2}, {v8}", "v_smfmac_f32_16x16x32_f16 {v4}, {v2}, {v4}, {v}",
	},
	"gfx950": {
		"v_permlane32_swap_b32 {v}, {v}", "v_permlane16_swap_b32 {v}, {v}", "v_mfma_f32_16x16x32_f16 {v4}, {v4}, {v4}, {v4}", "v_mfma_f32_32x32x16_f16 {v16}, {v4}, {v4}, {v16}",
		"v_mfma_f32_16x16x128_f8f6f4 {v4}, {v8}, {v8}, {v4}", "v_mfma_f32_32x32x64_f8f6f4 {v16}, {v8}, {v8}, {v16}", "buffer_load_dwordx4 v1, s[12:15], 0 offen lds @tolds=1",
		"v_cvt_scalef32_pk_fp4_f32 {v}, {v}, {v}, {v} op_sel:[0,0,1,0]", "ds_read_b64_tr_b16 {v2}, v1 @root=1",
	},
	"salu": {"s_add_u32 {s}, {s}, {s}", "s_mov_b32 {s}, {s}", "s_mov_b64 vcc, {s2}", "s_mov_b32 m0, 0", "s_mov_b64 exec, -1", "s_and_b64 {s2}, {s2}, {s2}", "s_nop 1", "s_waitcnt vmcnt(3)",
		"s_waitcnt lgkmcnt(1)", "s_getreg_b32 {s}, hwreg(HW_REG_MODE)", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0", "s_barrier @fence=lds"},
}

// physicalProgram makes a kernel with branches and loops that depend on the
// seed argument.
type physicalProgram struct {
	r     *rand.Rand
	chip  *arch.Chip
	b     strings.Builder
	names int
	kinds []string
}

func physicalText(seed uint64, chip *arch.Chip, size int) string {
	p := &physicalProgram{r: rand.New(rand.NewPCG(seed, 6)), chip: chip, kinds: []string{"vmem", "vmem", "lds", "smem", "valu", "valu", "valu", "matrix", "salu"}}
	if chip == &arch.GFX950 {
		p.kinds = append(p.kinds, "gfx950")
	}
	p.b.WriteString(randomSetup)
	p.body(size, 0)
	p.b.WriteString("\ts_endpgm\n")
	return p.b.String()
}

func (p *physicalProgram) body(size, depth int) {
	for size > 0 {
		switch n := p.r.IntN(12); {
		case n == 0 && depth < 3:
			p.branch(size/3+1, depth)
			size -= size/3 + 1
		case n == 1 && depth < 2:
			p.loop(size/3+1, depth)
			size -= size/3 + 1
		default:
			run := p.r.IntN(6) + 1
			for range run {
				p.instruction()
			}
			size -= run
		}
	}
}

func (p *physicalProgram) name(word string) string {
	p.names++
	return fmt.Sprintf("%s_%d", word, p.names)
}

// decide sets SCC by a bit of the next random number in s60.
func (p *physicalProgram) decide() {
	fmt.Fprintf(&p.b, "\ts_mul_i32 s60, s60, 0x915f77f5\n\ts_add_u32 s60, s60, 0x3c6ef35f\n\ts_bitcmp1_b32 s60, %d\n", 10+p.r.IntN(20))
}

func (p *physicalProgram) branch(size, depth int) {
	other, join := p.name("else"), p.name("join")
	p.decide()
	fmt.Fprintf(&p.b, "\ts_cbranch_scc1 %s\n", other)
	p.body(size/2, depth+1)
	if p.r.IntN(3) > 0 {
		fmt.Fprintf(&p.b, "\ts_branch %s\n", join)
	}
	fmt.Fprintf(&p.b, "%s:\n", other)
	p.body(size/2, depth+1)
	fmt.Fprintf(&p.b, "%s:\n", join)
}

func (p *physicalProgram) loop(size, depth int) {
	head, out := p.name("loop"), p.name("out")
	counter, limit := fmt.Sprintf("s%d", 61+depth), fmt.Sprintf("s%d", 65+depth)
	p.decide()
	fmt.Fprintf(&p.b, "\ts_bfe_u32 %s, s60, 0x2000b\n\ts_mov_b32 %s, 0\n%s:\n", limit, counter, head)
	top := p.r.IntN(2) == 0
	if top {
		fmt.Fprintf(&p.b, "\ts_cmp_ge_u32 %s, %s\n\ts_cbranch_scc1 %s\n", counter, limit, out)
	}
	p.body(size, depth+1)
	fmt.Fprintf(&p.b, "\ts_add_u32 %s, %s, 1\n", counter, counter)
	if top {
		fmt.Fprintf(&p.b, "\ts_branch %s\n%s:\n", head, out)
	} else {
		fmt.Fprintf(&p.b, "\ts_cmp_lt_u32 %s, %s\n\ts_cbranch_scc1 %s\n", counter, limit, head)
	}
}

func (p *physicalProgram) instruction() {
	for { // what a matrix instruction's operands may be depends on the others
		list := randomTemplates[p.kinds[p.r.IntN(len(p.kinds))]]
		text, first := list[p.r.IntN(len(list))], ""
		for strings.Contains(text, "{") {
			before, rest, _ := strings.Cut(text, "{")
			hole, after, _ := strings.Cut(rest, "}")
			filled := first
			if hole != "." {
				filled = p.fill(hole)
			}
			if first == "" {
				first = filled
			}
			text = before + filled + after
		}
		plain, _, _ := strings.Cut(text, "@")
		if _, err := isa.For(p.chip).Parse(strings.TrimSpace(plain), nil); err == nil {
			p.b.WriteString("\t" + text + "\n")
			return
		}
	}
}

// fill makes an operand. Few registers make many dependences.
func (p *physicalProgram) fill(hole string) string {
	if hole == "o" {
		return fmt.Sprint(16 * p.r.IntN(4))
	}
	n := 1
	fmt.Sscanf(hole[1:], "%d", &n)
	first, count := map[byte]int{'v': 10, 'a': 0, 's': 20}[hole[0]], 32
	if hole[0] == 's' {
		count = 28
	}
	align := min(n, 4)
	if hole[0] != 's' {
		align = min(n, 2)
	}
	at := first + p.r.IntN((count-n)/align+1)*align
	if n == 1 {
		return fmt.Sprintf("%c%d", hole[0], at)
	}
	return fmt.Sprintf("%c[%d:%d]", hole[0], at, at+n-1)
}

const orderChecks = "waits,hazards,hazards-manual"

var physicalSeeds = flag.Int("physical-seeds", 0, "how many random programs TestPhysicalRandom runs; 0 takes 15, with -long 40")

// TestPhysicalRandom runs random code under the checks of waits and wait
// states, with the blocks in a good order and in any.
func TestPhysicalRandom(t *testing.T) {
	n := *physicalSeeds
	if n == 0 {
		n = long.Count(15, 40)
	}
	for seed := range uint64(n) {
		for _, chip := range arch.Chips {
			text := physicalText(seed, chip, 20+int(seed%7)*20)
			f := parseFunc(t, chip, text)
			physicalPasses(t, f, pass.Options{Shuffle: seed % 3})
			c := f.Emit()
			again := parseFunc(t, chip, text)
			physicalPasses(t, again, pass.Options{Shuffle: seed % 3})
			if !bytes.Equal(again.Emit().Bytes, c.Bytes) {
				t.Fatalf("seed %d, %s: other bytes the second time", seed, chip.Name)
			}
			for arg := range int32(3) {
				if found := findings(t, chip, c, orderChecks, arg*0x1e3779b1); len(found) > 0 {
					t.Fatalf("seed %d, %s, argument %d:\n%s\n%s", seed, chip.Name, arg, show(found), c.AppendText(nil, TextOptions{Comments: true}))
				}
			}
		}
	}
}

// TestPhysicalNeedsPasses: the checks see that a pass is missing.
func TestPhysicalNeedsPasses(t *testing.T) {
	for _, missing := range []string{"wait", "nops"} {
		for seed := range uint64(3) {
			f := parseFunc(t, &arch.GFX950, physicalText(seed, &arch.GFX950, 60))
			physicalPasses(t, f, pass.Options{}, missing)
			if len(findings(t, &arch.GFX950, f.Emit(), orderChecks, 1)) == 0 {
				t.Errorf("seed %d: nothing found without %s", seed, missing)
			}
		}
	}
}

// weakened are the ways in which a wait or s_nop can be less than it is.
func weakened(in *Instr) []Operand {
	if in.Row.Op == isa.S_NOP {
		if in.Args[0].Value == 0 {
			return []Operand{{}}
		}
		return []Operand{Imm(in.Args[0].Value - 1)}
	}
	var less []Operand
	c := in.waitcnt()
	vm, lgkm := c, c
	vm.VM++
	lgkm.LGKM++
	if c.VM < isa.MaxVMCount {
		less = append(less, Imm(int64(vm.Pack())))
	}
	if c.LGKM < isa.MaxLGKMCount {
		less = append(less, Imm(int64(lgkm.Pack())))
	}
	return less
}

// TestMinimal: whatever the passes put in is needed on some way, but for a few
// waits that were moved out of loops: they may turn out to be for nothing when
// others in the loop move.
func TestMinimal(t *testing.T) {
	tried, kept := 0, 0
	for seed := range uint64(16) {
		chip := arch.Chips[seed%2]
		f := parseFunc(t, chip, withoutFlat(physicalText(1000+seed, chip, 50)))
		given := map[*Instr]bool{}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				given[in] = true
			}
		}
		physicalPasses(t, f, pass.Options{})
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				if given[in] || in.Row.Op != isa.S_WAITCNT && in.Row.Op != isa.S_NOP || strings.Contains(in.Note, "fence") {
					continue
				}
				for _, less := range weakened(in) {
					tried++
					whole, arg := b.Instrs, in.Args[0]
					if less.Kind == OperandNone {
						b.Instrs = append(append([]*Instr{}, whole[:i]...), whole[i+1:]...)
					} else {
						in.Args[0] = less
					}
					c := f.Emit()
					b.Instrs, in.Args[0] = whole, arg
					if someFinding(t, chip, c) || !reached(t, f, b) {
						continue
					}
					t.Logf("seed %d, b%d: %s ; %s is not needed as it is", 1000+seed, b.ID, f.Text(in), in.Note)
					if !strings.Contains(in.Note, "before the loop") {
						t.Errorf("%s", f.Emit().AppendText(nil, TextOptions{Comments: true}))
					}
					kept++
				}
			}
		}
	}
	if tried < 200 || kept > tried/100 {
		t.Errorf("%d tried, %d not needed", tried, kept)
	}
}

// reached reports whether a block is executed for one of the arguments, by
// putting a wrong pair of instructions there.
func reached(t *testing.T, f *Func, b *Block) bool {
	whole := b.Instrs
	p := &funcParser{t: t, f: f}
	b.Instrs = append([]*Instr{p.instruction("v_rcp_f32 v50, v50"), p.instruction("v_mul_f32 v51, v50, v50")}, whole...)
	c := f.Emit()
	b.Instrs = whole
	return someFinding(t, f.Chip, c)
}

// withoutFlat leaves out FLAT accesses. They are waited for as if their lanes could
// address the LDS, which is more than those that address global memory need.
func withoutFlat(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "flat_") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

func someFinding(t *testing.T, chip *arch.Chip, c *Code) bool {
	for arg := range int32(60) {
		if len(findings(t, chip, c, orderChecks, arg*0x1e3779b1)) > 0 {
			return true
		}
	}
	return false
}
