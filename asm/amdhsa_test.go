package asm

import (
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
)

// kernelCase is one line of testdata/amdhsa/blocks.txt: chip and xnack
// setting, directives, and the 64 bytes in hex or "refused" with LLVM's
// message, separated by " | ".
type kernelCase struct {
	target   kernelTarget
	settings []KernelSetting
	want     string
}

// xnackNames are the spellings of hsaco.Feature in blocks.txt.
var xnackNames = []string{hsaco.FeatureAny: "any", hsaco.FeatureOff: "off", hsaco.FeatureOn: "on"}

// String writes the case as a line.
func (k kernelCase) String() string {
	var s []string
	for _, l := range k.settings {
		s = append(s, fmt.Sprintf("%s %d", strings.TrimPrefix(l.Name, ".amdhsa_"), l.Value))
	}
	return fmt.Sprintf("%s xnack %s | %s | %s", k.target.chip.Name, xnackNames[k.target.xnack], strings.Join(s, "; "), k.want)
}

// parseKernelCase reads a line.
func parseKernelCase(t *testing.T, line string) kernelCase {
	t.Helper()
	parts := strings.Split(line, " | ")
	if len(parts) != 3 {
		t.Fatalf("bad line %q", line)
	}
	head := strings.Fields(parts[0])
	k := kernelCase{want: parts[2]}
	var ok bool
	if k.target.chip, ok = arch.Lookup(head[0]); !ok {
		t.Fatalf("bad chip in %q", line)
	}
	for f, name := range xnackNames {
		if head[2] == name {
			k.target.xnack = hsaco.Feature(f)
		}
	}
	for _, l := range strings.Split(parts[1], "; ") {
		name, value, _ := strings.Cut(l, " ")
		v, err := strconv.ParseInt(value, 10, 64)
		if err != nil && l != "" {
			t.Fatal(err)
		}
		if l != "" {
			k.settings = append(k.settings, KernelSetting{".amdhsa_" + name, v})
		}
	}
	return k
}

// check compares the descriptor of a case with what LLVM made.
func (k kernelCase) check(t *testing.T) {
	t.Helper()
	d, faults := kernelDescriptor(k.target, k.settings)
	got := "refused"
	if len(faults) == 0 {
		b := d.Marshal()
		got = hex.EncodeToString(b[:])
	}
	want := k.want
	if strings.HasPrefix(want, "refused") {
		want = "refused"
	}
	if got != want {
		t.Errorf("%v\n got %s %v", k, got, faults)
	}
	for _, f := range faults {
		if f.index < -1 || f.index >= len(k.settings) || f.msg == "" {
			t.Errorf("%v: fault without a place or message: %+v", k, f)
		}
	}
}

// TestKernelDescriptorGolden compares with LLVM's descriptors
// (amdhsa_llvm_test.go, -amdhsa.update).
func TestKernelDescriptorGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/amdhsa/blocks.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 300 {
		t.Errorf("only %d blocks", len(lines))
	}
	for _, line := range lines {
		parseKernelCase(t, line).check(t)
	}
}

