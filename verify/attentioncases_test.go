package verify_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/isa"
	"heddle/kernels/attention"
	"heddle/kernels/reference"
	"heddle/long"
	"heddle/mach"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/timing/record"
	"heddle/verify"
)

// TestAttentionCases: the kernels of random problems and edge cases give what the reference does, and bit for bit
// what the scalar model does, with all checks on and no finding, and write nothing else; a few of each chip unless the test is long.
func TestAttentionCases(t *testing.T) {
	const seed = 1
	for n, chip := range arch.Chips {
		random, edges := attention.Random(chip, seed, 150), attention.EdgeCases(chip)
		t.Logf("%s: %d random cases of seed %d, %d edge cases", chip.Name, len(random), seed, len(edges))
		for i, c := range append(random, edges...) {
			if !long.On() && i%29 != 3*n {
				continue
			}
			t.Run(chip.Name+"/"+c.Name, func(t *testing.T) { attentionCase(t, c, attention.Auto) })
		}
	}
}

// TestAttentionSplits: so do those whose keys are divided among workgroups, also with exponentials by bits, MX types and other roundings; a
// few without -long.
func TestAttentionSplits(t *testing.T) {
	n := 0
	for _, chip := range arch.Chips {
		for _, one := range attention.SplitCases(chip) {
			for _, c := range append([]attention.Case{one}, one.Others()...) {
				if n++; long.On() || n%23 == 0 {
					t.Run(chip.Name+"/"+c.Name, func(t *testing.T) { attentionCase(t, c, attention.Auto) })
				}
			}
		}
	}
	t.Logf("%d cases", n)
}

// TestAttentionVariants: so do all variants that there are for a problem, a few without -long.
func TestAttentionVariants(t *testing.T) {
	for n, chip := range arch.Chips {
		cases := append(attention.Random(chip, 3, 40), attention.EdgeCases(chip)...)
		for i, c := range cases {
			for j, v := range c.Problem.Variants() {
				if every := i + 7*j + 3*n; long.On() || every%83 == 0 {
					t.Run(fmt.Sprintf("%s/%s/%s", chip.Name, c.Name, v), func(t *testing.T) { attentionCase(t, c, v) })
				}
			}
		}
	}
}

// TestAttentionOthers: so do those with exponentials by bits, with Q and K in MX types, and with other roundings of P, of all
// variants; a few without -long.
func TestAttentionOthers(t *testing.T) {
	n := 0
	for _, chip := range arch.Chips {
		for _, one := range append(attention.Random(chip, 5, 240), attention.EdgeCases(chip)...) {
			for _, c := range one.Others() {
				for _, v := range c.Problem.Variants() {
					if n++; long.On() || n%263 == 0 {
						t.Run(fmt.Sprintf("%s/%s/%s", chip.Name, c.Name, v), func(t *testing.T) { attentionCase(t, c, v) })
					}
				}
			}
		}
	}
	t.Logf("%d cases", n)
}

// compileAttention compiles the kernel of a case.
func compileAttention(t *testing.T, c *attention.Case, v attention.Variant) *verify.Attention {
	t.Helper()
	p := &c.Problem
	plan, err := p.Plan(p.ChooseVariant(v))
	if err != nil {
		t.Fatalf("%s: %v", c.Flags(), err)
	}
	a, err := verify.CompileAttention(p, plan, build.Options{})
	if err != nil {
		t.Fatalf("%s: %v", c.Flags(), err)
	}
	return a
}

// attentionCase runs a case under all checks.
func attentionCase(t *testing.T, c attention.Case, v attention.Variant) {
	t.Helper()
	p, flags, a := &c.Problem, c.Flags(), compileAttention(t, &c, v)
	s, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: a.Object})
	if err != nil {
		t.Fatal(err)
	}
	in := p.Random(c.Seed, c.Kind)
	run, err := a.Simulate(in, verify.AttentionOptions{Sanitizer: s})
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	for _, f := range run.Findings[:min(len(run.Findings), 2)] {
		t.Errorf("%s: %s: %s", flags, f.Check, f.Message)
	}
	for _, s := range run.Strays[:min(len(run.Strays), 2)] {
		t.Errorf("%s: %v", flags, s)
	}
	if err := a.Compare(in, run, nil).Check(c.Limits()); err != nil {
		t.Errorf("%s: %v", flags, err)
	}
	bits, err := a.CompareBits(in, run, nil)
	if err == nil {
		err = bits.Check()
	}
	if err != nil {
		t.Errorf("%s: %v", flags, err)
	}
}

