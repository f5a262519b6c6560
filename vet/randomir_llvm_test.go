//go:build llvm

package vet_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"heddle/arch"
)

// irProgram writes a random kernel in LLVM IR. It is in SSA form: ints are the i32 values that can be used
// where the text is.
type irProgram struct {
	program
	ints     []string
	names    int
	block    string // the label of the block that is being written
	declared map[string]bool
}

// writeIR is a program in LLVM IR.
func writeIR(r *rand.Rand, chip *arch.Chip) string {
	p := &irProgram{program: program{r: r, chip: chip, left: 12 + r.IntN(60)}, block: "entry", declared: map[string]bool{}}
	p.line("%%t = call i32 @llvm.amdgcn.workitem.id.x()")
	p.line("%%g = call i32 @llvm.amdgcn.workgroup.id.x()")
	p.line("%%kind = and i32 %%n, 1")
	p.line("%%even = icmp eq i32 %%kind, 0")
	p.ints = []string{"%t", "%g", "%n", "%m", "%t", "7"}
	p.statements()
	p.line("%%end = getelementptr i32, ptr addrspace(1) %%p, i32 %%t")
	for i, v := range p.ints[max(0, len(p.ints)-8):] {
		p.line("%%end%d = getelementptr i32, ptr addrspace(1) %%end, i32 %d", i, 64*i)
		p.line("store i32 %s, ptr addrspace(1) %%end%d", v, i)
	}
	p.line("ret void")
	attrs := p.one("nounwind", "\"amdgpu-waves-per-eu\"=\"4,8\"", "\"amdgpu-flat-work-group-size\"=\"64,256\"", "\"amdgpu-agpr-alloc\"=\"0\"")
	head := "@lds = internal addrspace(3) global [4096 x i32] poison, align 16\n" +
		"declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare i32 @llvm.amdgcn.workgroup.id.x()\n" +
		"define internal i32 @one(ptr addrspace(1) %p, i32 %a) noinline {\n  %i = and i32 %a, 255\n  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i\n  %v = load i32, ptr addrspace(1) %q\n  %w = mul i32 %v, %a\n  ret i32 %w\n}\n" +
		"define internal i32 @two(ptr addrspace(1) %p, i32 %a) noinline {\n  %i = and i32 %a, 127\n  %q = getelementptr [4096 x i32], ptr addrspace(3) @lds, i32 0, i32 %i\n  %v = load i32, ptr addrspace(3) %q\n  %w = call i32 @one(ptr addrspace(1) %p, i32 %v)\n  store i32 %w, ptr addrspace(3) %q\n  ret i32 %w\n}\n"
	for _, d := range slices.Sorted(func(yield func(string) bool) {
		for d := range p.declared {
			if !yield(d) {
				return
			}
		}
	}) {
		head += "declare " + d + "\n"
	}
	return head + "define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(8) inreg %b, i32 inreg %n, i32 %m) #0 {\nentry:\n" + p.text.String() + "}\nattributes #0 = { " + attrs + " }\n"
}

func (p *irProgram) i() string { return p.ints[p.r.IntN(len(p.ints))] }

func (p *irProgram) name(kind string) string {
	p.names++
	return fmt.Sprintf("%s%d", kind, p.names)
}

// value writes an instruction and returns its result.
func (p *irProgram) value(format string, args ...any) string {
	v := "%" + p.name("v")
	p.line(strings.ReplaceAll(v, "%", "%%")+" = "+format, args...)
	return v
}

// keep makes a value of the pool.
func (p *irProgram) keep(format string, args ...any) {
	p.ints = append(p.ints, p.value(format, args...))
}

// call calls a function of LLVM, which is given with its types: "i32 @llvm.x(i32, i32)".
func (p *irProgram) call(function string, args ...string) string {
	p.declared[function] = true
	open := strings.IndexByte(function, '(')
	var list []string
	if types := strings.TrimSuffix(function[open+1:], ")"); types != "" {
		for i, t := range strings.Split(types, "; ") {
			list = append(list, t+" "+args[i])
		}
	}
	p.declared[function] = false
	delete(p.declared, function)
	p.declared[strings.ReplaceAll(function, "; ", ", ")] = true
	text := function[:open] + "(" + strings.Join(list, ", ") + ")"
	if strings.HasPrefix(function, "void ") {
		p.line("call %s", text)
		return ""
	}
	return p.value("call %s", text)
}

