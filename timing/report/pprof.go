package report

import (
	"fmt"
	"io"

	"github.com/google/pprof/profile"

	"heddle/timing"
)

// Pprof writes the cycles of the timed waves as a profile for go tool pprof. Its sample types are cycles
// (stalls and issues), issues, and stall (cycles). The samples of stalls have the label cause. The stack of an
// instruction is the kernel, the loops around it, and its mnemonic, as if these were inlined calls at its line
// of the source.
func Pprof(w io.Writer, r *Report) error {
	p := r.Result.Program
	b := &profileBuilder{r: r, functions: map[[2]string]*profile.Function{}, profile: &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cycles", Unit: "cycles"}, {Type: "issues", Unit: "count"}, {Type: "stall", Unit: "cycles"}},
		PeriodType: &profile.ValueType{Type: "cycles", Unit: "cycles"}, Period: 1, DefaultSampleType: "cycles",
		Comments: []string{title(r), "modelled cycles of the timed waves"},
	}}
	if len(p.Insts) > 0 {
		last := &p.Insts[len(p.Insts)-1]
		b.mapping = &profile.Mapping{ID: 1, Start: p.Insts[0].Addr, Limit: last.Addr + uint64(last.Size), File: r.File,
			HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true}
		b.profile.Mapping = []*profile.Mapping{b.mapping}
	}
	for n := range p.Insts {
		b.site(n)
	}
	if err := b.profile.CheckValid(); err != nil {
		panic("BUG: profile: " + err.Error())
	}
	return b.profile.Write(w)
}

// profileBuilder makes a profile.
type profileBuilder struct {
	r         *Report
	profile   *profile.Profile
	mapping   *profile.Mapping
	functions map[[2]string]*profile.Function // by name and file
}

// site adds the samples of an instruction.
func (b *profileBuilder) site(n int) {
	s := &b.r.Result.Sites[n]
	if s.Issues == 0 {
		return
	}
	in := &b.r.Result.Program.Insts[n]
	loc := &profile.Location{ID: uint64(len(b.profile.Location) + 1), Mapping: b.mapping, Address: in.Addr}
	frame := func(name string) {
		loc.Line = append(loc.Line, profile.Line{Function: b.function(name, in.File), Line: int64(in.Line)})
	}
	frame(in.Inst.Row.Mnemonic)
	for _, l := range loopsAround(b.r.Result.Loops, n) {
		frame(fmt.Sprintf("loop %#x", b.r.Result.Program.Insts[l.Begin].Addr))
	}
	frame(clean(b.r.Kernel))
	b.profile.Location = append(b.profile.Location, loc)
	where := []*profile.Location{loc}
	b.profile.Sample = append(b.profile.Sample, &profile.Sample{Location: where, Value: []int64{s.Length, s.Issues, 0}})
	for c, cycles := range s.Stalls {
		if cycles > 0 {
			b.profile.Sample = append(b.profile.Sample, &profile.Sample{Location: where, Value: []int64{cycles, 0, cycles},
				Label: map[string][]string{"cause": {causeName(timing.Cause(c))}}})
		}
	}
}

// loopsAround lists the loops around an instruction, the innermost first.
func loopsAround(loops []timing.Loop, inst int) (list []*timing.Loop) {
	for i := range loops {
		l := &loops[i]
		if !isIn(inst, l) {
			continue
		}
		at := len(list)
		for at > 0 && l.End-l.Begin < list[at-1].End-list[at-1].Begin {
			at--
		}
		list = append(list[:at], append([]*timing.Loop{l}, list[at:]...)...)
	}
	return list
}

// function returns the function with that name in a file.
func (b *profileBuilder) function(name, file string) *profile.Function {
	key := [2]string{name, file}
	f := b.functions[key]
	if f == nil {
		f = &profile.Function{ID: uint64(len(b.profile.Function) + 1), Name: name, SystemName: name, Filename: file}
		b.functions[key] = f
		b.profile.Function = append(b.profile.Function, f)
	}
	return f
}
