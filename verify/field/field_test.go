// Package field runs code objects that others wrote, as they are published,
// and compares what they compute with float64. It has none of them: -field.dir
// names a directory that does, with their names as in the public repository
// (ROCm/aiter, folder hsa).
package field

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

var (
	dir       = flag.String("field.dir", "", "folder with the code objects of ROCm/aiter (its hsa) to run")
	only      = flag.String("field.only", "", "run the objects whose paths match this")
	schedules = flag.String("field.schedules", "", "also with these, separated by commas: late, run, round-robin, random:1 ...")
	show      = flag.Int("field.show", 1, "findings to print, the most important first; 0 for all")
	checks    = flag.String("field.check", "", "sanitizers, as of heddle run --check")
)

// A family is a kind of kernels: the pattern of its objects' paths, whose
// groups are numbers that the launch depends on, and the launch.
type family struct {
	name    string
	path    *regexp.Regexp
	problem func(*known) *problem
}

// known is a code object that a family knows.
type known struct {
	path, chip string
	family     string
	random     *rand.Rand
	numbers    map[string]string
}

func (c *known) has(part string) bool {
	return strings.Contains(filepath.Base(c.path), part)
}

func (c *known) num(name string) int {
	n, err := strconv.Atoi(c.numbers[name])
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return n
}

var families = []family{
	{"bf16gemm", regexp.MustCompile(`/bf16gemm/.*_tn_(?P<tm>\d+)x(?P<tn>\d+)`), bf16gemm},
	{"f4gemm", regexp.MustCompile(`/f4gemm/.*_(?P<tm>\d+)x(?P<tn>\d+)\.co`), f4gemm},
	{"i8gemm", regexp.MustCompile(`/i8gemm/.*_(?P<tm>\d+)x(?P<tn>\d+)\.co`), i8gemm},
	{"blockscale", regexp.MustCompile(`/fp8gemm_blockscale/.*_(?P<tm>\d+)x(?P<tn>\d+)\.co`), blockscale},
	{"fmha", regexp.MustCompile(`/fmha_v3_fwd/`), fmha},
	{"fmha backward", regexp.MustCompile(`/fmha_v3_bwd/bwd_hd(?P<d>\d+)_(128_)?(bf16|fp16)_`), fmhaBackward},
	{"fmha sums", regexp.MustCompile(`/fmha_v3_bwd/bwd_hd(?P<d>\d+)_odo_`), fmhaSums},
	{"fmha convert", regexp.MustCompile(`/fmha_v3_bwd/bwd_hd(?P<d>\d+)_dq_`), fmhaConvert},
	{"fmha4", regexp.MustCompile(`/fmha_v4_fwd/.*hd128_(fp8|mxfp4|f4f4)\.co`), fmha},
	{"topksoftmax", regexp.MustCompile(`/topksoftmax/.*_(?P<tm>\d+)x(?P<tn>\d+)x(?P<k>\d+)`), topkSoftmax},
	{"fmoe", regexp.MustCompile(`/fmoe/(silu|gelu)/fmoe_[a-z0-9]+_(pertokenFp8_g1u1_(vs_|novs_)?(tkw1_)?|pertokenInt8_g1u1_(vs_|novs_)?|blockscaleFp8_g1u1_(vs_|novs_)?)(silu|gelu)_(1tg_)?(ps_)?(?P<tm>\d+)x(?P<tn>\d+)`), fmoe},
	{"fmoe stage 1", regexp.MustCompile(`/fmoe_2stages/fmoe_stage1_.*_g1u1_(?P<tm>\d+)x(?P<tn>\d+)`), fmoeStage1},
	{"mla", regexp.MustCompile(`/mla/(mla_dec|mla_a16w16|mla_a8w8|MLA)[^.]*\.co`), mla},
	{"pa", regexp.MustCompile(`/pa/pa_.*_gqa(?P<gqa>\d+)_.tg_4w(_hp|_uhp)?\.co`), pa},
	{"topk", regexp.MustCompile(`/topk_per_row_decode/`), topkDecode},
}