func (p *irProgram) label(name string) {
	fmt.Fprintf(&p.text, "%s:\n", name)
	p.block = name
}

// within writes statements in a new block, and returns a value of it and the block that it ends in.
func (p *irProgram) within(name, next string) (value, end string) {
	p.label(name)
	pool := slices.Clone(p.ints)
	p.depth++
	p.statement()
	if p.left > 0 {
		p.statements()
	}
	p.depth--
	value, end = p.ints[len(p.ints)-1], p.block
	p.ints = pool
	p.line("br label %%%s", next)
	return value, end
}

// statements writes some, with branches, switches and loops of them.
func (p *irProgram) statements() {
	for n := 2 + p.r.IntN(10); n > 0 && p.left > 0 || p.depth == 0 && p.left > 0; n-- {
		p.left--
		switch k := p.r.IntN(30); {
		case k < 3 && p.depth < 4:
			c := p.value("icmp ult i32 %s, %s", p.i(), p.i())
			a, b, end := p.name("then"), p.name("else"), p.name("join")
			p.line("br i1 %s, label %%%s, label %%%s", c, a, b)
			x, fromX := p.within(a, end)
			y, fromY := p.within(b, end)
			p.label(end)
			p.keep("phi i32 [ %s, %%%s ], [ %s, %%%s ]", x, fromX, y, fromY)
		case k < 5 && p.depth < 4:
			loop, body, latch, end := p.name("loop"), p.name("body"), p.name("latch"), p.name("done")
			count, start, from := p.value("and i32 %s, 15", p.i()), p.i(), p.block
			p.line("br label %%%s", loop)
			p.label(loop)
			i, acc, next := "%"+p.name("i"), "%"+p.name("acc"), "%"+p.name("next")
			at := p.text.Len()
			pool := slices.Clone(p.ints)
			p.ints = append(p.ints, i, acc)
			p.line("br label %%%s", body)
			v, fromBody := p.within(body, latch)
			p.ints = pool
			p.label(latch)
			p.line("%s = add i32 %s, 1", next, i)
			sum := "%" + p.name("sum")
			p.line("%s = phi i32 [ %s, %%%s ]", sum, v, fromBody)
			// The phi belongs in front.
			text := p.text.String()
			nextLine := strings.LastIndex(text, "  "+strings.Repeat("  ", p.depth)+next)
			sumLine := strings.LastIndex(text, "  "+strings.Repeat("  ", p.depth)+sum)
			text = text[:nextLine] + text[sumLine:] + text[nextLine:sumLine]
			phis := fmt.Sprintf("  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]\n  %s = phi i32 [ %s, %%%s ], [ %s, %%%s ]\n", i, from, next, latch, acc, start, from, sum, latch)
			p.text.Reset()
			p.text.WriteString(text[:at] + phis + text[at:])
			c := p.value("icmp ult i32 %s, %s", next, count)
			p.line("br i1 %s, label %%%s, label %%%s", c, loop, end)
			p.label(end)
			p.ints = append(p.ints, sum)
		case k < 7 && p.depth < 4:
			on, end := p.value("and i32 %s, 7", p.i()), p.name("join")
			other := p.name("other")
			labels, list := []string{}, ""
			for c := range 3 + p.r.IntN(5) {
				labels = append(labels, p.name("case"))
				list += fmt.Sprintf(" i32 %d, label %%%s", c, labels[c])
			}
			p.line("switch i32 %s, label %%%s [%s ]", on, other, list)
			var from []string
			for _, l := range append(labels, other) {
				p.left--
				v, end := p.within(l, end)
				from = append(from, fmt.Sprintf("[ %s, %%%s ]", v, end))
			}
			p.label(end)
			p.keep("phi i32 %s", strings.Join(from, ", "))
		default:
			p.statement()
		}
	}
}

// at is the address of a random element of a kind of memory, aligned to 16 bytes.
func (p *irProgram) at(space int) string {
	i := p.value("and i32 %s, %d", p.i(), 1020)
	base := map[int]string{1: "%p", 3: "@lds"}[space]
	return p.value("getelementptr i32, ptr addrspace(%d) %s, i32 %s", space, base, i)
}

// vector is a vector of a type with one random element.
func (p *irProgram) vector(of string, f func() string) string {
	return p.value("insertelement %s zeroinitializer, %s, i32 %d", of, f(), p.r.IntN(2))
}

