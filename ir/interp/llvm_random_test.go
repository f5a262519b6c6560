//go:build llvm

package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// program makes a random function of scalars: arithmetic, casts, branches and
// loops.
type program struct {
	r      *rand.Rand
	b      strings.Builder
	values map[string][]string // by type
	names  int
}

var programTypes = []string{"i1", "i8", "i16", "i32", "i64", "f32", "f64"}

func (p *program) pick(list ...string) string { return list[p.r.IntN(len(list))] }

// value is a value of a type: one that is there, or a constant.
func (p *program) value(t string) string {
	if l := p.values[t]; len(l) > 0 && p.r.IntN(8) > 0 {
		return l[len(l)-1-p.r.IntN(min(len(l), 6))]
	}
	n := p.name()
	switch t {
	case "i1":
		p.line("%s = arith.constant %s", n, p.pick("true", "false"))
	case "f32", "f64":
		p.line("%s = arith.constant %s : %s", n, p.pick("0.0", "-1.5", "3.25", "1.0e10", "-2.0e-5"), t)
	default:
		p.line("%s = arith.constant %s : %s", n, p.pick("0", "1", "-1", "7", "-100", "127"), t)
	}
	p.define(t, n)
	return n
}

func (p *program) name() string {
	p.names++
	return fmt.Sprintf("%%x%d", p.names)
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *program) define(t, name string) { p.values[t] = append(p.values[t], name) }

func width(t string) int { return 8 * sizeOf(t) }

// statement adds one operation.
func (p *program) statement(depth int) {
	n := p.name()
	t := programTypes[1+p.r.IntN(len(programTypes)-1)]
	float := t[0] == 'f'
	switch k := p.r.IntN(12); {
	case k < 5 && float:
		p.line("%s = arith.%s %s, %s : %s", n, p.pick("addf", "subf", "mulf", "divf"), p.value(t), p.value(t), t)
	case k < 4:
		p.line("%s = arith.%s %s, %s : %s", n, p.pick("addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxui", "maxsi", "minui"), p.value(t), p.value(t), t)
	case k < 5: // a shift, or a division, by what is allowed
		by, m, c := p.value(t), p.name(), p.name()
		if p.r.IntN(2) == 0 {
			p.line("%s = arith.constant %d : %s\n%s = arith.andi %s, %s : %s", c, width(t)-1, t, m, by, c, t)
			p.line("%s = arith.%s %s, %s : %s", n, p.pick("shli", "shrui", "shrsi"), p.value(t), m, t)
		} else {
			p.line("%s = arith.constant %d : %s\n%s = arith.andi %s, %s : %s", c, 15, t, m, by, c, t)
			one, d := p.name(), p.name()
			p.line("%s = arith.constant 1 : %s\n%s = arith.addi %s, %s : %s", one, t, d, m, one, t)
			p.line("%s = arith.%s %s, %s : %s", n, p.pick("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"), p.value(t), d, t)
		}
	case k == 5 && float:
		p.line("%s = arith.cmpf %s, %s, %s : %s", n, p.pick("olt", "oge", "une", "ueq", "uno"), p.value(t), p.value(t), t)
		t = "i1"
	case k <= 6 && !float:
		p.line("%s = arith.cmpi %s, %s, %s : %s", n, p.pick("slt", "uge", "eq", "ule", "sgt"), p.value(t), p.value(t), t)
		t = "i1"
	case k <= 7:
		p.line("%s = arith.select %s, %s, %s : %s", n, p.value("i1"), p.value(t), p.value(t), t)
	case k <= 9 || depth == 0:
		p.cast(n, t)
	case k == 10:
		c := p.value("i1")
		p.line("%s = scf.if %s -> (%s) {", n, c, t)
		p.block(depth-1, t)
		p.line("} else {")
		p.block(depth-1, t)
		p.line("}")
	default:
		a := p.value(t)
		carried := p.name()
		p.line("%s = scf.for %%i%d = %%c0 to %%c%d step %%c1 iter_args(%s = %s) -> (%s) {", n, p.names, p.r.IntN(4), carried, a, t)
		p.define(t, carried)
		p.block(depth-1, t)
		p.values[t] = p.values[t][:len(p.values[t])-1]
		p.line("}")
	}
	p.define(t, n)
}

// cast makes a value of a type from one of another.
func (p *program) cast(n, t string) {
	from := programTypes[p.r.IntN(len(programTypes))]
	for from == t {
		from = programTypes[p.r.IntN(len(programTypes))]
	}
	op := ""
	switch {
	case t[0] == 'f' && from[0] == 'f' && t == "f64":
		op = "extf"
	case t[0] == 'f' && from[0] == 'f':
		op = "truncf"
	case t[0] == 'f':
		op = p.pick("sitofp", "uitofp")
	case from[0] == 'f': // a float may not fit: compare instead
		p.line("%s_c = arith.cmpf ogt, %s, %s : %s\n%s = arith.extui %s_c : i1 to %s", n, p.value(from), p.value(from), from, n, n, t)
		return
	case from == "i1" || width(from) < width(t):
		op = p.pick("extsi", "extui")
	default:
		op = "trunci"
	}
	p.line("%s = arith.%s %s : %s to %s", n, op, p.value(from), from, t)
}

// block adds statements and yields a value; what it defines ends with it.
func (p *program) block(depth int, t string) {
	saved := map[string]int{}
	for k, l := range p.values {
		saved[k] = len(l)
	}
	for range 1 + p.r.IntN(4) {
		p.statement(depth)
	}
	p.line("scf.yield %s : %s", p.value(t), t)
	for _, k := range programTypes {
		p.values[k] = p.values[k][:saved[k]]
	}
}

func TestRandomProgramsAgainstLLVM(t *testing.T) {
	var cases []hostCase
	for seed := range uint64(100) {
		p := &program{r: rand.New(rand.NewPCG(llvmSeed, seed)), values: map[string][]string{}}
		c := hostCase{name: fmt.Sprintf("program %d", seed), in: []string{"i8", "i16", "i32", "i64", "f32", "f64", "i1"}, n: 40}
		for i, ty := range c.in {
			p.define(ty, fmt.Sprintf("%%a%d", i))
		}
		for i := range 4 {
			p.line("%%c%d = arith.constant %d : index", i, i)
		}
		for range 25 {
			p.statement(2)
		}
		for i, ty := range []string{"i8", "i32", "i64", "f32", "f64"} {
			p.line("%%r%d = arith.select %%a6, %s, %s : %s", i, p.value(ty), p.value(ty), ty)
			c.out = append(c.out, ty)
		}
		c.body = p.b.String()
		cases = append(cases, c)
	}
	runHost(t, cases)
}
