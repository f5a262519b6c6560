package mach

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// essayKernel is the example of regalloc.go: sum = sum*x + lane eight times, and
// what was computed before the loop is added after it.
func essayKernel() *Func {
	f := NewFunc("example", &arch.GFX942)
	entry, loop, exit := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("exit")
	f.Append(entry, loop, exit)
	loop.Depth = 1
	v := func(name string) Operand { return P(f.All(f.NewReg(FileV, 1, name))) }
	tid, karg := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 2, "karg")
	f.Inputs = []Reg{tid, karg}
	lane, base := v("lane"), P(f.All(f.NewReg(FileS, 2, "base")))
	x, later, sum, product, next, out := v("x"), v("later"), v("sum"), v("product"), v("next"), v("out")
	count, more := P(f.All(f.NewReg(FileS, 1, "count"))), f.NewReg(FileSCC, 1, "more")

	b := Builder{F: f, Block: entry}
	b.Copy(lane.Part, P(f.All(tid)))
	b.Copy(base.Part, P(f.All(karg)))
	b.Emit(isa.GLOBAL_LOAD_DWORD, x, lane, base)
	b.Emit(isa.V_XOR_B32, later, x, lane)
	b.Copy(sum.Part, Const(0))
	b.Copy(count.Part, Const(8))
	entry.Term = Term{Next: loop}

	b.Block = loop
	b.Emit(isa.V_MUL_LO_U32, product, sum, x)
	b.Emit(isa.V_ADD_U32, next, product, lane)
	b.Copy(sum.Part, next)
	b.Emit(isa.S_SUB_U32, count, count, Const(1))
	b.Emit(isa.S_CMP_LG_U32, count, Const(0)).SCCDef = more
	loop.Term = Term{Cond: CondSCC1, Reg: more, Taken: loop, Next: exit}

	b.Block = exit
	b.Emit(isa.V_ADD_U32, out, sum, later)
	b.Emit(isa.GLOBAL_STORE_DWORD, lane, out, base)
	exit.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	return f
}

// essayExample shows what the allocator does with the example where a wave has
// three VGPRs.
func essayExample(t *testing.T) string {
	f, b := essayKernel(), budget{vgprs: 3, sgprs: 8, waves: 1}
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	code := func() {
		for _, l := range strings.SplitAfter(dump(f), "\n")[1:] {
			text.WriteString(l)
		}
	}
	code()
	b.fill(f.Chip)
	s := &spiller{f: f}
	for round := 1; ; round++ {
		fmt.Fprintf(&text, "\nround %d\n", round)
		a := newAllocator(f, b, s)
		a.coalesce()
		homeless := a.assign(byLength)
		for i := range a.webs {
			w := &a.webs[i]
			if len(w.regs) == 0 || w.file != FileV {
				continue
			}
			place := "spilled"
			if w.place >= 0 {
				place = w.file.physical(w.place).String()
			}
			var names, ranges []string
			for _, r := range w.regs {
				name := f.regText(r)
				if f.Regs[r].Name != "" {
					name = "%" + f.Regs[r].Name
				}
				names = append(names, name)
			}
			for _, s := range w.ranges[0] {
				ranges = append(ranges, fmt.Sprintf("[%d,%d)", s.from, s.to))
			}
			fmt.Fprintf(&text, "\t%-12s %-15s cost %-5.3g %s\n", strings.Join(names, " "), strings.Join(ranges, " "), a.cost[i], place)
		}
		if len(homeless) == 0 {
			a.expand()
			break
		}
		if err := a.spillWebs(homeless); err != nil {
			t.Fatal(err)
		}
	}
	text.WriteString("\n")
	code()
	var named []string
	for r := range f.Regs {
		if name := f.Regs[r].Name; name != "" {
			named = append(named, f.regText(Reg(r)), "%"+name)
		}
	}
	return strings.NewReplacer(named...).Replace(text.String())
}

// TestEssay compares the example in regalloc.go with what the allocator does.
func TestEssay(t *testing.T) {
	source, err := os.ReadFile("regalloc.go")
	if err != nil {
		t.Fatal(err)
	}
	want := "//\t" + strings.ReplaceAll(strings.TrimSuffix(essayExample(t), "\n"), "\n", "\n//\t")
	want = strings.ReplaceAll(want, "//\t\n", "//\n")
	if !strings.Contains(string(source), want) {
		t.Errorf("regalloc.go does not have the example as it is:\n%s", want)
	}
}