func (p *irProgram) float() string { return p.value("bitcast i32 %s to float", p.i()) }

// fromFloats keeps an element of a vector of floats.
func (p *irProgram) fromFloats(of, v string) {
	x := p.value("extractelement %s %s, i32 %d", of, v, p.r.IntN(4))
	p.keep("bitcast float %s to i32", x)
}

// statement writes one without control flow.
func (p *irProgram) statement() {
	halves := func() string { return "half " + p.value("uitofp i32 %s to half", p.i()) }
	floats := func() string { return "float " + p.float() }
	words := func() string { return "i32 " + p.i() }
	newer := p.chip == &arch.GFX950
	switch p.r.IntN(32) {
	case 0, 1, 2:
		p.keep("%s i32 %s, %s", p.one("add", "mul", "xor", "sub", "and", "or"), p.i(), p.i())
	case 3:
		p.keep("udiv i32 %s, %s", p.i(), p.value("or i32 %s, 1", p.i()))
	case 4:
		x := p.value("%s float %s, %s", p.one("fadd", "fmul", "fdiv", "fsub"), p.float(), p.float())
		p.keep("bitcast float %s to i32", x)
	case 5:
		a, b := p.value("uitofp i32 %s to double", p.i()), p.value("uitofp i32 %s to double", p.i())
		p.keep("fptoui double %s to i32", p.value("%s double %s, %s", p.one("fadd", "fmul", "fdiv"), a, b))
	case 6:
		a := p.value("zext i32 %s to i64", p.i())
		b := p.value("mul i64 %s, %s", a, p.value("zext i32 %s to i64", p.i()))
		p.keep("trunc i64 %s to i32", p.value("lshr i64 %s, %d", b, p.r.IntN(60)))
	case 7, 8:
		space := p.one("1", "1", "3")
		p.keep("load i32, ptr addrspace(%s) %s", space, p.at(int(space[0]-'0')))
	case 9:
		space := p.one("1", "3")
		v := p.value("load <4 x i32>, ptr addrspace(%s) %s, align 16", space, p.at(int(space[0]-'0')))
		p.keep("extractelement <4 x i32> %s, i32 %d", v, p.r.IntN(4))
	case 10:
		p.line("store i32 %s, ptr addrspace(3) %s", p.i(), p.at(3))
	case 11:
		p.line("store <4 x i32> %s, ptr addrspace(1) %s, align 16", p.vector("<4 x i32>", words), p.at(1))
	case 12: // uniform, so scalar
		a := p.value("getelementptr i32, ptr addrspace(1) %%q, i32 %s", p.one("%n", "%m", "%g", "12"))
		p.keep("load i32, ptr addrspace(1) %s, !invariant.load !{}", a)
	case 13: // either kind of memory: flat
		a := p.value("select i1 %%even, ptr %s, ptr %s", p.value("addrspacecast ptr addrspace(1) %s to ptr", p.at(1)), p.value("addrspacecast ptr addrspace(3) %s to ptr", p.at(3)))
		p.keep("load i32, ptr %s", a)
		p.line("store i32 %s, ptr %s", p.i(), a)
	case 14:
		space := p.one("1", "3")
		p.keep("atomicrmw %s ptr addrspace(%s) %s, i32 %s syncscope(\"%s\") %s", p.one("add", "umax", "xchg", "sub"), space, p.at(int(space[0]-'0')), p.i(), p.one("agent", "workgroup"), p.one("monotonic", "acq_rel", "seq_cst"))
	case 15:
		p.keep("bitcast float %s to i32", p.value("atomicrmw fadd ptr addrspace(%s) %s, float %s syncscope(\"agent\") monotonic", "1", p.at(1), p.float()))
	case 16:
		v := p.value("cmpxchg ptr addrspace(1) %s, i32 %s, i32 %s syncscope(\"agent\") acq_rel monotonic", p.at(1), p.i(), p.i())
		p.keep("extractvalue { i32, i1 } %s, 0", v)
	case 17:
		v := p.call("<4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>; <4 x half>; <4 x float>; i32; i32; i32)", p.vector("<4 x half>", halves), p.vector("<4 x half>", halves), p.vector("<4 x float>", floats), "0", "0", "0")
		p.fromFloats("<4 x float>", v)
	case 18:
		v := p.call("<16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>; <4 x half>; <16 x float>; i32; i32; i32)", p.vector("<4 x half>", halves), p.vector("<4 x half>", halves), p.vector("<16 x float>", floats), "0", "0", "0")
		p.fromFloats("<16 x float>", v)
	case 19:
		a, b := p.value("sitofp i32 %s to double", p.i()), p.value("sitofp i32 %s to double", p.i())
		c := p.call("double @llvm.amdgcn.mfma.f64.4x4x4f64(double; double; double; i32; i32; i32)", a, b, a, "0", "0", "0")
		p.keep("fptosi double %s to i32", c)
	case 20:
		if !newer {
			v := p.call("<4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float; float; <4 x float>; i32; i32; i32)", p.float(), p.float(), p.vector("<4 x float>", floats), "0", "0", "0")
			p.fromFloats("<4 x float>", v)
			break
		}
		v := p.call("<16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.v8i32.v8i32(<8 x i32>; <8 x i32>; <16 x float>; i32; i32; i32; i32; i32; i32)",
			p.vector("<8 x i32>", words), p.vector("<8 x i32>", words), p.vector("<16 x float>", floats), p.one("0", "2", "4"), p.one("0", "1", "4"), "0", p.i(), "0", p.i())
		p.fromFloats("<16 x float>", v)
	case 21:
		p.call("void @llvm.amdgcn.global.load.lds(ptr addrspace(1); ptr addrspace(3); i32; i32; i32)", p.at(1), fmt.Sprintf("getelementptr (i8, ptr addrspace(3) @lds, i32 %d)", 1024*p.r.IntN(4)), p.one("4", "4", map[bool]string{true: "16", false: "4"}[newer]), "0", "0")
	case 22:
		p.call("void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8); ptr addrspace(3); i32; i32; i32; i32; i32)", "%b", fmt.Sprintf("getelementptr (i8, ptr addrspace(3) @lds, i32 %d)", 1024*p.r.IntN(4)), "4", p.i(), p.one("%n", "0"), p.one("0", "16"), "0")
	case 23:
		p.ints = append(p.ints, p.call("i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8); i32; i32; i32)", "%b", p.i(), p.one("%n", "0", p.i()), "0"))
	case 24:
		p.call("void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>; ptr addrspace(8); i32; i32; i32)", p.vector("<4 x i32>", words), "%b", p.i(), "0", "0")
	case 25:
		p.ints = append(p.ints, p.call("i32 @llvm.amdgcn.update.dpp.i32(i32; i32; i32; i32; i32; i1)", p.i(), p.i(), p.one("273", "321", "177", "322"), "15", "15", p.one("true", "false")))
	case 26:
		p.ints = append(p.ints, p.call("i32 @llvm.amdgcn.readlane.i32(i32; i32)", p.i(), p.one("%n", "5")), p.call("i32 @llvm.amdgcn.readfirstlane.i32(i32)", p.i()))
	case 27:
		v := p.value("insertelement <16 x i32> zeroinitializer, i32 %s, i32 %s", p.i(), p.value("and i32 %s, 15", p.one("%n", p.i())))
		v = p.value("add <16 x i32> %s, %s", v, p.vector("<16 x i32>", words))
		p.keep("extractelement <16 x i32> %s, i32 %s", v, p.value("and i32 %s, 15", p.one("%m", p.i())))
	case 28:
		p.keep("call i32 @%s(ptr addrspace(1) %%p, i32 %s)", p.one("one", "two"), p.i())
	case 29:
		f := p.value("select i1 %%even, ptr @one, ptr @two")
		p.keep("call i32 %s(ptr addrspace(1) %%p, i32 %s)", f, p.i())
	case 30:
		p.line("fence syncscope(\"workgroup\") release")
		p.call("void @llvm.amdgcn.s.barrier()")
		p.line("fence syncscope(\"workgroup\") acquire")
	case 31:
		if newer {
			v := p.call("<4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3))", p.at(3))
			p.keep("zext i16 %s to i32", p.value("extractelement <4 x i16> %s, i32 %d", v, p.r.IntN(4)))
			break
		}
		p.line("call void asm sideeffect \"%s\", \"~{memory}\"()", p.one("s_barrier", "s_nop 2", "s_waitcnt lgkmcnt(0)"))
	}
}
