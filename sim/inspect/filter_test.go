package inspect_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/inspect"
)

// looped is a kernel of two workgroups of two waves with a loop, a function and labels.
const looped = `
	s_mov_b32 s4, 2
turn:
	v_add_f32 v1, 1.0, v1
	v_mul_f32 v2, v1, v1
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 turn
done:
	s_barrier
	s_endpgm`

// TestFilter: which instructions a filter chooses, by what a trace with it prints.
func TestFilter(t *testing.T) {
	p, object := assembled(t, looped)
	lines := func(filter string) (list []string) {
		f, err := inspect.ParseFilter(filter)
		if err == nil {
			err = f.Check(object)
		}
		if err != nil {
			t.Fatalf("%s: %v", filter, err)
		}
		var text strings.Builder
		tracer := inspect.NewTracer(&text, f)
		p.run(t, 128, func(l *sim.Launch) {
			l.Grid[0] = 2
			tracer.Observe(object, l, false)
		})
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "wg") {
				where, rest, _ := strings.Cut(line, " #")
				inst, _, _ := strings.Cut(rest, " ")
				_, rest, _ = strings.Cut(rest, ": ")
				list = append(list, where+" "+inst+" "+strings.Fields(rest)[0])
			}
		}
		return list
	}
	for _, c := range []struct {
		filter string
		want   []string
	}{
		{"wg=1,wave=0,s_mov_b32", []string{"wg 1 wave 0 1 s_mov_b32"}},
		{"wg=0-1,wave=1,done", []string{"wg 0 wave 1 12 s_barrier", "wg 1 wave 1 12 s_barrier"}},
		{"wg=0,wg=1,wave=1-5,9", []string{"wg 0 wave 1 2 v_add_f32_e32", "wg 0 wave 1 7 v_add_f32_e32", "wg 1 wave 1 2 v_add_f32_e32", "wg 1 wave 1 7 v_add_f32_e32"}},
		{"k.s:9-10,v_m*,wg=0,wave=0", []string{"wg 0 wave 0 3 v_mul_f32_e32", "wg 0 wave 0 8 v_mul_f32_e32"}},
		{"turn-done,s_*,wg=0,wave=0", []string{"wg 0 wave 0 4 s_sub_u32", "wg 0 wave 0 5 s_cmp_lg_u32", "wg 0 wave 0 6 s_cbranch_scc1", "wg 0 wave 0 9 s_sub_u32",
			"wg 0 wave 0 10 s_cmp_lg_u32", "wg 0 wave 0 11 s_cbranch_scc1", "wg 0 wave 0 12 s_barrier"}},
		{"V_MUL_F32,wg=0,wave=0", []string{"wg 0 wave 0 3 v_mul_f32_e32", "wg 0 wave 0 8 v_mul_f32_e32"}},
		{"v_mul_f32_e32,s_barrier,wg=0,wave=0", []string{"wg 0 wave 0 3 v_mul_f32_e32", "wg 0 wave 0 8 v_mul_f32_e32", "wg 0 wave 0 12 s_barrier"}},
		{"0x1300,wg=0,wave=0", []string{"wg 0 wave 0 1 s_mov_b32"}},
		{"0x1300-1304,wg=0,wave=0", []string{"wg 0 wave 0 1 s_mov_b32", "wg 0 wave 0 2 v_add_f32_e32", "wg 0 wave 0 7 v_add_f32_e32"}},
		{"wg=7", nil},
		{"done,turn,k,v_add_f32,wave=0,wg=1,lane=3", []string{"wg 1 wave 0 2 v_add_f32_e32", "wg 1 wave 0 7 v_add_f32_e32"}},
	} {
		got := lines(c.filter)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.filter, got, c.want)
		}
	}
	if got := lines("k,wg=0,wave=0"); len(got) != 13 {
		t.Errorf("k: %d lines", len(got))
	}
}

