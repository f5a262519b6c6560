package sim_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
)

// coreChip returns a chip by its name.
func coreChip(t testing.TB, name string) *arch.Chip {
	t.Helper()
	c, ok := arch.Lookup(name)
	if !ok {
		t.Fatalf("no chip %q", name)
	}
	return c
}

// coreSource is a kernel in assembly, called k. Unless its directives say
// otherwise it gets the address of its arguments in s[0:1], the workgroup's x
// in s2, 128 VGPRs, no AGPRs, and 64 bytes of arguments.
type coreSource struct {
	chip       string   // gfx942 if empty
	body       string   // instructions
	after      string   // more code, behind the kernel
	directives []string // of .amdhsa_kernel, without ".amdhsa_"
	metadata   string   // YAML of .amdgpu_metadata, if any
	debug      bool
}

func (s *coreSource) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s\n.Lend:\n\t.size k, .Lend-k\n%s\n", s.chipName(), s.body, s.after)
	b.WriteString("\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n")
	defaults := []string{"next_free_vgpr 128", "next_free_sgpr 96", "accum_offset 128", "kernarg_size 64", "user_sgpr_kernarg_segment_ptr 1",
		"float_denorm_mode_32 3"}
	for _, d := range append(slices.Clone(s.directives), defaults...) {
		if name, _, _ := strings.Cut(d, " "); !strings.Contains(b.String(), ".amdhsa_"+name+" ") {
			fmt.Fprintf(&b, "\t\t.amdhsa_%s\n", d)
		}
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	if s.metadata != "" {
		fmt.Fprintf(&b, "\t.amdgpu_metadata\n%s\n\t.end_amdgpu_metadata\n", s.metadata)
	}
	return b.String()
}

func (s *coreSource) chipName() string {
	if s.chip == "" {
		return "gfx942"
	}
	return s.chip
}

// object assembles and links the source.
func (s *coreSource) object(t testing.TB) []byte {
	t.Helper()
	res, err := asm.Assemble([]byte(s.text()), asm.Options{File: "k.s", Debug: s.debug})
	if err != nil {
		t.Fatalf("%v\n%s", err, s.text())
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// load loads the source into a new device.
func (s *coreSource) load(t testing.TB) (*sim.Device, *sim.Kernel) {
	t.Helper()
	d, k, err := coreLoad(s.object(t))
	if err != nil {
		t.Fatal(err)
	}
	return d, k
}

func coreLoad(raw []byte) (*sim.Device, *sim.Kernel, error) {
	o, err := hsaco.Open(raw, "")
	if err != nil {
		return nil, nil, err
	}
	d := sim.NewDevice(o.Chip)
	m, err := d.Load(o)
	if err != nil {
		return nil, nil, err
	}
	k, err := m.Kernel("k")
	return d, k, err
}

// coreRun runs a kernel whose first argument is a buffer of n dwords, zeros at
// first, and returns what it holds then. Block and Grid default to one wave.
func coreRun(t testing.TB, s coreSource, n int, l sim.Launch) []uint32 {
	t.Helper()
	out, _, err := coreTry(t, s, n, l)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// coreTry is coreRun for kernels that may fail.
func coreTry(t testing.TB, s coreSource, n int, l sim.Launch) ([]uint32, *sim.Report, error) {
	t.Helper()
	d, k := s.load(t)
	buf, err := d.Alloc(uint64(4 * n))
	if err != nil {
		t.Fatal(err)
	}
	l.Kernel = k
	if l.Block == [3]uint32{} {
		l.Block = [3]uint32{64, 1, 1}
	}
	if l.Grid == [3]uint32{} && l.Global == [3]uint32{} {
		l.Grid = [3]uint32{1, 1, 1}
	}
	l.Args = append([]sim.Arg{sim.Pointer(buf)}, l.Args...)
	report, runErr := d.Run(l)
	out, err := sim.Get[uint32](buf)
	if err != nil {
		t.Fatal(err)
	}
	return out, report, runErr
}

// coreFailure runs a kernel that must end with a *RunError at an instruction
// whose text begins with at, for a reason that contains because.
func coreFailure(t testing.TB, s coreSource, l sim.Launch, at, because string) *sim.RunError {
	t.Helper()
	_, _, err := coreTry(t, s, 1024, l)
	var e *sim.RunError
	if !errors.As(err, &e) {
		t.Fatalf("got %v (%T), want a *RunError", err, err)
	}
	if !strings.HasPrefix(e.Text, at) || !strings.Contains(e.Err.Error(), because) {
		t.Errorf("error at %q: %v\nwant it at %q with %q", e.Text, e.Err, at, because)
	}
	return e
}

// coreWords are bytes as dwords.
func coreWords(b []byte) []uint32 {
	v := make([]uint32, len(b)/4)
	for i := range v {
		v[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return v
}

// coreStore is assembly that stores s[first:first+n-1] to the dwords at the
// first argument, from lane 0. It uses s[90:91] and v100 to v102.
func coreStore(first, n int) string {
	var b strings.Builder
	b.WriteString("\ts_load_dwordx2 s[90:91], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_mov_b64 exec, 1\n\tv_mov_b32 v100, 0\n")
	for i := range n {
		fmt.Fprintf(&b, "\tv_mov_b32 v101, s%d\n\tglobal_store_dword v100, v101, s[90:91] offset:%d\n", first+i, 4*i)
	}
	b.WriteString("\ts_endpgm\n")
	return b.String()
}

// corePrologue loads the first two arguments to s[4:5] and s[6:7] and makes v1
// = 4 * (id of the work-item in the workgroup, of one dimension).
const corePrologue = `
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
`

func coreExpect[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: [%d] = %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

func coreIota(n int, f func(i int) uint32) []uint32 {
	v := make([]uint32, n)
	for i := range v {
		v[i] = f(i)
	}
	return v
}