// A mistake of an object makes its results wrong, or ends its run (docs/field.md). The
// test wants it to be there: what is said of it has to stay true.
type mistake struct {
	path  *regexp.Regexp
	why   string
	fault string // what the error says that ends the run, "" if it does not end
}

var mistakes = []mistake{
	{regexp.MustCompile(`^gfx942/fmha_v3_fwd/.*/fwd_hd128_fp8_causal(_group)?\.co`), "the second tile of queries of a workgroup has the scales of Q and K twice", ""},
	{regexp.MustCompile(`^gfx950/fmoe/.*pertokenFp8_g1u1_vs_(silu|gelu)_1tg_32x128\.co|^gfx942/fmoe/.*/fmoe_fp16_pertokenFp8_g1u1_vs_(silu|gelu)_1tg_32x128\.co`), "half of the results are read from LDS that nobody wrote", ""},
	{regexp.MustCompile(`^gfx942/mla/mla_a8w8_qh8_qseqlen1_gqaratio8_v1\.co`), "the results lack the scale of the values", ""},
	{regexp.MustCompile(`^gfx9../fmoe_2stages/fmoe_stage1_bf16_pertokenFp8_(doweight_)?g1u1_16x256_3tg_pf2\.co|^gfx950/fmoe_2stages/fmoe_stage1_bf16_pertokenFp8_doweight_g1u1_32x128_3tg_pf2\.co`),
		"loads of the turn after the last arrive in the LDS that the results pass through", ""},
	{regexp.MustCompile(`^gfx950/fmha_v3_bwd/bwd_hd128_(bf16|fp16)_causal_br_a32_psskddv\.co`), "rows of dK and dV after the last are stored",
		"writes 16 bytes at"},
	{regexp.MustCompile(`^gfx942/fmha_v3_bwd/bwd_hd128_(bf16|fp16)_swa_a32_(rt.._|rtz_)?psskddv\.co`), "sums of rows after the last are loaded",
		"reads 4 bytes at"},
}

// mistakeOf is that of an object, nothing if it has none.
func mistakeOf(path string) mistake {
	for _, m := range mistakes {
		if m.path.MatchString(path) {
			return m
		}
	}
	return mistake{}
}

// find is the family of an object and what it takes from its path.
func find(path string) (*family, *known) {
	for i := range families {
		f := &families[i]
		m := f.path.FindStringSubmatch("/" + path)
		if m == nil {
			continue
		}
		c := &known{path: path, family: f.name, random: random(path), numbers: map[string]string{}}
		c.chip, _, _ = strings.Cut(path, "/")
		for j, name := range f.path.SubexpNames() {
			c.numbers[name] = m[j]
		}
		return f, c
	}
	return nil, nil
}

func TestField(t *testing.T) {
	if *dir == "" {
		t.Skip("-field.dir is not given: there are no code objects of others in this repository")
	}
	pattern := regexp.MustCompile(*only)
	listed := configurations(t, *dir)
	found := screens{first: map[string]int{}}
	for _, path := range objects(t, *dir) {
		f, c := find(path)
		if f == nil || !listed[path] || !pattern.MatchString(path) {
			continue
		}
		t.Run(strings.TrimSuffix(path, ".co"), func(t *testing.T) { try(t, f, c, &found) })
	}
	if *checks != "" {
		t.Log(found.String())
		if found.behind > 0 {
			t.Errorf("%d objects have hazards first and others behind them", found.behind)
		}
	}
}

// screens counts what the findings of objects begin with: a screen shows the first.
type screens struct {
	objects, findings, pairs int
	first                    map[string]int // objects by the check of the first finding, "" if there is none
	behind                   int            // objects with hazards first and others behind them
}

func (s *screens) add(findings []sanitize.Finding) {
	groups := sanitize.Groups(findings)
	s.objects, s.findings, s.pairs = s.objects+1, s.findings+len(groups), s.pairs+len(findings)
	if len(groups) == 0 {
		return
	}
	first := groups[0].First().Check
	s.first[first]++
	if first == "hazards" && slices.ContainsFunc(groups, func(g sanitize.Group) bool { return g.First().Check != first }) {
		s.behind++
	}
}

