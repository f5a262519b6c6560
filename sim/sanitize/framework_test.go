package sanitize_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/sanitize"
)

var update = flag.Bool("update", false, "write the golden files")

// trips trips a check of each kind; it is executed by two waves of two
// workgroups.
var trips = source{waves: 2, groups: 2, options: sim.Options{LenientBarriers: true}, body: setup + `
	global_load_dword v2, v1, s[4:5]
	v_add_u32 v3, 1, v2          // a wait is missing
	v_exp_f32 v4, v3
	v_mul_f32 v5, v4, v4         // a wait state is missing
	v_readfirstlane_b32 s8, v0
	s_cmp_eq_u32 s8, 64
	s_cbranch_scc1 .Lone
	s_barrier                    // wave 1 does not come here
.Lone:
	s_nop 0`}

func TestPrint(t *testing.T) {
	for _, bare := range []bool{false, true} {
		k := trips
		k.bare = bare
		found, err := k.run(t, "waits,hazards,barriers", nil)
		if err != nil {
			t.Fatal(err)
		}
		name := map[bool]string{false: "lines", true: "bare"}[bare]
		var text, document bytes.Buffer
		if err := sanitize.WriteText(&text, "k.hsaco", found, 0); err != nil {
			t.Fatal(err)
		}
		if err := sanitize.WriteJSON(&document, found); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", text.Bytes())
		golden(t, name+".json", document.Bytes())
	}
	var empty bytes.Buffer
	if err := sanitize.WriteJSON(&empty, nil); err != nil || !strings.Contains(empty.String(), `"findings": []`) {
		t.Errorf("%v: %s", err, &empty)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// TestMerged: the same pair in many waves is one finding, that of the first.
func TestMerged(t *testing.T) {
	found, err := trips.run(t, "waits", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Count != 4 || found[0].Workgroup != 0 || found[0].Wave != 0 || found[0].Lane != 0 || found[0].Kernel != "k" || found[0].Line == 0 {
		t.Errorf("found %+v", found)
	}
}

func TestSelection(t *testing.T) {
	for _, c := range []struct {
		checks string
		want   []string
	}{
		{"none", nil},
		{"waits", []string{"waits"}},
		{"hazards,waits", []string{"waits", "hazards"}},
		{"barriers,none", []string{"barriers"}},
	} {
		found, err := trips.run(t, c.checks, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, f.Check)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.checks, got, c.want)
		}
	}
	_, err := sanitize.New(sanitize.Options{Checks: []string{"wait"}, Object: trips.object(t)})
	if err == nil || !strings.Contains(err.Error(), `there is no check "wait"; the checks are waits, hazards, hazards-manual,`) {
		t.Errorf("error %v", err)
	}
	if _, err := sanitize.New(sanitize.Options{Checks: []string{"all"}}); err == nil {
		t.Error("no error without a code object")
	}
}

func TestSuppressions(t *testing.T) {
	for _, c := range []struct {
		rules  string
		want   []string // checks that are left
		unused []string
	}{
		{"", []string{"waits", "hazards"}, nil},
		{"# nothing\n\nwaits k.s # known", []string{"hazards"}, nil},
		{"waits * # known", []string{"hazards"}, nil},
		{"* k.s:1-100 # known", nil, nil},
		{"hazards k.s:15 # the consumer's line", []string{"waits"}, nil},
		{"hazards k.s:14 # the producer's line", []string{"waits"}, nil},
		{"hazards k.s:16 # another line\nwaits *.s # all of the file", []string{"hazards"}, []string{"rules:1: hazards k.s:16 matches no finding"}},
		{"barriers * # none is found", []string{"waits", "hazards"}, []string{"rules:1: barriers * matches no finding"}},
		{"* 0x0-0x100000 # all of the code", nil, nil},
		{"waits/early-read * # known", []string{"hazards"}, nil},
		{"waits/early-write * # none is of it", []string{"waits", "hazards"}, []string{"rules:1: waits/early-write * matches no finding"}},
		{"waits k* * # this kernel's", []string{"hazards"}, nil},
		{"waits other* * # another's", []string{"waits", "hazards"}, []string{"rules:1: waits other* * matches no finding"}},
		{"* 0x1 # not there", []string{"waits", "hazards"}, []string{"rules:1: * 0x1 matches no finding"}},
	} {
		rules, err := sanitize.ReadSuppressions(strings.NewReader(c.rules), "rules")
		if err != nil {
			t.Errorf("%q: %v", c.rules, err)
			continue
		}
		found, err := trips.run(t, "waits,hazards", rules)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, f.Check)
		}
		if !slices.Equal(got, c.want) || !slices.Equal(rules.Unused(), c.unused) {
			t.Errorf("%q: left %v, unused %q; want %v, %q", c.rules, got, rules.Unused(), c.want, c.unused)
		}
	}
}

func TestSuppressionErrors(t *testing.T) {
	for rule, want := range map[string]string{
		"waits 0x40":           "rules:1: the rule has no reason",
		"waits 0x40 #":         "rules:1: the rule has no reason",
		"\n\nwaits # x":        "rules:3: a rule is CHECK [KERNEL] WHERE # REASON, such as: waits 0x1a40 # double buffering, see attention.s; WHERE is an address, FILE:LINE, or * for every place",
		"wait 0x40 # x":        `rules:1: there is no check "wait"; the checks are waits, hazards,`,
		"waits/early 0x40 # x": `rules:1: waits has no rule "early"; its rules are early-dma, early-read,`,
		"wait/early * # x":     `rules:1: there is no check "wait/early"; the checks are waits,`,
		"*/early-read * # x":   `rules:1: there is no check "*/early-read"`,
		"waits/ * # x":         `rules:1: waits has no rule ""`,
		"waits 0xzz # x":       `rules:1: "0xzz" is not an address`,
		"waits 0x40-0x30 # x":  `rules:1: "0x40-0x30" is not an address`,
		"waits k.s:x # x":      `rules:1: "k.s:x" has no line`,
		"waits k.s: # x":       `rules:1: "k.s:" has no line`,
		"waits [k.s # x":       `rules:1: "[k.s" is not a file name pattern`,
		"waits a b c # x":      "rules:1: a rule is",
		"waits [a 0x40 # x":    `rules:1: "[a" is not a pattern for names of kernels`,
		"waits :10 # x":        `rules:1: ":10" is not a file name pattern`,
		"waits 0x40 x":         "rules:1: the rule has no reason",
		"waits 0x" + "f # " + strings.Repeat("x", 1<<17): "rules: ",
	} {
		_, err := sanitize.ReadSuppressions(strings.NewReader(rule), "rules")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", rule, err, want)
		}
	}
}