// TestAttentionInterleavings: in whichever order waves run, the bytes are the same.
func TestAttentionInterleavings(t *testing.T) {
	schedules := []sim.Options{{Schedule: sim.ScheduleRoundRobin}, {Schedule: sim.ScheduleRun}, {Schedule: sim.SchedulePrompt}, {Schedule: sim.ScheduleLate}}
	random := 4
	if long.On() {
		random = 20
	}
	for seed := range random {
		schedules = append(schedules, sim.Options{Schedule: sim.ScheduleRandom, Seed: uint64(seed)})
	}
	for n, chip := range arch.Chips {
		for i, c := range attention.Random(chip, 2, 150) {
			if every := 75; i%every == 30*n || long.On() && i%10 == 0 {
				attentionInterleaved(t, c, attention.Auto, schedules)
			}
		}
		for i, c := range attention.SplitCases(chip) { // workgroups arrive in other orders, too
			if i%9 == 2*n || long.On() && i%3 == 0 {
				attentionInterleaved(t, c, attention.Auto, append(schedules[:len(schedules):len(schedules)], sim.Options{Reversed: true}, sim.Options{Turns: 2}, sim.Options{Turns: 3}))
			}
		}
		for _, in := range attention.InTypes {
			c := attention.Case{Problem: attention.Problem{Chip: chip, In: in, Heads: 2, SeqQ: 150, SeqK: 140, HeadDim: 128, Causal: true, LSE: true}, Kind: attention.Normal}
			if err := c.Problem.Normalize(); err != nil {
				t.Fatal(err)
			}
			for _, v := range c.Problem.Variants() {
				if v == attention.Seed004 || long.On() {
					attentionInterleaved(t, c, v, schedules)
				}
			}
			for i, c := range c.Others() {
				if i == 0 || long.On() {
					attentionInterleaved(t, c, attention.Auto, schedules)
				}
			}
		}
	}
}

// attentionInterleaved compares the results of a case between schedules.
func attentionInterleaved(t *testing.T, c attention.Case, v attention.Variant, schedules []sim.Options) {
	t.Helper()
	p, a := &c.Problem, compileAttention(t, &c, v)
	in := p.Random(c.Seed, c.Kind)
	var first [2][]byte
	for j, o := range schedules {
		run, err := a.Simulate(in, verify.AttentionOptions{Sim: o})
		if err != nil {
			t.Fatalf("%s: %v", c.Flags(), err)
		}
		var got [2][]byte
		for k, x := range []struct {
			name string
			from reference.Contents
		}{{"o", run.Outputs.O}, {"lse", run.Outputs.LSE}} {
			if tensor, ok := p.Tensor(x.name); ok {
				got[k] = x.from.All(tensor.Bytes())
			}
		}
		if j == 0 {
			first = got
		} else if !bytes.Equal(got[0], first[0]) || !bytes.Equal(got[1], first[1]) {
			t.Errorf("%s, %s: not the same bytes under %+v as in turn", c.Flags(), v, o)
		}
	}
}

// TestAttentionSample: workgroups of a sample compute the rows that they should, and no others.
func TestAttentionSample(t *testing.T) {
	for _, chip := range arch.Chips {
		c := attention.Case{Problem: attention.Problem{Chip: chip, In: attention.BF16, Batch: 2, Heads: 6, KVHeads: 2, SeqQ: 300, SeqK: 70, HeadDim: 64, Causal: true, LSE: true}, Kind: attention.Normal}
		if err := c.Problem.Normalize(); err != nil {
			t.Fatal(err)
		}
		a := compileAttention(t, &c, attention.Auto)
		in := c.Problem.Random(1, c.Kind)
		ids := a.Typical(1, 0)
		run, err := a.Simulate(in, verify.AttentionOptions{Workgroups: ids})
		if err != nil {
			t.Fatal(err)
		}
		if len(ids) < 9 || len(ids) > 10 || len(run.Rows) != len(ids) || run.StrayCount != 0 {
			t.Errorf("workgroups %v: %d rows, strays %v", ids, len(run.Rows), run.Strays)
		}
		if err := a.Compare(in, run, nil).Check(c.Limits()); err != nil {
			t.Error(err)
		}
		run.Rows = append(run.Rows, attention.Rows{Batch: 1, Head: 3, First: 130, Count: 1})
		if slices.Contains(ids, a.Plan.Workgroups(&c.Problem, 1, 3, 130)[0]) {
			t.Fatal("take another row")
		}
		if r := a.Compare(in, run, nil); r.Bad == 0 {
			t.Error("a row that was not computed is right")
		}
	}
}

