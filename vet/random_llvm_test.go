//go:build llvm

package vet_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim/simtest"
	"heddle/vet"
)

var (
	randomSeed = flag.Uint64("vet.seed", 1, "seed of the random programs")
	randomKeep = flag.String("vet.keep", "", "folder for random programs with findings and their objects")
)

// language is a way to write a random program and to compile it.
type language struct {
	name, suffix string
	write        func(*rand.Rand, *arch.Chip) string
	compile      func(chip *arch.Chip, level int, source, object string) []string
}

var languages = []language{
	{"OpenCL C", ".cl", writeC, func(chip *arch.Chip, level int, source, object string) []string {
		return []string{"clang-22", "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + chip.Name, "-nogpulib", fmt.Sprintf("-O%d", level), "-w", source, "-o", object}
	}},
	{"HIP", ".hip", writeC, func(chip *arch.Chip, level int, source, object string) []string {
		return []string{"clang-22", "-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "--offload-arch=" + chip.Name, fmt.Sprintf("-O%d", level), "-w", source, "-o", object}
	}},
	{"LLVM IR", ".ll", writeIR, func(chip *arch.Chip, level int, source, object string) []string {
		return []string{"llc-22", "-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + chip.Name, "-filetype=obj", fmt.Sprintf("-O%d", level), source, "-o", object}
	}},
}

// TestRandomLLVM: what LLVM makes of random programs has no errors but those that come from faults of LLVM,
// which are counted apart (llvmFault). Programs that it refuses, or on which it crashes or takes too long,
// are counted.
func TestRandomLLVM(t *testing.T) {
	t.Logf("seed %d", *randomSeed)
	ranks, faults := map[string]int{}, map[string]int{}
	total, refused, kernels, instructions, faulty := 0, 0, 0, 0, 0
	dir := t.TempDir()
	for i := range long.Count(1, 25) {
		for l, lang := range languages {
			for _, chip := range arch.Chips {
				r := rand.New(rand.NewPCG(*randomSeed, uint64(i*len(languages)+l)))
				source := filepath.Join(dir, fmt.Sprintf("p%d-%s%s", i, chip.Name, lang.suffix))
				text := lang.write(r, chip)
				if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				for level := range 4 {
					if !long.Some(i+l+level, 4) {
						continue
					}
					total++
					object := fmt.Sprintf("%s-O%d.o", source, level)
					if err := compile(lang.compile(chip, level, source, object)); err != nil {
						refused++
						t.Logf("program %d, %s, %s, -O%d: %v", i, lang.name, chip.Name, level, err)
						keep(t, source)
						continue
					}
					raw, err := os.ReadFile(object)
					if err != nil {
						t.Fatal(err)
					}
					report := check(t, raw)
					for _, k := range report.Kernels {
						kernels, instructions = kernels+1, instructions+k.Instructions
						for _, f := range k.Findings {
							ranks[f.Rule+" "+f.Rank.String()]++
						}
					}
					unexplained := report.Kernels[:0:0]
					for _, k := range report.Kernels {
						errors := 0
						k.Findings = slices.DeleteFunc(k.Findings, func(f vet.Finding) bool {
							if f.Rank != vet.RankError {
								return true
							}
							errors++
							fault := llvmFault(t, raw, &f)
							if fault != "" {
								faults[fault]++
							}
							return fault != ""
						})
						if errors > 0 {
							faulty++
						}
						if len(k.Findings) > 0 {
							unexplained = append(unexplained, k)
						}
					}
					var found bytes.Buffer
					if err := vet.WriteText(&found, object, unexplained, isError); err != nil {
						t.Fatal(err)
					}
					if found.Len() > 0 {
						t.Errorf("program %d, %s, %s, -O%d:\n%s", i, lang.name, chip.Name, level, &found)
						keep(t, source, object)
					}
				}
			}
		}
	}
	t.Logf("%d objects, %d not made; %d kernels and functions, %d instructions: %v", total, refused, kernels, instructions, ranks)
	t.Logf("faults of LLVM in %d of the kernels and functions: %v", faulty, faults)
	if refused*10 > total {
		t.Errorf("LLVM makes no object of %d of %d programs", refused, total)
	}
}

// llvmFault names the fault of LLVM 22 that an error comes from, "" if it is none of those that are known.
// The instructions between the two are followed again, with what isa says of each pair.
func llvmFault(t *testing.T, raw []byte, f *vet.Finding) string {
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	if o, err = o.Linked(); err != nil {
		t.Fatal(err)
	}
	path := walk(t, o, f)
	if path == nil {
		return ""
	}
	from, between, to := &path[0].Inst, path[1:len(path)-1], &path[len(path)-1].Inst
	if f.Rule == "waits" {
		// llvm-project#179305: global loads to the LDS are taken to count in lgkmcnt.
		found, ours := isa.MaxLGKMCount, 0
		for i := range between {
			if op := between[i].Row.Op; op == isa.S_WAITCNT {
				found = min(found, between[i].Waitcnt().LGKM)
			} else if m := between[i].Row.Memory; m != nil && m.ToLDS && found == isa.MaxLGKMCount {
				ours++
			}
		}
		if from.Row.Unit == isa.UnitLDS && found > 0 && found <= ours+loadsOf(between, isa.UnitLDS) && ours > 0 {
			return "lgkmcnt of loads to the LDS"
		}
		return ""
	}
	states := 0
	left := from.Writes()
	target := isa.For(o.Chip)
	for i := range between {
		// What is written too early may still be what the first one writes.
		if llvm, manual, _ := target.RequiredWaitsOf(from, &left, &between[i].Inst); states >= min(llvm, manual) {
			for k, word := range between[i].Writes() {
				left[k] &^= word
			}
		}
		states += between[i].WaitStates()
	}
	llvm, manual, _ := target.RequiredWaitsOf(from, &left, to)
	switch {
	case states >= min(llvm, manual):
		return ""
	case states == 19:
		return "19 of 20 wait states" // GCNHazardRecognizer does not look further back for MFMA
	case slices.ContainsFunc(between, func(i located) bool { return i.Row.Op == isa.S_SWAPPC_B64 || i.Row.Op == isa.S_SETPC_B64 }):
		return "wait states across a call"
	case states+passedOver(t, o, path) >= min(llvm, manual):
		return "wait states of a branch behind one that is taken" // both are the end of one block, which is passed as a whole
	case joined(o, path):
		return "wait states of one path of several" // it visits each block once, on the first path that leads there
	}
	return ""
}

// passedOver counts the jumps behind branches that a path takes: they do not come to be executed.
func passedOver(t *testing.T, o *hsaco.Object, path []located) (n int) {
	for i := range path[1:] {
		if next := path[i].addr + uint64(path[i].Size()); path[i+1].addr != next && path[i].Row.Op != isa.S_BRANCH {
			behind, err := isa.For(o.Chip).Decode(simtest.CodeAt(o, next))
			if err != nil {
				t.Fatal(err)
			}
			if behind.Row.Op == isa.S_BRANCH {
				n++
			}
		}
	}
	return n
}

// joined reports whether another way from the first instruction of a path leads to one of the others.
func joined(o *hsaco.Object, path []located) bool {
	next := map[uint64][]uint64{}
	for l := range asm.Disassemble(o) {
		if l.Kind != asm.LineInst {
			continue
		}
		if to, ok := l.Inst.BranchTarget(l.Addr); ok {
			next[l.Addr] = append(next[l.Addr], to)
		}
		if op := l.Inst.Row.Op; op != isa.S_BRANCH && op != isa.S_ENDPGM && op != isa.S_SETPC_B64 {
			next[l.Addr] = append(next[l.Addr], l.Addr+uint64(l.Inst.Size()))
		}
	}
	before := map[uint64]uint64{} // on the path
	for i := range path[1:] {
		before[path[i+1].addr] = path[i].addr
	}
	todo, seen := []uint64{path[0].addr}, map[uint64]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, to := range next[at] {
			if from, ok := before[to]; ok && from != at {
				return true
			}
			todo = append(todo, to)
		}
	}
	return false
}

// loadsOf counts the instructions of a unit.
func loadsOf(list []located, unit isa.Unit) int {
	n := 0
	for i := range list {
		if list[i].Row.Unit == unit {
			n++
		}
	}
	return n
}

// located is an instruction with its address.
type located struct {
	isa.Inst
	addr uint64
}

// walk returns the instructions from the first of a finding to the second, along its path. It is nil where
// the path is none of the code, or a part of it.
func walk(t *testing.T, o *hsaco.Object, f *vet.Finding) (list []located) {
	target, steps := isa.For(o.Chip), f.Path
	for addr := f.Other.Addr; len(list) < 10_000; {
		inst, err := target.Decode(simtest.CodeAt(o, addr))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, located{inst, addr})
		if addr == f.Addr && len(steps) == 0 && len(list) > 1 {
			return list
		}
		next := addr + uint64(inst.Size())
		if len(steps) > 0 && steps[0].From == addr {
			to, ok := inst.BranchTarget(addr)
			if op := inst.Row.Op; op != isa.S_SWAPPC_B64 && op != isa.S_SETPC_B64 && (!ok || to != steps[0].To) {
				return nil
			}
			next, steps = steps[0].To, steps[1:]
		}
		addr = next
	}
	return nil
}

// compile runs a compiler. What it prints is kept short.
func compile(args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_CRASH_REPORT=1", "LLVM_DISABLE_SYMBOLIZATION=1")
	text, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "error") || strings.Contains(line, "Assert") {
			return errors.New(strings.TrimSpace(line))
		}
	}
	return err
}

