package mach

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/pass"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// parseFunc makes a physical kernel of assembly. Lines that end in a colon
// begin blocks ("loop:", a loop header if the name begins with "loop"),
// branches and s_endpgm end them. "@" behind an instruction introduces words:
// fence=lds+dma+loads+stores, root=N, tolds=N, global (it touches no LDS), async, mark, await=N.
func parseFunc(t testing.TB, chip *arch.Chip, text string) *Func {
	t.Helper()
	f := NewFunc("k", chip)
	f.physical = true
	f.Positions = append(f.Positions, Position{})
	f.Positions = f.Positions[:1]
	p := &funcParser{t: t, f: f, blocks: map[string]*Block{}}
	p.begin("entry")
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, ";")
		line = strings.TrimSpace(line)
		f.Positions = append(f.Positions, Position{File: "k.mlir", Line: i + 1})
		if line == "" {
			continue
		}
		p.line(line, int32(i+1))
	}
	if p.open {
		p.block.Term.Cond = CondEnd
	}
	return f
}

type funcParser struct {
	t      testing.TB
	f      *Func
	blocks map[string]*Block
	block  *Block
	open   bool // block has no terminator yet
}

func (p *funcParser) named(name string) *Block {
	b := p.blocks[name]
	if b == nil {
		b = p.f.NewBlock(name)
		b.LoopHeader = strings.HasPrefix(name, "loop")
		p.blocks[name] = b
	}
	return b
}

func (p *funcParser) begin(name string) {
	b := p.named(name)
	if p.open {
		p.block.Term = Term{Cond: CondNone, Next: b}
	}
	p.f.Append(b)
	p.block, p.open = b, true
}

func (p *funcParser) line(line string, pos int32) {
	if name, ok := strings.CutSuffix(line, ":"); ok {
		p.begin(name)
		return
	}
	if !p.open {
		p.begin(fmt.Sprintf("anon%d", len(p.f.Blocks)))
	}
	words := strings.Fields(line)
	switch op := words[0]; {
	case op == "s_endpgm":
		p.block.Term, p.open = Term{Cond: CondEnd, Pos: pos}, false
	case op == "s_branch":
		p.block.Term, p.open = Term{Cond: CondNone, Next: p.named(words[1]), Pos: pos}, false
	case strings.HasPrefix(op, "s_cbranch_"):
		cond := Cond(slices.Index(condNames[:], strings.TrimPrefix(op, "s_cbranch_")))
		next := p.named(fmt.Sprintf("next%d", p.f.blocks))
		p.block.Term, p.open = Term{Cond: cond, Taken: p.named(words[1]), Next: next, Pos: pos}, false
		p.begin(next.Name)
		next.Name = ""
	default:
		in := p.instruction(line)
		in.Pos = pos
		p.block.Instrs = append(p.block.Instrs, in)
	}
}

func (p *funcParser) instruction(line string) *Instr {
	p.t.Helper()
	line, extra, _ := strings.Cut(line, "@")
	inst, err := p.f.Target.Parse(strings.TrimSpace(line), nil)
	if err != nil {
		p.t.Fatalf("%s: %v", line, err)
	}
	in := physicalInstr(p.t, &inst)
	for _, word := range strings.Fields(extra) {
		name, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value)
		if flag, ok := map[string]InstrFlags{"async": Async, "mark": AsyncMark, "await": AwaitAsync}[name]; ok {
			in.Flags |= flag
			in.Groups = int32(n)
			continue
		}
		if in.Mem == nil && name != "fence" {
			in.Mem = &Mem{Read: SpaceLDS | SpaceGlobal, Write: SpaceLDS | SpaceGlobal}
		}
		switch name {
		case "fence":
			for _, kind := range strings.Split(value, "+") {
				in.Fence |= map[string]Fence{"lds": FenceLDS, "dma": FenceDMA, "loads": FenceLoads, "stores": FenceStores, "all": FenceAll}[kind]
			}
		case "root":
			in.Mem.Root = int32(n)
		case "tolds":
			in.Mem.ToLDS = int32(n)
		case "global":
			in.Mem.Read, in.Mem.Write = SpaceGlobal, SpaceGlobal
		default:
			p.t.Fatalf("%q", word)
		}
	}
	return in
}

// physicalInstr is the opposite of Instr.Machine.
func physicalInstr(t testing.TB, inst *isa.Inst) *Instr {
	in := &Instr{Row: inst.Row, Mods: inst.Mods}
	for i := range inst.Row.Operands {
		a := &inst.Args[i]
		switch a.Kind {
		case isa.KindReg:
			in.Args[i] = Phys(a.Reg(), int(a.Dwords))
		case isa.KindInline, isa.KindLiteral:
			in.Args[i] = Const(constantBits(t, inst.Row, i, a))
		case isa.KindImm:
			in.Args[i] = Imm(int64(a.Imm()))
		case isa.KindOff:
			in.Args[i] = Off()
		default:
			t.Fatalf("%v: operand %d", inst, i)
		}
		in.Args[i].Flags = a.Flags
	}
	if back := in.Machine(); back != *inst {
		t.Fatalf("%v came back as %v", inst, &back)
	}
	return in
}

