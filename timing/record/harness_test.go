package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/timing"
)

// kernel is assembly of a kernel k: s[0:1] has the address of its arguments, s2 the workgroup.
type kernel struct {
	chip       *arch.Chip // the first if nil
	body       string
	directives []string // of .amdhsa_kernel, without ".amdhsa_"
}

// loaded is a kernel on a device.
type loaded struct {
	device *sim.Device
	object *hsaco.Object
	kernel *sim.Kernel
	memory sim.Buffer // of the last launch
}

func (k kernel) load(t testing.TB) loaded {
	t.Helper()
	if k.chip == nil {
		k.chip = arch.Chips[0]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s\n\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n"+
		"\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n", k.chip.Name, k.body)
	for _, d := range append(slices.Clone(k.directives), "next_free_vgpr 64", "next_free_sgpr 96", "accum_offset 64", "kernarg_size 64",
		"user_sgpr_kernarg_segment_ptr 1", "system_sgpr_workgroup_id_x 1") {
		if name, _, _ := strings.Cut(d, " "); !strings.Contains(b.String(), ".amdhsa_"+name+" ") {
			fmt.Fprintf(&b, "\t\t.amdhsa_%s\n", d)
		}
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	res, err := asm.Assemble([]byte(b.String()), asm.Options{File: "k.s", Debug: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	l := loaded{device: sim.NewDevice(k.chip)}
	if l.object, err = hsaco.Open(raw, ""); err != nil {
		t.Fatal(err)
	}
	m, err := l.device.Load(l.object)
	if err == nil {
		l.kernel, err = m.Kernel("k")
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// launch is one of groups workgroups of items work-items, with memory of bytes bytes as the argument.
func (l *loaded) launch(t testing.TB, groups, items, bytes int) sim.Launch {
	t.Helper()
	b, err := l.device.Alloc(uint64(bytes))
	if err != nil {
		t.Fatal(err)
	}
	l.memory = b
	return sim.Launch{Kernel: l.kernel, Grid: [3]uint32{uint32(groups), 1, 1}, Block: [3]uint32{uint32(items), 1, 1}, Args: []sim.Arg{sim.Pointer(b)}}
}

// record runs a launch and returns the program and the streams of a workgroup's waves.
func (l *loaded) record(t testing.TB, launch sim.Launch, workgroup int) (*timing.Program, []*timing.Stream, *sim.Report) {
	t.Helper()
	p, err := ProgramNamed(l.object, "k")
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(p)
	r.Scratch = Scratch{Wave: 1 << 16, Slots: 4, Waves: 1}
	launch.Observers = []sim.Observer{r}
	report, err := l.device.Run(launch)
	if err != nil {
		t.Fatal(err)
	}
	streams, err := r.Take(workgroup)
	if err != nil {
		t.Fatal(err)
	}
	return p, streams, report
}

// time times a launch with nothing but the options that matter.
func (l *loaded) time(t testing.TB, launch sim.Launch, o Options) *Timing {
	t.Helper()
	if o.Product == nil {
		o.Product = arch.DefaultProduct(l.device.Chip())
	}
	r, err := Time(l.device, launch, l.object, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