// keep copies files to the folder of -vet.keep.
func keep(t *testing.T, files ...string) {
	if *randomKeep == "" {
		return
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(*randomKeep, filepath.Base(file)), b, 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// program writes a random program, statement by statement.
type program struct {
	r     *rand.Rand
	chip  *arch.Chip
	text  strings.Builder
	depth int // of loops and branches
	left  int // statements that may still be written
	loops int
}

// line writes a line, with %d and the like for args.
func (p *program) line(format string, args ...any) {
	fmt.Fprintf(&p.text, strings.Repeat("  ", p.depth+1)+format+"\n", args...)
}

// one picks one of several.
func (p *program) one(of ...string) string { return of[p.r.IntN(len(of))] }

// The variables of a program in C by kind: u is unsigned, x float, d double, l a 64-bit integer, and
// vectors of them. s is uniform.
func (p *program) u() string { return fmt.Sprintf("u%d", p.r.IntN(6)) }
func (p *program) s() string { return p.one("n", "m", "(m ^ n)", "(n + 3)") }
func (p *program) x() string { return fmt.Sprintf("x%d", p.r.IntN(4)) }
func (p *program) d() string { return fmt.Sprintf("d%d", p.r.IntN(3)) }
func (p *program) l() string { return fmt.Sprintf("l%d", p.r.IntN(2)) }

// preamble makes one source of OpenCL C and HIP.
const preamble = `typedef unsigned u32; typedef unsigned long u64;
typedef float f2 __attribute__((ext_vector_type(2))); typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16v __attribute__((ext_vector_type(16))); typedef double dv4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4))); typedef int i8v __attribute__((ext_vector_type(8)));
typedef int i16v __attribute__((ext_vector_type(16))); typedef _Float16 h2 __attribute__((ext_vector_type(2)));
typedef _Float16 h4 __attribute__((ext_vector_type(4))); typedef _Float16 h8 __attribute__((ext_vector_type(8)));
typedef u32 v4 __attribute__((ext_vector_type(4)));
#ifdef __OPENCL_C_VERSION__
#define KERNEL __kernel
#define GLOBAL __global
#define SHARED __local
#define LOCAL __local
#define FUNC
#else
#define KERNEL extern "C" __attribute__((global))
#define FUNC __attribute__((device))
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((shared))
#define LOCAL __attribute__((address_space(3)))
#endif
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
FUNC __attribute__((noinline)) u32 leaf(GLOBAL u32 *p, u32 a) { return p[a & 255] * a + p[(a >> 8) & 255]; }
FUNC __attribute__((noinline)) float inner(GLOBAL float *q, LOCAL u32 *lds, float x, u32 n) {
  for (u32 i = 0; i < (n & 15); i++) { lds[(i + n) & 255] += i; x += q[i] * x; }
  return x / (x + 2.0f);
}
FUNC __attribute__((noinline)) u32 outer(GLOBAL u32 *p, GLOBAL float *q, LOCAL u32 *lds, u32 n) {
  return leaf(p, n) + (u32)inner(q, lds, (float)n, leaf(p, n + 1));
}
`

// writeC is a program in OpenCL C and HIP.
func writeC(r *rand.Rand, chip *arch.Chip) string {
	p := &program{r: r, chip: chip, left: 12 + r.IntN(50)}
	p.text.WriteString(preamble)
	bounds := p.one("", "__attribute__((amdgpu_flat_work_group_size(64, 256))) ", "__attribute__((amdgpu_waves_per_eu(4))) ")
	p.text.WriteString("KERNEL " + bounds + "void k(GLOBAL u32 *p, GLOBAL float *q, GLOBAL double *w, GLOBAL u64 *z, u32 n, u32 m) {\n")
	p.line("SHARED u32 lds[2048]; LOCAL u32 *ls = (LOCAL u32 *)lds; u32 t = __builtin_amdgcn_workitem_id_x(), g = __builtin_amdgcn_workgroup_id_x();")
	p.line("u32 u0 = p[t], u1 = t, u2 = n * t, u3 = g, u4 = p[t + m], u5 = p[n]; u64 l0 = z[t], l1 = u1;")
	p.line("float x0 = q[t], x1 = q[g], x2 = 1.5f, x3 = (float)t; double d0 = w[t], d1 = w[m], d2 = 0.5;")
	p.line("f4 f = {x0, x1, x2, x3}; f16v F = (f16v)(x0); dv4 D = {d0, d1, d2, d0}; i4 I = {(int)u0, 1, 2, (int)u1}; i16v J = (i16v)(3); f2 y = {x0, x1}; h4 h = {1, (_Float16)x0, 2, (_Float16)x1}; h2 hh = {1, (_Float16)x1};")
	p.line("u32 mem[16]; for (u32 i = 0; i < 16; i++) mem[i] = i * t;")
	p.statements()
	p.line("p[t] = u0 + u1 + u2 + u3 + u4 + u5 + I.x + I.w + J.y + J.w + mem[t & 15]; q[t] = x0 + x1 + x2 + x3 + f.x + f.y + f.z + f.w + F.x + F.w + y.x + y.y + (float)h.x + (float)hh.y;")
	p.line("w[t] = d0 + d1 + d2 + D.x + D.y + D.z + D.w; z[t] = l0 + l1;")
	p.text.WriteString("}\n")
	return p.text.String()
}

// statements writes some, with branches and loops of them.
func (p *program) statements() {
	for n := 2 + p.r.IntN(10); n > 0 && p.left > 0 || p.depth == 0 && p.left > 0; n-- {
		p.left--
		switch k := p.r.IntN(40); {
		case k < 3 && p.depth < 4:
			p.line("if (%s) {", p.one(p.u()+" & 1", p.s()+" > 7", p.x()+" < 1.0f", "t < 32", p.d()+" > 2.0", p.l()+" == 3"))
			p.nested()
			if p.r.IntN(2) == 0 {
				p.line("} else {")
				p.nested()
			}
			p.line("}")
		case k < 6 && p.depth < 4:
			p.loops++
			i := fmt.Sprintf("i%d", p.loops)
			p.line("%sfor (u32 %s = 0; %s < (%s & 15); %s++) {", p.one("", "", "_Pragma(\"unroll 4\") ", "_Pragma(\"nounroll\") "), i, i, p.one(p.u(), p.s(), "m"), i)
			p.depth++
			p.line("%s += %s;%s", p.u(), i, p.one("", "", " if ("+p.u()+" == 77) break;", " if ("+p.s()+" == 5) continue;"))
			p.depth--
			p.nested()
			p.line("}")
		case k < 8 && p.depth < 4:
			p.line("switch (%s & 7) {", p.one(p.u(), p.s()))
			for c := range 3 + p.r.IntN(5) {
				p.line("case %d: {", c)
				p.left--
				p.nested()
				p.line("}%s", p.one(" break;", " break;", ""))
			}
			p.line("default: %s++; }", p.u())
		default:
			p.statement()
		}
	}
}

func (p *program) nested() {
	p.depth++
	p.statement()
	if p.left > 0 {
		p.statements()
	}
	p.depth--
}

// statement writes one without control flow.
func (p *program) statement() {
	u, x, d, l := p.u(), p.x(), p.d(), p.l()
	newer := p.chip == &arch.GFX950
	switch p.r.IntN(46) {
	case 0, 1:
		p.line("%s = %s %s %s;", u, p.u(), p.one("+", "*", "^", "-", "&", ">>", "|"), p.one(p.u(), p.s(), "0x12345"))
	case 2, 3:
		p.line("%s = %s %s %s;", x, p.x(), p.one("+", "*", "-", "/"), p.x())
	case 4:
		p.line("%s = %s %s %s;", d, p.d(), p.one("+", "*", "-", "/"), p.d())
	case 5:
		p.line("%s = __builtin_fma(%s, %s, %s);", d, p.d(), p.d(), p.d())
	case 6:
		p.line("%s = %s %s %s;", l, p.l(), p.one("+", "*", ">>", "/"), p.one(p.l(), "(u64)"+p.u(), "77"))
	case 7:
		p.line("%s = %s %s (%s | 1);", u, p.u(), p.one("/", "%"), p.one(p.u(), p.s()))
	case 8:
		p.line("%s = %s(%s);", x, p.one("__builtin_amdgcn_rcpf", "__builtin_sqrtf", "__builtin_amdgcn_exp2f", "__builtin_amdgcn_logf", "__builtin_amdgcn_sinf", "__builtin_floorf"), p.x())
	case 9:
		p.line("%s = __builtin_sqrt(%s);", d, p.d())
	case 10:
		p.line("y = y %s y + (f2)(%s); %s += y.x;", p.one("*", "+"), p.x(), x)
	case 11:
		p.line("h = h * h + (_Float16)%s; %s += (float)h.x;", p.x(), p.x())
	case 12, 13:
		p.line("%s += p[%s & 4095];", u, p.one(p.u(), p.s()))
	case 14:
		p.line("{ v4 v = *(GLOBAL v4 *)(p + 4 * (%s & 255)); %s += v.x ^ v.y ^ v.z ^ v.w; }", p.one(p.u(), p.s()), u)
	case 15:
		p.line("*(GLOBAL v4 *)(p + 4 * (%s & 255)) = (v4){%s, %s, %s, %s};", p.u(), p.u(), p.u(), p.u(), p.u())
	case 16:
		p.line("q[%s & 4095] = %s;", p.u(), p.x())
	case 17:
		p.line("%s = w[%s & 1023]; w[%s & 1023] = %s;", d, p.one(p.u(), p.s()), p.u(), p.d())
	case 18:
		p.line("lds[%s & 2047] = %s; BARRIER; %s += lds[%s & 2047]; BARRIER;", p.u(), p.u(), u, p.u())
	case 19:
		p.line("{ LOCAL v4 *v = (LOCAL v4 *)ls + (%s & 511); v4 a = *v; *v = a * %s; %s += a.x + a.w; }", p.u(), p.u(), u)
	case 20: // either kind of memory: flat
		p.line("{ u32 *r = %s & 1 ? (u32 *)(p + (%s & 63)) : (u32 *)(ls + (%s & 63)); *r += %s; %s = *r; }", p.u(), p.u(), p.u(), p.u(), u)
	case 21:
		p.line("%s = mem[%s & 15]; mem[%s & 15] = %s;", u, p.u(), p.u(), p.u())
	case 22:
		p.line("%s += __scoped_atomic_fetch_%s(%s, %s, %s, %s);", u, p.one("add", "max", "or", "xor"), p.one("p + ("+p.u()+" & 63)", "ls + ("+p.u()+" & 63)"), p.u(),
			p.one("__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"), p.one("__MEMORY_SCOPE_DEVICE", "__MEMORY_SCOPE_WRKGRP", "__MEMORY_SCOPE_SYSTEM"))
	case 23:
		p.line("{ u32 e = %s; __scoped_atomic_compare_exchange_n(p + (%s & 63), &e, %s, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE); %s = e; }", p.u(), p.u(), p.u(), u)
	case 24:
		p.line("__scoped_atomic_store_n(p + (%s & 63), %s, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE); %s = __scoped_atomic_load_n(p + (%s & 63), __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);", p.u(), p.u(), u, p.u())
	case 25:
		p.line("f = __builtin_amdgcn_mfma_f32_16x16x16f16(h, (h4){1, (_Float16)%s, 0, 2}, f, 0, 0, 0);%s", p.x(), p.one("", " "+x+" += f.y;"))
	case 26:
		p.line("F = __builtin_amdgcn_mfma_f32_32x32x8f16(h, h, F, 0, 0, 0);%s", p.one("", " "+x+" += F.x;"))
	case 27:
		p.line("D = __builtin_amdgcn_mfma_f64_16x16x4f64(%s, %s, D, 0, 0, 0);%s", p.d(), p.d(), p.one("", " "+d+" += D.z;"))
	case 28:
		p.line("I = __builtin_amdgcn_mfma_i32_16x16x32_i8((long)%s, (long)%s, I, 0, 0, 0);%s", p.l(), p.l(), p.one("", " "+u+" += I.y;"))
	case 29:
		p.line("f = __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8((long)%s, (long)%s, f, 0, 0, 0);%s", p.l(), p.l(), p.one("", " "+x+" += f.w;"))
	case 30:
		p.line("J = __builtin_amdgcn_mfma_i32_32x32x16_i8((long)%s, (long)%s, J, 0, 0, 0);%s", p.l(), p.l(), p.one("", " "+u+" += J.z;"))
	case 31:
		p.line("f = __builtin_amdgcn_smfmac_f32_16x16x32_f16(h, (h8){1, 2, (_Float16)%s, 4, 5, 6, 7, 8}, f, (int)%s, 0, 0);", p.x(), p.u())
	case 32:
		if newer {
			p.line("f = __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4((i8v)((int)%s), (i8v)((int)%s), f, %d, %d, 0, (int)%s, 0, (int)%s);%s", p.u(), p.u(), p.r.IntN(5), p.r.IntN(5), p.u(), p.u(), p.one("", " "+x+" += f.x;"))
		} else {
			p.line("f = __builtin_amdgcn_mfma_f32_16x16x8_xf32(y, y, f, 0, 0, 0);")
		}
	case 33:
		size := 4
		if newer {
			size = []int{4, 12, 16}[p.r.IntN(3)]
		}
		p.line("__builtin_amdgcn_global_load_lds((GLOBAL u32 *)(p + (%s & 252)), ls + %d, %d, 0, 0); %s", p.u(), 64*p.r.IntN(8), size, p.one("", "", u+" += ls[t & 1023];", "BARRIER;"))
	case 34:
		p.line("{ __amdgpu_buffer_rsrc_t b = __builtin_amdgcn_make_buffer_rsrc((void *)p, 0, %s, 0x27000); %s", p.one("4096", "n"),
			p.one(u+" += __builtin_amdgcn_raw_buffer_load_b32(b, "+p.u()+", "+p.s()+", 0); }", "__builtin_amdgcn_raw_buffer_store_b128((v4)("+p.u()+"), b, "+p.u()+", "+p.s()+", 0); }",
				"{ v4 v = __builtin_amdgcn_raw_buffer_load_b128(b, "+p.u()+", 0, 0); "+u+" += v.x + v.y; } }",
				"__builtin_amdgcn_raw_ptr_buffer_load_lds(b, ls + 128, 4, "+p.u()+", "+p.s()+", 0, 0); }"))
	case 35:
		p.line("%s = __builtin_amdgcn_readfirstlane(%s) + __builtin_amdgcn_readlane(%s, %s & 63);", u, p.u(), p.u(), p.s())
	case 36:
		p.line("%s += __builtin_amdgcn_update_dpp((int)%s, (int)%s, %s, 0xf, 0xf, %d);", u, p.u(), p.u(), p.one("0x111", "0x141", "0xb1", "0x142", "0x153"), p.r.IntN(2))
	case 37:
		p.line("%s += __builtin_amdgcn_ds_bpermute((int)%s, (int)%s) + __builtin_amdgcn_ds_swizzle((int)%s, 0x1f);", u, p.u(), p.u(), p.u())
	case 38:
		if newer {
			p.line("%s = __builtin_amdgcn_permlane32_swap(%s, %s, 0, 0)[0] + __builtin_amdgcn_permlane16_swap(%s, %s, 0, 0)[1];", u, p.u(), p.u(), p.u(), p.u())
		} else {
			p.line("%s = __builtin_amdgcn_mbcnt_hi(%s, __builtin_amdgcn_mbcnt_lo(%s, %s));", u, p.u(), p.u(), p.u())
		}
	case 39:
		p.line("%s = __builtin_amdgcn_cvt_pk_fp8_f32(%s, %s, (int)%s, %d); %s += __builtin_amdgcn_cvt_f32_fp8((int)%s, %d);", u, p.x(), p.x(), p.u(), p.r.IntN(2), p.x(), p.u(), p.r.IntN(4))
	case 40:
		p.line("%s = __builtin_amdgcn_fdot2(hh, hh, %s, 0); %s = __builtin_amdgcn_sdot4((int)%s, (int)%s, (int)%s, 0);", x, p.x(), u, p.u(), p.u(), p.u())
	case 41:
		p.line("%s += %s(%s);", u, p.one("leaf", "leaf"), "p, "+p.u())
	case 42:
		p.line("%s += %s;", p.one(u, x), p.one("inner(q, ls, "+p.x()+", "+p.u()+")", "outer(p, q, ls, "+p.u()+")"))
	case 43:
		p.line("%s", p.one("BARRIER;", "__builtin_amdgcn_sched_barrier(0);", "__builtin_amdgcn_s_setprio(1);", "__builtin_amdgcn_s_sleep(2);", "__builtin_amdgcn_s_barrier();",
			"__builtin_amdgcn_sched_group_barrier(8, 2, 0); __builtin_amdgcn_sched_group_barrier(32, 4, 0);"))
	case 44:
		p.line("%s", p.one("__asm__ volatile(\"s_barrier\" ::: \"memory\");", "__asm__ volatile(\"s_waitcnt vmcnt(0)\" ::: \"memory\");",
			"__asm__ volatile(\"v_add_u32 %0, %0, %1\" : \"+v\"("+u+") : \"v\"("+p.u()+"));", "__asm__ volatile(\"s_nop 3\");"))
	case 45:
		p.line("%s = %s < %s ? %s : %s; %s = (float)%s; %s = (u32)%s;", x, p.x(), p.x(), p.x(), p.x(), p.x(), p.u(), u, p.x())
	}
}
