package inspect_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (update with -update):\n%s", name, got)
	}
}

// program is kernel k on a device: it gets the address of 64 KiB in s[0:1] and has 4 KiB of LDS.
type program struct {
	device *sim.Device
	kernel *sim.Kernel
	buffer sim.Buffer
}

// assembled assembles the body of the kernel, whose first line is line 6 of k.s.
func assembled(t testing.TB, body string) (*program, *hsaco.Object) {
	t.Helper()
	text := "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:" + body +
		"\n.Lend:\n\t.size k, .Lend-k\n\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n"
	for _, d := range []string{"next_free_vgpr 64", "next_free_sgpr 96", "accum_offset 32", "kernarg_size 8", "user_sgpr_kernarg_segment_ptr 1", "group_segment_fixed_size 4096"} {
		text += fmt.Sprintf("\t\t.amdhsa_%s\n", d)
	}
	result, err := asm.Assemble([]byte(text+"\t.end_amdhsa_kernel\n"), asm.Options{File: "k.s", Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := hsaco.Link(result.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	p := &program{device: sim.NewDevice(object.Chip)}
	module, err := p.device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	if p.kernel, err = module.Kernel("k"); err != nil {
		t.Fatal(err)
	}
	if p.buffer, err = p.device.Alloc(64 << 10); err != nil {
		t.Fatal(err)
	}
	return p, object
}

// launch runs the kernel on work-items in one workgroup.
func (p *program) launch(items uint32, prepare func(l *sim.Launch)) (*sim.Report, error) {
	l := sim.Launch{Kernel: p.kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{items, 1, 1}, Args: []sim.Arg{sim.Pointer(p.buffer)}}
	prepare(&l)
	return p.device.Run(l)
}

// run is launch without an error.
func (p *program) run(t testing.TB, items uint32, prepare func(l *sim.Launch)) *sim.Report {
	t.Helper()
	report, err := p.launch(items, prepare)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