func (s *screens) String() string {
	return fmt.Sprintf("checks: %d objects, %d findings, of %d pairs of instructions; objects by the check of the first finding: %v; with others behind hazards: %d",
		s.objects, s.findings, s.pairs, s.first, s.behind)
}

// try runs one object: by default, then in the other schedules, then with the
// checks, and prints a line about it.
func try(t *testing.T, f *family, c *known, found *screens) {
	object, err := open(filepath.Join(*dir, c.path))
	if err != nil {
		t.Fatal(err)
	}
	p := f.problem(c)
	if p == nil {
		t.Skip("how it is launched is not described here")
	}
	start, known := time.Now(), mistakeOf(c.path)
	base, err := p.run(object, sim.Options{}, nil)
	switch {
	case known.fault == "" && err != nil:
		t.Fatalf("%v", err)
	case known.fault != "":
		if err == nil || !strings.Contains(err.Error(), known.fault) {
			t.Errorf("%v, though docs/field.md says that %s", err, known.why)
		} else {
			t.Logf("a fault, as docs/field.md says: %s: %v", known.why, err)
		}
		p.check(t, object, sim.Options{KeepGoing: true}, found)
		return
	}
	t.Logf("rms error %.2g of %.2g allowed, largest %.2g; %d waves, %.1f s", base.rms, p.rms, base.max, base.report.Waves, time.Since(start).Seconds())
	right, why := base.rms <= p.rms, known.why
	switch {
	case why != "" && right:
		t.Errorf("right, though docs/field.md says that %s", why)
	case why != "":
		t.Logf("wrong, as docs/field.md says: %s", why)
	case !right:
		t.Errorf("wrong by default: rms error %.3g, %.2g is allowed", base.rms, p.rms)
	}
	for _, name := range strings.FieldsFunc(*schedules, func(r rune) bool { return r == ',' }) {
		o, err := schedule(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.run(object, o, nil)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case why == "" && !(r.rms <= p.rms):
			t.Logf("%s: wrong, rms error %.3g", name, r.rms)
		case !slices.Equal(r.bits, base.bits):
			t.Logf("%s: other bits, rms error %.2g", name, r.rms)
		}
	}
	p.check(t, object, sim.Options{}, found)
}

// check runs the problem with the checks, if there are any, and prints what they find.
func (p *problem) check(t *testing.T, object *hsaco.Object, o sim.Options, found *screens) {
	if *checks == "" {
		return
	}
	r, err := p.run(object, o, strings.Split(*checks, ","))
	if r == nil {
		t.Fatal(err)
	}
	switch {
	case err != nil && !o.KeepGoing:
		t.Fatalf("with checks: %v", err)
	case err != nil:
		t.Logf("with checks, and with those faults that a card survives: %v", err)
	}
	found.add(r.findings)
	t.Log(foundText(t, filepath.Base(t.Name()), r.findings))
}

// foundText is what checks found, and how much of each.
func foundText(t *testing.T, object string, findings []sanitize.Finding) string {
	var text strings.Builder
	if err := sanitize.WriteText(&text, object, findings, *show); err != nil {
		t.Fatal(err)
	}
	groups := sanitize.Groups(findings)
	count := map[string]int{}
	for i := range groups {
		count[groups[i].First().Check]++
	}
	return fmt.Sprintf("checks: %d findings %v, of %d pairs of instructions\n%s", len(groups), count, len(findings), text.String())
}

// schedule reads the name of a schedule as heddle run --schedule does.
func schedule(name string) (sim.Options, error) {
	kind, seed, _ := strings.Cut(name, ":")
	switch kind {
	case "round-robin":
		return sim.Options{Schedule: sim.ScheduleRoundRobin}, nil
	case "prompt":
		return sim.Options{Schedule: sim.SchedulePrompt}, nil
	case "late":
		return sim.Options{Schedule: sim.ScheduleLate}, nil
	case "run":
		return sim.Options{Schedule: sim.ScheduleRun}, nil
	case "random":
		n, err := strconv.ParseUint(seed, 10, 64)
		return sim.Options{Schedule: sim.ScheduleRandom, Seed: n}, err
	}
	return sim.Options{}, fmt.Errorf("schedule %s: round-robin, prompt, late, run and random:SEED are known", name)
}