// TestFilterErrors: what is no filter, or fits nothing.
func TestFilterErrors(t *testing.T) {
	_, object := assembled(t, looped)
	_, other := assembled(t, "\n\ts_endpgm")
	for _, c := range []struct{ filter, want string }{
		{"", `"" has an empty term`},
		{"wg=1,,wave=2", `"wg=1,,wave=2" has an empty term`},
		{"group=1", `"group=1": "group" is not one of wg, wave, lane, as`},
		{"wg=", `"wg=": wg=N or wg=N-M is expected, N and M below 2^31`},
		{"wave=2-1", `"wave=2-1": wave=N or wave=N-M is expected, N and M below 2^31`},
		{"wave=1-", `"wave=1-": wave=N or wave=N-M is expected, N and M below 2^31`},
		{"lane=64", `"lane=64": lanes are 0 to 63`},
		{"as=f32,wg=0,as=hex", `"as=hex": values are printed in one format, as=f32 is there already`},
		{"as=f64", `as=f64: "f64" is not one of f32, f16, bf16, i32, hex`},
		{"k.s:x", `"k.s:x": FILE:LINE or FILE:LINE-LINE is expected`},
		{"0x", `"0x": an address 0xADDR or 0xADDR-ADDR is expected`},
		{"0x20-10", `"0x20-10": an address 0xADDR or 0xADDR-ADDR is expected`},
		{"v_[", `"v_[": syntax error in pattern`},
		{"tunr", `"tunr" is neither a label nor an instruction; did you mean turn?`},
		{"done-turn", `"done-turn" is neither a label nor an instruction`},
		{"99", `"99": there is no code of the kernels with that line; the nearest with code is 16`},
		{"j.s:9", `"j.s:9": there is no code of the kernels with that line; the code is of k.s`},
		{"14", `"14": there is no code of the kernels with that line; the nearest with code are 13 and 15`},
		{"0x99", `"0x99": there is no code of the kernels at that address; it is at 0x1300 to 0x131f`},
		{"0x1302", `"0x1302": no instruction begins at that address; the one before begins at 0x1300`},
		{"v_sbu_u32", `"v_sbu_u32" is neither a label nor an instruction; did you mean v_sad_u32, v_sub_u32?`},
		{"v_subtract*", `"v_subtract*": no instruction of gfx942 has such a name`},
	} {
		f, err := inspect.ParseFilter(c.filter)
		if err == nil {
			err = f.Check(other, object)
			if err == nil || f.Check(object, other) == nil {
				t.Errorf("%s: no error", c.filter)
			}
			err = f.Check(object)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.filter, err, c.want)
		}
	}
	for _, filter := range []string{"turn", "9", "s_nop", "wg=1"} { // one object has it
		f, err := inspect.ParseFilter(filter)
		if err != nil || f.Check(other, object) != nil || f.Check(object, other) != nil {
			t.Errorf("%s: %v", filter, errors.Join(err, f.Check(other, object)))
		}
	}
}

// FuzzParseFilter: no text makes it panic.
func FuzzParseFilter(f *testing.F) {
	for _, text := range []string{"wg=1-2,wave=0,lane=5,as=f32", "0x10-20,k.s:1-2,turn-done,v_*"} {
		f.Add(text)
	}
	_, object := assembled(f, looped)
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := inspect.ParseFilter(text)
		if err == nil {
			_ = filter.Check(object)
		}
	})
}

// TestFilterAddress: the second dword of an instruction is no place of code.
func TestFilterAddress(t *testing.T) {
	_, object := assembled(t, "\n\tv_add_f32_e64 v1, v1, v2\n\ts_mov_b32 s4, 0x12345678\n\ts_endpgm")
	for addr, want := range map[string]string{
		"0x1300": "", "0x1308": "", "0x1310": "",
		"0x1304":      `"0x1304": no instruction begins at that address; the one before begins at 0x1300`,
		"0x130c":      `"0x130c": no instruction begins at that address; the one before begins at 0x1308`,
		"0x1304-1308": "",
	} {
		f, err := inspect.ParseFilter(addr)
		if err == nil {
			err = f.Check(object)
		}
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: %v, want %q", addr, err, want)
		}
	}
}