// TestKernelFaults checks the place and text of errors.
func TestKernelFaults(t *testing.T) {
	const ok = "next_free_vgpr 8; next_free_sgpr 8; accum_offset 4"
	for _, c := range []struct {
		block string
		xnack hsaco.Feature
		want  []string // index: message [note]
	}{
		{"", 0, []string{"-1: .amdhsa_next_free_vgpr directive is required", "-1: .amdhsa_accum_offset directive is required", "-1: .amdhsa_next_free_sgpr directive is required"}},
		{"next_free_vgpr 8; next_free_sgpr 8", 0, []string{"-1: .amdhsa_accum_offset directive is required"}},
		{"next_free_vgpr 513; next_free_sgpr 103; accum_offset 4", 0, []string{
			"0: value 513 of .amdhsa_next_free_vgpr is out of range [accepted: 0 to 512]",
			"1: value 103 of .amdhsa_next_free_sgpr is out of range [accepted: 0 to 102]"}},
		{"next_free_vgpr 8; next_free_sgpr 8; accum_offset 6", 0, []string{"2: .amdhsa_accum_offset should be in range [4..256] in increments of 4, not 6"}},
		{"next_free_vgpr 8; next_free_sgpr 8; accum_offset 260", 0, []string{"2: .amdhsa_accum_offset should be in range [4..256] in increments of 4, not 260"}},
		{"next_free_vgpr 9; next_free_sgpr 8; accum_offset 16", 0, []string{"2: accum_offset exceeds total VGPR allocation: 16 of 12"}},
		{ok + "; dx10_clamp 2; tg_split -1", 0, []string{
			"3: value 2 of .amdhsa_dx10_clamp is out of range [accepted: 0 to 1]", "4: value -1 of .amdhsa_tg_split is out of range [accepted: 0 to 1]"}},
		{ok + "; dx10_clamp 0; dx10_clamp 0", 0, []string{"4: .amdhsa_dx10_clamp is given twice in this block"}},
		{ok + "; dx10_clam 0", 0, []string{"3: .amdhsa_dx10_clam is not a directive of an .amdhsa_kernel block [did you mean .amdhsa_dx10_clamp?]"}},
		{ok + "; nonsense 0", 0, []string{"3: .amdhsa_nonsense is not a directive of an .amdhsa_kernel block"}},
		{ok + "; inst_pref_size 0", 0, []string{"3: .amdhsa_inst_pref_size requires gfx11+"}},
		{ok + "; shared_vgpr_count 0", 0, []string{"3: .amdhsa_shared_vgpr_count requires gfx10 or gfx11"}},
		{ok + "; wavefront_size32 0", 0, []string{"3: .amdhsa_wavefront_size32 requires gfx10+"}},
		{ok + "; reserve_flat_scratch 1", 0, []string{"3: .amdhsa_reserve_flat_scratch is not supported with architected flat scratch"}},
		{ok + "; reserve_xnack_mask 0", hsaco.FeatureAny, []string{"3: .amdhsa_reserve_xnack_mask does not match target id [the target id allows xnack: accepted: 1]"}},
		{ok + "; reserve_xnack_mask 1", hsaco.FeatureOff, []string{"3: .amdhsa_reserve_xnack_mask does not match target id [the target id has xnack-: accepted: 0]"}},
		{ok + "; user_sgpr_dispatch_ptr 1; user_sgpr_count 1", 0, []string{"4: .amdhsa_user_sgpr_count 1 is smaller than the 2 user SGPRs that the block enables"}},
		{ok + "; user_sgpr_count 32", 0, []string{"3: value 32 of .amdhsa_user_sgpr_count is out of range [accepted: 0 to 31]"}},
		{ok + "; user_sgpr_kernarg_preload_length 4; user_sgpr_kernarg_preload_offset 1; kernarg_size 16", 0, []string{
			"3: kernarg preload length + offset is larger than the kernarg segment size: 20 bytes of 16"}},
	} {
		k := parseKernelCase(t, "gfx950 xnack any | "+c.block+" | ")
		k.target.xnack = c.xnack
		_, faults := kernelDescriptor(k.target, k.settings)
		var got []string
		for _, f := range faults {
			s := fmt.Sprintf("%d: %s", f.index, f.msg)
			if len(f.notes) > 0 {
				s += fmt.Sprint(" ", f.notes)
			}
			got = append(got, s)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s\n got %q\nwant %q", c.block, got, c.want)
		}
	}
}

// TestDirectivesAssemble assembles what hsaco prints for descriptors.
func TestDirectivesAssemble(t *testing.T) {
	data, err := os.ReadFile("testdata/amdhsa/blocks.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		k := parseKernelCase(t, line)
		b, err := hex.DecodeString(k.want)
		if err != nil {
			continue
		}
		tried++
		d, err := hsaco.ParseDescriptor(b)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := d.Directives(k.target.chip)
		if err != nil {
			t.Errorf("%v: %v", k, err)
			continue
		}
		k.settings = nil
		for _, l := range lines {
			k.settings = append(k.settings, KernelSetting{l.Name, l.Value})
		}
		k.check(t)
	}
	if tried < 200 {
		t.Errorf("only %d descriptors", tried)
	}
}