// TestAttentionSplitSample: of a grid of which most blocks have a workgroup each, and the last ones several, both are computed.
func TestAttentionSplitSample(t *testing.T) {
	for _, chip := range arch.Chips {
		c := attention.Case{Problem: attention.Problem{Chip: chip, In: attention.F16, Heads: 313, KVHeads: 1, SeqQ: 500, SeqK: 1290, HeadDim: 64, LSE: true, Splits: 3}, Kind: attention.Normal}
		if err := c.Problem.Normalize(); err != nil {
			t.Fatal(err)
		}
		a := compileAttention(t, &c, attention.Auto)
		in := c.Problem.Random(1, c.Kind)
		ids := a.Typical(1, 0)
		alike := int(a.Plan.Alike(&c.Problem))
		whole, _ := slices.BinarySearch(ids, alike)
		run, err := a.Simulate(in, verify.AttentionOptions{Workgroups: ids})
		if err != nil {
			t.Fatal(err)
		}
		if whole < 2 || len(ids)-whole < 6 || len(run.Rows) < whole+2 || run.StrayCount != 0 {
			t.Errorf("%d workgroups, of those %d have a block each: %d rows, strays %v", len(ids), whole, len(run.Rows), run.Strays)
		}
		if err := a.Compare(in, run, nil).Check(c.Limits()); err != nil {
			t.Error(err)
		}
		bits, err := a.CompareBits(in, run, nil)
		if err == nil {
			err = bits.Check()
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// TestAttentionSpecials: NaNs and infinities of each of Q, K and V come out of causal attention as they do of the scalar
// model, also in queries of waves that do not attend to their keys, but share a workgroup with others that do.
func TestAttentionSpecials(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, kind := range []attention.Kind{attention.NaN, attention.Inf} {
			c := attention.Case{Problem: attention.Problem{Chip: chip, In: attention.BF16, Heads: 6, SeqQ: 130, SeqK: 130, HeadDim: 64, Causal: true, LSE: true}, Kind: kind, Seed: 2}
			if err := c.Problem.Normalize(); err != nil {
				t.Fatal(err)
			}
			attentionCase(t, c, attention.Auto)
		}
	}
}

// TestAttentionRegisterMap: O and Q have registers that nothing else uses, as many as their elements need, and S has one for
// each score; where the matrix core adds, ones and sums have theirs.
func TestAttentionRegisterMap(t *testing.T) {
	for _, c := range []struct {
		p                   attention.Problem
		q, s, o, ones, sums int
	}{
		{attention.Problem{Chip: &arch.GFX950, In: attention.FP8}, 16, 32, 64, 8, 4},
		{attention.Problem{Chip: &arch.GFX950, In: attention.FP8, QK: attention.MXFP4}, 8, 32, 64, 8, 4},
		{attention.Problem{Chip: &arch.GFX950, In: attention.FP8, Exp: attention.ExpBits}, 16, 32, 64, 0, 0},
		{attention.Problem{Chip: &arch.GFX950, In: attention.BF16}, 32, 16, 64, 0, 0},
		{attention.Problem{Chip: &arch.GFX942, In: attention.BF16}, 32, 16, 64, 0, 0},
	} {
		p := c.p
		p.Heads, p.SeqQ, p.SeqK, p.HeadDim = 2, 512, 512, 128
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		one := attention.Case{Problem: p}
		uses := map[string]verify.RegisterUse{}
		for _, r := range compileAttention(t, &one, attention.Auto).Registers() {
			uses[r.What] = r
		}
		if uses["ones"].Count != c.ones || uses["sums"].Count != c.sums || uses["Q"].Count != c.q || uses["S"].Count != c.s || uses["O"].Count != c.o || uses["K"].Count == 0 || uses["V"].Count == 0 || uses["P"].Count == 0 {
			t.Errorf("%s: %v", one.Flags(), uses)
		}
	}
}

// TestAttentionRest: keys that end inside of a step cost the main loop nothing: as many waves fit a SIMD as with whole steps, and its
// vector instructions are as many, but for a few that copy what has no better place.
func TestAttentionRest(t *testing.T) {
	const whole, copies = 1024, 4
	for _, c := range []attention.Problem{
		{Chip: &arch.GFX950, In: attention.FP8},
		{Chip: &arch.GFX950, In: attention.FP8, Exp: attention.ExpBits},
		{Chip: &arch.GFX950, In: attention.FP8, Exp: attention.ExpBits, LSE: true},
		{Chip: &arch.GFX950, In: attention.FP8, Exp: attention.ExpBits, ALiBi: []float32{0.5, 0.25}},
		{Chip: &arch.GFX950, In: attention.FP8, QK: attention.MXFP4},
		{Chip: &arch.GFX950, In: attention.BF16},
		{Chip: &arch.GFX942, In: attention.FP8},
		{Chip: &arch.GFX942, In: attention.BF16},
	} {
		waves, vector := map[int64]int{}, map[int64]int{}
		list := []int64{whole, whole - 62, whole - 1, whole + 64, whole + 2}
		for _, keys := range list {
			p := c
			p.Heads, p.SeqQ, p.SeqK, p.HeadDim = 2, 512, keys, 128
			if err := p.Normalize(); err != nil {
				t.Fatal(err)
			}
			k := compileAttention(t, &attention.Case{Problem: p}, attention.Auto).Kernel()
			waves[keys] = k.Func.Waves(k.Code.NextFreeVGPR())
			for _, l := range k.Code.Stats.Loops {
				vector[keys] = max(vector[keys], l.InstrCounts[mach.ClassVALU])
			}
		}
		for _, keys := range list {
			if waves[keys] != waves[whole] || vector[keys] > vector[whole]+copies {
				t.Errorf("%s, %s, %s: with %d keys %d waves fit a SIMD and the loop has %d vector instructions, with %d keys %d and %d",
					c.Chip.Name, c.In, c.Exp, keys, waves[keys], vector[keys], whole, waves[whole], vector[whole])
			}
		}
	}
}

// TestAttentionLanes: in a step that rescales nothing lanes exchange nothing, with exact exponentials and by bits.
func TestAttentionLanes(t *testing.T) {
	for _, exp := range attention.Exponentials {
		p := attention.Problem{Chip: &arch.GFX950, In: attention.FP8, Exp: exp, Heads: 2, SeqQ: 512, SeqK: 512, HeadDim: 128}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		moves := map[bool]int{} // by whether they are on the other side of a branch
		for _, b := range compileAttention(t, &attention.Case{Problem: p}, attention.Auto).Kernel().Func.Blocks {
			for _, in := range b.Instrs {
				if b.Depth > 0 && in.Row != nil && in.Row.Op == isa.V_PERMLANE32_SWAP_B32 {
					moves[b.Name == "else"]++
				}
			}
		}
		if moves[false] > 0 || moves[true] == 0 {
			t.Errorf("exponentials %s: %d moves between lanes in each step, %d where sums are rescaled", exp, moves[false], moves[true])
		}
	}
}

// TestAttentionTogether: a compute unit has as many workgroups as Problem.Together expects, by which the keys of the last blocks are divided, or one
// more, and dividing them leaves it as many.
func TestAttentionTogether(t *testing.T) {
	n, divided := 0, 0
	for _, chip := range arch.Chips {
		for _, in := range attention.InTypes {
			for _, dim := range attention.HeadDims {
				for option := range 5 {
					for _, keys := range []int64{32128, 32130} {
						p := attention.Problem{Chip: chip, In: in, Heads: 40, SeqQ: 32130, SeqK: keys, HeadDim: dim[0], LSE: option == 1}
						switch option {
						case 2:
							p.ALiBi = attention.ALiBiSlopes(p.Heads)
						case 3:
							p.Exp = attention.ExpBits
						case 4:
							p.QK = attention.MXFP4
						}
						if p.Normalize() != nil { // there is no such problem on the chip
							continue
						}
						if n++; !long.On() && n%9 != 4 {
							continue
						}
						parts := p.Choose().Parts
						var together [2]int
						for i, splits := range []int{0, 1} {
							p.Splits = splits
							a := compileAttention(t, &attention.Case{Problem: p}, attention.Auto)
							o, err := record.OccupancyOf(chip, &a.Object.Kernels[0].Descriptor, a.Kernel().Func.WorkgroupSize, 0)
							if err != nil {
								t.Fatal(err)
							}
							together[i] = o.Workgroups
						}
						if parts > 1 {
							divided++
						}
						if want := int(p.Together(p.Choose())); min(together[0], together[1]) < want || together[1] > want+1 {
							t.Errorf("%s, %s, head dimension %d, %d keys, option %d: %d workgroups on a compute unit, and %d with keys in %d parts; %d are expected", chip.Name, in, dim[0], keys, option, together[1], together[0], parts, want)
						}
					}
				}
			}
		}
	}
	t.Logf("%d problems, of those compiled %d with divided keys", n, divided)
	if divided == 0 {
		t.Error("none has divided keys")
	}
}
