package sanitize_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/sanitize"
)

// TestGroups: what comes of one mistake is one group, what comes of two is two, the gravest first.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		name string
		source
		want []string // of each group: check, instruction to look at, pairs, advice
	}{
		{name: "uses of loads that lack one wait", source: source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5] offset:256
	global_load_dword v4, v1, s[4:5] offset:512
	v_add_u32 v5, v2, v2
	v_add_u32 v6, v2, v3
	v_add_u32 v7, v3, v4`}, want: []string{"waits v_add_u32_e32 v5, v2, v2: 5 pairs: add s_waitcnt vmcnt(0) before"}},
		{name: "loads that were issued after the first use lack another", source: source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	v_add_u32 v5, v2, v2
	global_load_dword v3, v1, s[4:5]
	v_add_u32 v6, v3, v3`}, want: []string{"waits v_add_u32_e32 v5, v2, v2: 1 pairs: add s_waitcnt vmcnt(0) before", "waits v_add_u32_e32 v6, v3, v3: 1 pairs: add s_waitcnt vmcnt(0) before"}},
		{name: "a wait that is missing at the end of a loop", source: source{body: setup + `
	s_mov_b32 s8, 0
	v_mov_b32 v2, 0
	v_mov_b32 v3, 0
.Lloop:
	v_add_u32 v5, v2, v2
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5]
	v_add_u32 v6, v3, v3
	s_add_u32 s8, s8, 1
	s_cmp_lt_u32 s8, 5
	s_cbranch_scc1 .Lloop`}, want: []string{"waits v_add_u32_e32 v6, v3, v3: 2 pairs: add s_waitcnt vmcnt(0) before"}},
		{name: "a barrier that is missing", source: source{waves: 2, body: setup + `
	v_xor_b32 v2, 0x100, v1
	ds_write_b32 v1, v0
	ds_write_b32 v1, v0 offset:512
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	ds_read_b32 v4, v2 offset:512
	s_waitcnt lgkmcnt(0)`}, want: []string{"races ds_read_b32 v3, v2: 2 pairs: put s_waitcnt lgkmcnt(0) and s_barrier between k.s:14 and k.s:16"}},
		{name: "a barrier that is missing in a loop", source: source{waves: 2, body: setup + `
	v_xor_b32 v2, 0x100, v1
	s_mov_b32 s8, 0
.Lloop:
	ds_write_b32 v1, v0
	ds_write_b32 v1, v0 offset:512
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	ds_read_b32 v4, v2 offset:512
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_add_u32 v0, v0, v3
	s_add_u32 s8, s8, 1
	s_cmp_lt_u32 s8, 5
	s_cbranch_scc1 .Lloop`}, want: []string{"races ds_read_b32 v3, v2: 2 pairs: put s_waitcnt lgkmcnt(0) and s_barrier between k.s:16 and k.s:18"}},
		{name: "two barriers", source: source{waves: 2, body: setup + `
	v_xor_b32 v2, 0x100, v1
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_write_b32 v1, v3 offset:512
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v4, v2 offset:512
	s_waitcnt lgkmcnt(0)`}, want: []string{"races ds_read_b32 v3, v2: 1 pairs: put s_waitcnt lgkmcnt(0) and s_barrier between the two",
			"races ds_read_b32 v4, v2 offset:512: 1 pairs: put s_waitcnt lgkmcnt(0) and s_barrier between the two"}},
		{name: "a wait before a barrier", source: source{waves: 2, body: setup + `
	v_xor_b32 v2, 0x100, v1
	ds_write_b32 v1, v0
	ds_write_b32 v1, v0 offset:512
	s_barrier
	ds_read_b32 v3, v2
	ds_read_b32 v4, v2 offset:512
	s_waitcnt lgkmcnt(0)`}, want: []string{"races ds_read_b32 v3, v2: 2 pairs: put s_waitcnt lgkmcnt(0) before the s_barrier at k.s:15"}},
		{name: "workgroups on one buffer", source: source{groups: 2, body: setup + `
	v_mov_b32 v2, s2
	global_store_dword v1, v2, s[4:5]
	global_store_dword v1, v2, s[4:5] offset:256`}, want: []string{"races global_store_dword v1, v2, s[4:5]: 2 pairs: let one workgroup signal the other with an atomic access when it is done, or divide the memory between them"}},
		{name: "a producer of wait states", source: source{body: setup + `
	v_exp_f32 v4, 1.0
	v_mul_f32 v5, v4, v4
	v_exp_f32 v6, 1.0
	v_exp_f32 v7, 1.0
	v_mul_f32 v8, v7, v6`}, want: []string{"hazards v_mul_f32_e32 v5, v4, v4: 2 pairs: add s_nop 0 before"}},
		{name: "other instructions for a rule", source: source{body: setup + `
	v_exp_f32 v4, 1.0
	v_mul_f32 v5, v4, v4
	v_rcp_f32 v7, 1.0
	v_add_f32 v8, v7, v7`}, want: []string{"hazards v_mul_f32_e32 v5, v4, v4: 1 pairs: add s_nop 0 before", "hazards v_add_f32_e32 v8, v7, v7: 1 pairs: add s_nop 0 before"}},
		{name: "an undefined register", source: source{body: setup + `
	v_add_u32 v5, v9, v9
	v_add_u32 v6, v9, v5
	global_store_dword v1, v5, s[4:5]
	global_store_dword v1, v6, s[4:5]`}, want: []string{"undefined global_store_dword v1, v5, s[4:5]: 2 pairs: initialise it on every path that leads here, or store only what is defined"}},
		{name: "two undefined registers", source: source{body: setup + `
	global_store_dword v1, v9, s[4:5]
	global_store_dword v1, v10, s[4:5]`}, want: []string{"undefined global_store_dword v1, v9, s[4:5]: 1 pairs: initialise it on every path that leads here, or store only what is defined",
			"undefined global_store_dword v1, v10, s[4:5]: 1 pairs: initialise it on every path that leads here, or store only what is defined"}},
		{name: "what is in the wake of a wait", source: source{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	global_store_dword v1, v1, s[4:5]`}, want: []string{"waits global_store_dword v1, v1, s[4:5]: 1 pairs: add s_waitcnt lgkmcnt(0) before; undefined, bounds"}},
		{name: "order", source: source{waves: 2, body: setup + `
	v_exp_f32 v4, 1.0
	v_mul_f32 v5, v4, v4
	global_load_dword v2, v1, s[4:5]
	v_add_u32 v3, v2, v2
	v_xor_b32 v2, 0x100, v1
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)`}, want: []string{"races ds_read_b32 v3, v2: 1 pairs: put s_waitcnt lgkmcnt(0) and s_barrier between the two",
			"waits v_add_u32_e32 v3, v2, v2: 3 pairs: add s_waitcnt vmcnt(0) before", "hazards v_mul_f32_e32 v5, v4, v4: 1 pairs: add s_nop 0 before"}},
	} {
		found, _ := c.run(t, "all", nil) // that one of them fails is no surprise
		groups := sanitize.Groups(found)
		complete(t, c.name, found, groups)
		var got []string
		for i := range groups {
			g := &groups[i]
			text := fmt.Sprintf("%s %s: %d pairs: %s", g.First().Check, g.First().Text, g.Pairs, g.Advice())
			var wake []string
			for k := range g.Wake {
				wake = append(wake, g.Wake[k].Check)
			}
			if len(wake) > 0 {
				text += "; " + strings.Join(wake, ", ")
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: groups\n\t%s\nwant\n\t%s", c.name, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
}

// TestFirstReader: the note of an undefined value is the instruction that first read it, also where it
// went through LDS and where an instruction only kept a part of it.
func TestFirstReader(t *testing.T) {
	for _, c := range []struct{ name, body, note, at string }{
		{"kept, then through LDS", `
	v_mov_b32 v2, 1.0
	v_cvt_pk_fp8_f32 v3, v2, v2
	v_or_b32 v4, v3, v2
	ds_write_b32 v1, v4
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v5, v1
	s_waitcnt lgkmcnt(0)
	v_add_f32 v6, v5, v5
	global_store_dword v1, v6, s[4:5]`, "bits 0xffff0000 of v3, which nothing has written, are read here first", "v_or_b32_e32 v4, v3, v2"},
		{"a register", `
	v_add_u32 v4, v3, v3
	v_add_u32 v5, v4, v4
	global_store_dword v1, v5, s[4:5]`, "v3, which nothing has written, is read here first", "v_add_u32_e32 v4, v3, v3"},
		{"an AGPR", `
	v_accvgpr_read_b32 v4, a7
	global_store_dword v1, v4, s[4:5]`, "a7, which nothing has written, is read here first", "v_accvgpr_read_b32 v4, a7"},
		{"stored and loaded", `
	ds_write_b32 v1, v9
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v5, v1
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v5, s[4:5]`, "v9, which nothing has written, is read here first", "ds_write_b32 v1, v9"},
		{"LDS", `
	ds_read_b32 v5, v1
	s_waitcnt lgkmcnt(0)
	v_add_f32 v6, v5, v5
	global_store_dword v1, v6, s[4:5]`, "LDS at 0x0, which nothing has written, is read here", "ds_read_b32 v5, v1"},
	} {
		k := source{body: setup + c.body}
		found, err := k.run(t, "undefined", nil)
		if err != nil || len(found) != 1 || found[0].Other == nil || found[0].Other.Note != c.note || found[0].Other.Text != c.at {
			t.Errorf("%s: %v %+v", c.name, err, found)
			for i := range found {
				t.Errorf("\t%s, %+v", brief(&found[i]), found[i].Other)
			}
		}
	}
}

// TestLimit: so many findings are printed, and the rest are counted.
func TestLimit(t *testing.T) {
	found, err := trips.run(t, "waits,hazards,barriers", nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := sanitize.WriteText(&text, "k.hsaco", found, 1); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "error:"); n != 1 || !strings.Contains(text.String(), "[waits]") || !strings.HasSuffix(text.String(), "  and 2 more findings: 1 barriers, 1 hazards\n") {
		t.Errorf("%d of 3: %s", n, &text)
	}
}

// TestRules: a finding has a rule of its check, which leaves it out.
func TestRules(t *testing.T) {
	found, err := trips.run(t, "all", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		f := &found[i]
		if !slices.Contains(sanitize.RuleNames(f.Check), f.Rule) {
			t.Errorf("%s has no rule %q", f.Check, f.Rule)
		}
		left, err := trips.run(t, "all,-"+f.Check+"/"+f.Rule, nil)
		if err != nil || len(left) != len(found)-1 || slices.ContainsFunc(left, func(x sanitize.Finding) bool { return x.Rule == f.Rule }) {
			t.Errorf("without %s/%s: %v, %+v", f.Check, f.Rule, err, left)
		}
	}
	for checks, want := range map[string]string{
		"all,-waiting":            `there is no check "waiting"`,
		"all,-waits/early":        `waits has no rule "early"; its rules are early-dma, early-read, early-write, store-data-load, store-data-valu`,
		"all,-waiting/early-read": `there is no check "waiting"`,
		"waits/early-read":        `"waits/early-read": a rule can only be left out, as in all,-waits/early-read`,
		"-waits":                  "-waits leaves something out of nothing: say what to look for before it, as in all,-waits",
		"-all":                    `there is no check "all"`,
	} {
		_, err := sanitize.New(sanitize.Options{Checks: strings.Split(checks, ","), Object: trips.object(t)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", checks, err, want)
		}
	}
}

// TestGroupsOfDispatches: a mistake of a kernel that is launched again is the same.
func TestGroupsOfDispatches(t *testing.T) {
	object := trips.object(t)
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
	s, err := sanitize.New(sanitize.Options{Checks: []string{"waits", "hazards"}, Object: object})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}}
		s.Begin(&launch)
		if _, err := device.Run(launch); err != nil {
			t.Fatal(err)
		}
	}
	found := s.Findings()
	groups := sanitize.Groups(found)
	complete(t, "three dispatches", found, groups)
	if len(found) != 6 || len(groups) != 2 || groups[0].Pairs != 1 || groups[0].Count != 3 || groups[1].Pairs != 1 {
		t.Errorf("%d findings, groups %+v", len(found), groups)
	}
}