// TestExprFunctions checks calls whose values llvm-mc-22 gave.
func TestExprFunctions(t *testing.T) {
	data, err := os.ReadFile("testdata/amdhsa/functions.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 300 {
		t.Errorf("only %d calls", len(lines))
	}
	for _, line := range lines {
		call, want, _ := strings.Cut(line, " = ")
		name, args := parseCall(t, call)
		for _, c := range arch.Chips {
			if got, err := callExprFunction(c, name, args); err != nil || fmt.Sprint(got) != want {
				t.Errorf("%s: %s = %d %v, want %s", c.Name, call, got, err, want)
			}
		}
	}
}

// parseCall reads a call with numbers.
func parseCall(t *testing.T, call string) (name string, args []int64) {
	t.Helper()
	name, rest, _ := strings.Cut(call, "(")
	for _, a := range strings.Split(strings.TrimSuffix(rest, ")"), ",") {
		v, err := strconv.ParseInt(a, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", call, err)
		}
		args = append(args, v)
	}
	if !isExprFunction(name) {
		t.Fatalf("%s is not a function", name)
	}
	return name, args
}

// TestExprFunctionErrors checks the calls that are refused.
func TestExprFunctionErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		args []int64
		want string
	}{
		{"max", nil, "max() needs at least one argument"},
		{"or", nil, "or() needs at least one argument"},
		{"alignto", []int64{5}, "alignto() takes 2 arguments, not 1"},
		{"alignto", []int64{5, 0}, "alignto() cannot round to a multiple of 0"},
		{"alignto", []int64{0, 0}, "alignto() cannot round to a multiple of 0"},
		{"extrasgprs", []int64{1, 1}, "extrasgprs() takes 3 arguments, not 2"},
		{"totalnumvgprs", []int64{1, 2, 3}, "totalnumvgprs() takes 2 arguments, not 3"},
		{"occupancy", []int64{8, 8, 512, 8, 8, 0}, "occupancy() takes 7 arguments, not 6"},
		{"occupancy", []int64{8, 0, 512, 8, 8, 0, 4}, "argument 2 of occupancy() is the VGPR granule, which cannot be 0"},
		{"occupancy", []int64{8, 8, 512, 9, 8, 0, 4}, "argument 4 of occupancy() is the generation, which is 8 for gfx942 and gfx950, not 9"},
		{"occupancy", []int64{8, 8, 512, 8, 8, 0, -1}, "argument 7 of occupancy() is -1; accepted: 0 to 4294967295"},
	} {
		v, err := callExprFunction(&arch.GFX950, c.name, c.args)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s%v = %d, %v; want %s", c.name, c.args, v, err, c.want)
		}
	}
	if isExprFunction("instprefsize") || isExprFunction("Max") {
		t.Error("unknown functions are known")
	}
}

// FuzzKernelDescriptor gives blocks of arbitrary directives and values: the
// descriptor of an accepted block has no field that does not fit, and its own
// directives give it back.
func FuzzKernelDescriptor(f *testing.F) {
	f.Add([]byte{22, 8, 0, 23, 8, 0, 24, 4, 0})
	f.Add([]byte{22, 8, 0, 23, 8, 0, 24, 4, 0, 11, 16, 0, 5, 1, 0, 12, 255, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		target := kernelTarget{chip: &arch.GFX950}
		var settings []KernelSetting
		for ; len(b) >= 3; b = b[3:] {
			k := kernelDirectives[int(b[0])%len(kernelDirectives)]
			settings = append(settings, KernelSetting{".amdhsa_" + k.name, int64(b[1]) | int64(int8(b[2]))<<8})
		}
		d, faults := kernelDescriptor(target, settings)
		if len(faults) > 0 {
			return
		}
		want := d.Marshal()
		lines, err := d.Directives(target.chip)
		if err != nil {
			t.Fatal(err)
		}
		settings = settings[:0]
		for _, l := range lines {
			settings = append(settings, KernelSetting{l.Name, l.Value})
		}
		again, faults := kernelDescriptor(target, settings)
		if got := again.Marshal(); len(faults) > 0 || got != want {
			t.Errorf("%v: % x %v, want % x", lines, got, faults, want)
		}
	})
}
