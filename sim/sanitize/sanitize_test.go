package sanitize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// source is a kernel in assembly, called k. It gets the address of its
// arguments in s[0:1] and the workgroup's x in s2, has 128 VGPRs, 128 AGPRs and
// 4 KiB of LDS. Its first argument is a buffer of 64 KiB.
type source struct {
	chip string // gfx942 if empty
	body string // without s_endpgm at the end
	bare bool   // no line table
	// Bytes of scratch of a lane.
	scratch int
	// Waves of a workgroup, and workgroups; 0 is 1.
	waves, groups uint32
	options       sim.Options
}

func (s *source) text() string {
	chip := s.chip
	if chip == "" {
		chip = "gfx942"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n%s\n\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n", chip, s.body)
	b.WriteString("\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel k\n")
	for _, d := range []string{"next_free_vgpr 256", "next_free_sgpr 96", "accum_offset 128", "kernarg_size 64", "user_sgpr_kernarg_segment_ptr 1",
		"group_segment_fixed_size 4096"} {
		fmt.Fprintf(&b, "\t\t.amdhsa_%s\n", d)
	}
	if s.scratch > 0 {
		fmt.Fprintf(&b, "\t\t.amdhsa_private_segment_fixed_size %d\n\t\t.amdhsa_enable_private_segment 1\n", s.scratch)
	}
	b.WriteString("\t.end_amdhsa_kernel\n")
	return b.String()
}

// object assembles and links the source.
func (s *source) object(t testing.TB) *hsaco.Object {
	t.Helper()
	result, err := asm.Assemble([]byte(s.text()), asm.Options{File: "k.s", Debug: !s.bare})
	if err != nil {
		t.Fatalf("%v\n%s", err, s.text())
	}
	raw, err := hsaco.Link(result.Module)
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// run executes the kernel under the checks, a list with commas, and returns
// what they found and the error of the run.
func (s *source) run(t testing.TB, checks string, suppress *sanitize.Suppressions) ([]sanitize.Finding, error) {
	t.Helper()
	object := s.object(t)
	device := sim.NewDevice(object.Chip)
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
	sanitizer, err := sanitize.New(sanitize.Options{Checks: strings.Split(checks, ","), Object: object, Suppress: suppress})
	if err != nil {
		t.Fatal(err)
	}
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{max(s.groups, 1), 1, 1}, Block: [3]uint32{64 * max(s.waves, 1), 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}, Options: s.options}
	sanitizer.Begin(&launch)
	_, err = device.Run(launch)
	sanitizer.Failed(err)
	return sanitizer.Findings(), err
}

// brief is a finding in a line: "check: instruction: message | advice | other instruction".
func brief(f *sanitize.Finding) string {
	other := "-"
	if f.Other != nil {
		other = f.Other.Text
	}
	return fmt.Sprintf("%s: %s: %s | %s | %s", f.Check, f.Text, f.Message, f.Advice, other)
}

// sample is a kernel and what the checks must say about it; nothing if want is
// empty.
type sample struct {
	name string
	source
	want []string // as brief gives them
}

// testSamples runs samples, each on both chips unless it names one and under
// each schedule unless it chooses one.
func testSamples(t *testing.T, checks string, samples []sample) {
	for _, c := range samples {
		chips := []string{"gfx942", "gfx950"}
		if c.chip != "" {
			chips = []string{c.chip}
		}
		schedules := []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun, sim.SchedulePrompt, sim.ScheduleLate, sim.ScheduleRandom}
		if c.options.Schedule != 0 {
			schedules = []sim.Schedule{c.options.Schedule}
		}
		t.Run(c.name, func(t *testing.T) {
			for _, chip := range chips {
				for _, schedule := range schedules {
					k := c.source
					k.chip, k.options.Schedule, k.options.Seed = chip, schedule, 1
					found, err := k.run(t, checks, nil)
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					for i := range found {
						got = append(got, brief(&found[i]))
					}
					if !slices.Equal(got, c.want) {
						t.Errorf("%s, schedule %d: found\n\t%s\nwant\n\t%s", chip, schedule, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
					}
				}
			}
		})
	}
}