func constantBits(t testing.TB, row *isa.Row, k int, o *isa.Operand) int64 {
	candidates := []int64{int64(o.Val), int64(o.Val) - 128, 192 - int64(o.Val), int64(o.Val) << 32}
	for _, x := range []float64{0.5, -0.5, 1, -1, 2, -2, 4, -4} {
		f32 := math.Float32bits(float32(x))
		f16 := f32>>16&0x8000 | (f32>>23&255-127+15)<<10
		candidates = append(candidates, int64(f32), int64(math.Float64bits(x)), int64(f16), int64(f32>>16))
	}
	candidates = append(candidates, 0x3e22f983, 0x3fc45f306dc9c882, 0x3118, 0x3e22)
	want := *o
	want.Flags = 0
	for _, c := range candidates {
		if got, ok := row.Constant(k, uint64(c)); ok && got == want {
			return c
		}
	}
	t.Fatalf("%s: constant %+v", row.Mnemonic, o)
	return 0
}

// kernelText is a code object's assembly around a kernel k: 128 VGPRs and 128
// AGPRs, 16 KiB of LDS.
func kernelText(chip *arch.Chip, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s.Lend:\n\t.size k, .Lend-k\n", chip.Name, body)
	b.WriteString("\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n")
	for _, d := range []string{"next_free_vgpr 256", "next_free_sgpr 96", "accum_offset 128", "kernarg_size 64", "user_sgpr_kernarg_segment_ptr 1", "group_segment_fixed_size 16384"} {
		fmt.Fprintf(&b, "\t\t.amdhsa_%s\n", d)
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	return b.String()
}

// assembleCode assembles what Emit gave and checks that it is the same bytes.
func assembleCode(t testing.TB, chip *arch.Chip, c *Code) *hsaco.Object {
	t.Helper()
	text := kernelText(chip, string(c.AppendText(nil, TextOptions{Comments: true})))
	result, err := asm.Assemble([]byte(text), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	raw, err := hsaco.Link(result.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range object.Sections {
		if s.Name == ".text" && !strings.HasPrefix(string(s.Data), string(c.Bytes)) {
			t.Fatalf("the text assembles to other bytes\n%s", text)
		}
	}
	return object
}

// findings runs a kernel with a buffer of 64 KiB and an i32 under checks.
func findings(t testing.TB, chip *arch.Chip, c *Code, checks string, seed int32) []sanitize.Finding {
	t.Helper()
	_, found := runKernel(t, chip, c, checks, seed)
	return found
}

// runKernel returns what the buffer holds afterwards, too.
func runKernel(t testing.TB, chip *arch.Chip, c *Code, checks string, seed int32) ([]uint32, []sanitize.Finding) {
	t.Helper()
	return runWaves(t, chip, c, checks, seed, 1)
}

// runWaves runs a workgroup of several waves.
func runWaves(t testing.TB, chip *arch.Chip, c *Code, checks string, seed int32, waves uint32) ([]uint32, []sanitize.Finding) {
	t.Helper()
	object := assembleCode(t, chip, c)
	device := sim.NewDevice(chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	buffer, err := device.Alloc(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: strings.Split(checks, ","), Object: object})
	if err != nil {
		t.Fatal(err)
	}
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64 * waves, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer), sim.Value(seed)}}
	launch.Workers = 1
	s.Begin(&launch)
	if _, err = device.Run(launch); err != nil {
		t.Fatalf("%v\n%s", err, c.AppendText(nil, TextOptions{Comments: true}))
	}
	words, err := sim.Get[uint32](buffer)
	if err != nil {
		t.Fatal(err)
	}
	return words, s.Findings()
}

// physicalPasses runs the passes on physical code, but for shrink and those named.
func physicalPasses(t testing.TB, f *Func, opt pass.Options, without ...string) {
	t.Helper()
	opt.Disable, opt.Verify = append(without, "shrink"), true
	for _, s := range Passes.Steps()[:slices.IndexFunc(Passes.Steps(), func(s pass.Step) bool { return s.Name == "shrink" })] {
		opt.Disable = append(opt.Disable, s.Name)
	}
	if err := Passes.Run(f.Name, f, &opt); err != nil {
		t.Fatal(err)
	}
}

// listing is the code in short: one instruction a line.
func listing(f *Func) string {
	c := f.Emit()
	var s strings.Builder
	for i := range c.Lines {
		l := c.Lines[i]
		l.Note = ""
		s.Write(l.appendText(nil, false))
	}
	return s.String()
}

func show(found []sanitize.Finding) string {
	var s strings.Builder
	for i := range found {
		fmt.Fprintf(&s, "%s: %s: %s | %s\n", found[i].Check, found[i].Text, found[i].Message, found[i].Advice)
	}
	return s.String()
}

func TestPassesSmall(t *testing.T) {
	f := parseFunc(t, &arch.GFX950, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s8, 0
	loop:
	s_cmp_lt_i32 s8, 4
	s_cbranch_scc0 done
	global_load_dwordx4 v[4:7], v1, s[4:5]
	s_add_i32 s8, s8, 1
	v_rcp_f32 v8, v5
	v_mul_f32 v9, v8, v8
	global_store_dword v1, v9, s[4:5]
	s_branch loop
	done:
	s_endpgm`)
	physicalPasses(t, f, pass.Options{})
	c := f.Emit()
	t.Logf("\n%s", c.AppendText(nil, TextOptions{Comments: true}))
	t.Logf("%+v", c.Stats)
	if found := findings(t, &arch.GFX950, c, "all,hazards-manual", 0); len(found) > 0 {
		t.Errorf("%s", show(found))
	}
}
