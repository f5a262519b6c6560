package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/attention"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// attentionProblem parses flags.
func attentionProblem(args ...string) (*attentionFlags, *attention.Problem, attention.Kind, error) {
	f, cmd := &attentionFlags{}, &cobra.Command{}
	f.add(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		return nil, nil, "", flagError(cmd, err)
	}
	if err := noArguments(cmd, cmd.Flags().Args()); err != nil {
		return nil, nil, "", err
	}
	p, kind, err := f.problem(cmd)
	return f, p, kind, err
}

// TestAttentionFlags: the flags that a case names pose it.
func TestAttentionFlags(t *testing.T) {
	for _, chip := range arch.Chips {
		list := append(append(attention.EdgeCases(chip), attention.SplitCases(chip)...), attention.Random(chip, 11, 200)...)
		for _, c := range list {
			list = append(list, c.Others()...)
		}
		for _, c := range list {
			f, p, kind, err := attentionProblem(strings.Fields(c.Flags())...)
			if err != nil {
				t.Fatalf("%s: %v", c.Flags(), err)
			}
			if !reflect.DeepEqual(p, &c.Problem) || kind != c.Kind || f.seed != c.Seed {
				t.Fatalf("%s\ngot  %+v\nwant %+v", c.Flags(), *p, c.Problem)
			}
		}
	}
}

// TestAttentionDefaults: what follows from other flags.
func TestAttentionDefaults(t *testing.T) {
	for args, good := range map[string]func(p *attention.Problem) bool{
		"": func(p *attention.Problem) bool {
			return p.Batch == 1 && p.Heads == 8 && p.SeqQ == 512 && p.SeqK == 512 && p.HeadDim == 128 && p.In == attention.BF16 && p.Window == nil && p.ALiBi == nil && p.DescaleQ == nil
		},
		"--seqlen-q 7":               func(p *attention.Problem) bool { return p.SeqK == 7 },
		"--cu-seqlens 0,4,9":         func(p *attention.Problem) bool { return p.Batch == 2 && p.SeqQ == 5 && p.SeqK == 5 },
		"--alibi --heads 2":          func(p *attention.Problem) bool { return p.ALiBi[0] == 1./16 && p.ALiBi[1] == 1./256 },
		"--window -1,3":              func(p *attention.Problem) bool { return *p.Window == attention.Window{Left: -1, Right: 3} },
		"--head-dim 192 --dtype f16": func(p *attention.Problem) bool { return p.HeadDimV == 128 && p.Out == attention.F16 },
	} {
		if _, p, _, err := attentionProblem(strings.Fields(args)...); err != nil || !good(p) {
			t.Errorf("%q: %+v, %v", args, p, err)
		}
	}
}

// TestAttentionNonsense: flags that make no sense get one line that names the flag.
func TestAttentionNonsense(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--batch 0", "--batch: 0 is less than 1"}, {"--heads 0", "--heads: 0 is not a number of heads; need 1 to 65535"},
		{"--kv-heads -1", "--kv-heads: -1 is less than 1"}, {"--kv-heads 3", "--kv-heads: 8 heads of Q cannot share 3"},
		{"--seqlen-q 0", "--seqlen-q: 0 is not a number of queries"}, {"--seqlen-k 0", "--seqlen-k: 0 is less than 1"}, {"--seqlen-q x", "--seqlen-q"},
		{"--head-dim 96", "--head-dim: 96 is no head dimension"}, {"--head-dim-v 64", "--head-dim-v: 64 with a head dimension of 128"},
		{"--dtype fp16", "--dtype: unknown type"}, {"--dtype bf17", "did you mean bf16?"}, {"--out fp8", `--out: unknown type "fp8"; need f32, bf16, f16`},
		{"--layout sbhd", `--layout: unknown layout "sbhd"; need bshd or bhsd`}, {"--inputs zero", "did you mean zeros?"},
		{"--window 3", `--window: "3" has 1 numbers; need 2: LEFT,RIGHT`}, {"--window 3,x", `--window: "x" is no number`}, {"--window -2,0", "--window: -2 is not a number of keys"},
		{"--alibi=1,2", "--alibi: 2 slopes for 8 heads"}, {"--alibi=", "--alibi: "}, {"--scale 0", "--scale: 0 makes all keys the same"}, {"--scale -1", "--scale: -1 is not a positive number"},
		{"--descale-q 2", "--descale-q: bf16 has no descales"}, {"--dtype fp8 --descale-k 1,2", "--descale-k: 2 numbers for 8 heads"}, {"--dtype fp8 --descale-v nan", "--descale-v: NaN is not a descale"},
		{"--strides-q 1,2", "--strides-q: "}, {"--strides-v 1,2,3", "--strides-v: at "}, {"--strides-o 524288,128,1025", "--strides-o: 1025 elements"},
		{"--cu-seqlens-k 0,1", "--cu-seqlens-k: packed keys need packed queries"}, {"--cu-seqlens 1,2", "--cu-seqlens: the first sequence starts at 1"},
		{"--cu-seqlens 0,9999999999", `--cu-seqlens: "9999999999" is no number, or out of range`}, {"--cu-seqlens 0,1 --cu-seqlens-k 0,1,2", "--cu-seqlens-k: 3 starts, but --cu-seqlens has 2"},
		{"--cu-seqlens 0,9 --seqlen-q 5", "--seqlen-q: 5 is less than the longest sequence of --cu-seqlens; need 9 or more"}, {"--cu-seqlens 0,9 --batch 3", "--batch: 3 sequences"},
		{"--num-splits 0", "--num-splits: 0 is less than 1"}, {"--num-splits 65", "--num-splits: 65 is not a number of parts of the keys; need 1 to 64"},
		{"--num-splits 2 --causal", "--num-splits: keys are divided only without a causal mask"},
		{"--batch 65535 --heads 65535 --seqlen-q 2147483647 --seqlen-k 1", "--batch, --heads, --seqlen-q: Q takes more than 2^47 bytes"},
	} {
		_, _, _, err := attentionProblem(strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
}

// TestAttentionRun: a run is compared, its document is complete, and a command line that makes no sense
// ends before any work.
func TestAttentionRun(t *testing.T) {
	code, out, errs := heddle(strings.Fields("run attention --dtype fp8 --heads 2 --kv-heads 1 --head-dim 64 --seqlen-q 40 --seqlen-k 70 --causal --lse --descale-k 0.5 --check all --json")...)
	var doc attentionJSON
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK || errs != "" {
		t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	c := doc.Compared
	if doc.Schema != "heddle.attention/v1" || !doc.Passed || doc.Findings == nil || c == nil || c.Rows != 80 || c.Elements != 80*64 || doc.Kernel.Ran == nil || doc.Variant == "" || doc.Problem.SeqK != 70 || doc.Problem.DescaleK[0] != 0.5 {
		t.Errorf("the document is %s", out)
	}
	if m := doc.Model; m == nil || !m.Compared || m.Different != 0 || m.Elements != c.Elements+c.Rows || m.Bytes != 2*c.Elements+4*c.Rows {
		t.Errorf("compared with the scalar model: %+v", m)
	}
	code, out, _ = heddle(strings.Fields("run attention --heads 2 --head-dim 64 --seqlen-q 300 --seqlen-k 40 --workgroups corners --lse")...)
	if code != exitOK || !strings.Contains(out, "compared with float64: 172 rows") || !strings.HasSuffix(out, "ok\n") { // 128 of the first head, 44 of the last
		t.Errorf("exit code %d\n%s", code, out)
	}
	code, out, errs = heddle(strings.Fields("run attention --heads 2 --head-dim 64 --seqlen-q 140 --seqlen-k 640 --num-splits 2 --check all --json")...)
	doc = attentionJSON{}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK || doc.Splits != 2 || doc.Kernel.Grid[0] != 2*2*2 {
		t.Errorf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	for args, want := range map[string]string{
		"--seqlen-k 640 --num-splits 3": "--num-splits: 20 steps of 32 keys are not divided into 3 parts, as the loop takes 2 at a time, and has 8 or more; need 1, 2",
		"--head-dim 96":                 "--head-dim: 96 is no head dimension", "--workgroups 99": "--workgroups: ", "--schedule timed": "--schedule timed is not for attention", "more": "takes flags only",
	} {
		if code, _, errs := heddle(append([]string{"run", "attention", "--seqlen-q", "20"}, strings.Fields(args)...)...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, %s", args, code, errs)
		}
	}
}

// TestAttentionModelText: what is said of the comparison with the scalar model; of many products there is none.
func TestAttentionModelText(t *testing.T) {
	_, p, _, err := attentionProblem("--seqlen-q", "1", "--seqlen-k", "262144", "--head-dim", "64")
	if err != nil {
		t.Fatal(err)
	}
	long := &attentionRun{problem: p, compiled: &verify.Attention{Plan: &attention.Plan{Config: p.Choose()}}, result: &verify.AttentionRun{Rows: p.Whole()}}
	long.compareBits(nil, nil)
	differs := &attentionRun{bits: &attention.Exactness{Elements: 9, Bytes: 18, Different: 1, First: []attention.Mismatch{{Col: -1, Want: 1, Got: 2}}}}
	for want, f := range map[string]*attentionRun{
		"not compared with the scalar model: it would compute ":                                          long,
		"compared with the scalar model: 1 of 9 elements have other bits\n  LSE[0][0][0] is 2, want 1\n": differs,
		"bit for bit what the scalar model gives: 18 bytes of O and LSE\n":                               {bits: &attention.Exactness{Elements: 9, Bytes: 18}},
	} {
		var text bytes.Buffer
		w := bufio.NewWriter(&text)
		writeModel(w, f.modelJSON())
		w.Flush()
		if !strings.HasPrefix(text.String(), want) {
			t.Errorf("%s, want %s", &text, want)
		}
	}
}

// TestAttentionOutcome: what is said of a run that is wrong, and its exit code.
func TestAttentionOutcome(t *testing.T) {
	_, p, _, err := attentionProblem("--seqlen-q", "2")
	if err != nil {
		t.Fatal(err)
	}
	stray := verify.Stray{Tensor: "k", Offset: 7, Value: 1}
	for _, c := range []struct {
		result  verify.AttentionRun
		verdict attention.Report
		bits    *attention.Exactness
		want    string
	}{
		{verify.AttentionRun{}, attention.Report{Elements: 6}, &attention.Exactness{Elements: 6}, ""},
		{verify.AttentionRun{}, attention.Report{Elements: 6, Bad: 2}, nil, "heddle: error: 2 of 6 elements are further from the exact value than their bounds"},
		{verify.AttentionRun{}, attention.Report{LSEError: 1}, nil, "LSE is off by 1"},
		{verify.AttentionRun{Strays: []verify.Stray{stray}, StrayCount: 5}, attention.Report{}, nil, "heddle: error: 5 bytes written outside the results, the first at byte 7 of k"},
		{verify.AttentionRun{Findings: []sanitize.Finding{{Check: "races", Kernel: "attention", Message: "a race"}}}, attention.Report{}, nil, "a race"},
		{verify.AttentionRun{}, attention.Report{}, &attention.Exactness{Elements: 6, Different: 1, First: []attention.Mismatch{{Query: 3, Col: 2, Want: 1, Got: 2}}}, "1 of 6 elements have other bits than the scalar model's; the first: O[0][0][3, 2] is 2, want 1\n"},
	} {
		var errs bytes.Buffer
		s := &streams{out: io.Discard, err: &errs}
		f := &attentionRun{problem: p, result: &c.result, verdict: &c.verdict, bits: c.bits, limits: p.Limits()}
		want := exitOK
		if c.want != "" {
			want = exitRejected
		}
		if code := s.finish(f.outcome(s)); code != want || !strings.Contains(errs.String(), c.want) {
			t.Errorf("exit code %d, %q, want %d, %q", code, errs.String(), want, c.want)
		}
	}
}

// TestAttentionBuild: the object runs by the launch file that is written beside it, and is timed.
func TestAttentionBuild(t *testing.T) {
	t.Chdir(t.TempDir())
	flags := strings.Fields("--dtype fp8 --heads 2 --head-dim 64 --cu-seqlens 0,20,50 --alibi --descale-q 2,3 --lse --strides-v 0,64,160 --mcpu " + arch.Chips[0].Name)
	if code, out, errs := heddle(append([]string{"build", "attention", "-o", "a.hsaco"}, flags...)...); code != exitOK {
		t.Fatalf("exit code %d\n%s%s", code, out, errs)
	}
	if code, out, errs := heddle("run", "--launch", "a.hsaco.launch.json", "--check", "all"); code != exitOK {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	text, err := os.ReadFile("a.hsaco.launch.json")
	if err != nil || !strings.Contains(string(text), "i32:50") || !strings.Contains(string(text), "f32:0.0625") || !strings.Contains(string(text), "f32:3") {
		t.Errorf("%v\n%s", err, text)
	}
	code, out, errs := heddle(append([]string{"time", "attention"}, flags...)...)
	if code != exitOK || !strings.Contains(out, "packed 2 sequences") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
}

// TestAttentionVariantFlag: --variant chooses the instruction, one that there is not is refused with those that
// there are, and the bound of the one that was asked for is printed.
func TestAttentionVariantFlag(t *testing.T) {
	const problem = "--dtype fp8 --heads 1 --seqlen-q 64 --mcpu gfx950"
	code, out, errs := heddle(append([]string{"run", "attention", "--variant", "K=16"}, strings.Fields(problem)...)...)
	if code != exitOK || !strings.Contains(out, "32x32x16") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	code, _, errs = heddle(append([]string{"build", "attention", "--variant", "k8"}, strings.Fields(problem)...)...)
	if code != exitUsage || !strings.Contains(errs, `--variant: "k8" is no variant of attention of fp8 and head dimension 128 on gfx950; need auto, 32x32x16 (k16), 32x32x64 (k64)`) {
		t.Errorf("exit code %d, %s", code, errs)
	}
	code, out, errs = heddle(append([]string{"time", "attention", "--variant", "seed004"}, strings.Fields(problem)...)...)
	for _, want := range []string{"Bound of seed004", "LDS           48.00, which binds", "products with zeros", "reads of zeros", "conflicts of 8 ways", "conflicts of 2 ways"} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Fatalf("exit code %d, no %q in\n%s%s", code, want, out, errs)
		}
	}
}

// TestAttentionCompare: all variants are timed, each beside its bound; all on the same problem.
func TestAttentionCompare(t *testing.T) {
	args := strings.Fields("time attention --dtype fp8 --heads 1 --seqlen-q 64 --mcpu gfx950 --compare")
	code, out, errs := heddle(args...)
	if code != exitOK || !strings.Contains(out, "32x32x64 (auto)") || !strings.Contains(out, "of bound") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	var doc attentionVariants
	code, out, errs = heddle(append(args, "--json")...)
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK || doc.Schema != attentionCompareSchema || doc.Chosen != "32x32x64" || len(doc.Variants) != 5 {
		t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	for _, x := range doc.Variants {
		if x.Cycles == 0 || x.BoundPaired > x.Bound || x.BoundPaired/x.Bound*x.BoundCycles > float64(x.Cycles) || x.Bound <= 0 || x.Unit == "" || len(x.Parts) < 8 || (len(x.Unneeded) > 0) != (x.Variant == attention.Seed004) {
			t.Errorf("%+v", x)
		}
	}
	code, _, errs = heddle(append(args, "--variant", "k16")...)
	if code != exitUsage || !strings.Contains(errs, "--compare cannot be combined with --variant") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// TestAttentionReads: the commands say which conflicts the reads of K and V have, and prove it.
func TestAttentionReads(t *testing.T) {
	const free, two = "LDS reads of K: ds_read_b128, offset = row*256 + (col ^", "LDS reads of V: ds_read_b64_tr_b8, offset = row*128 + (col ^ (row >> 1 & 7)*16): 2 ways: rank 4 on the bits of the bank, of 5 that the addresses of a phase have: 2^(5-4) = 2 meet\n"
	object := filepath.Join(t.TempDir(), "x.hsaco")
	for args, want := range map[string]string{
		"build attention --mcpu gfx942 --seqlen-q 64 --stats -o " + object:                               free,
		"build attention --dtype fp8 --mcpu gfx950 --variant seed004 --seqlen-q 64 --stats -o " + object: two,
		"time attention --mcpu gfx942 --heads 1 --seqlen-q 64":                                           free,
		"run attention --dtype fp8 --mcpu gfx950 --variant seed004 --heads 1 --seqlen-q 64":              two,
		"run attention --mcpu gfx950 --heads 1 --seqlen-q 64 --causal":                                   "no conflicts, counted lane by lane\n",
		"run attention --mcpu gfx942 --heads 1 --seqlen-q 64":                                            "no conflicts: rank 3 on the bits of the bank, of 3 that the addresses of a phase have\n",
	} {
		if code, out, errs := heddle(strings.Fields(args)...); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d, no %q in\n%s%s", args, code, want, out, errs)
		}
	}
	for _, command := range []string{"build", "run", "time"} {
		args := []string{command, "attention", "--mcpu", "gfx942", "--heads", "1", "--seqlen-q", "64", "--json"}
		if command == "build" {
			args = append(args, "-o", object)
		}
		code, out, errs := heddle(args...)
		var doc struct {
			LDSReads  []ldsReadJSON
			Registers []registersJSON
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK || len(doc.LDSReads) != 2 || command == "build" && len(doc.Registers) != 6 {
			t.Fatalf("%s: exit code %d, %v\n%s%s", command, code, err, out, errs)
		}
		for i, r := range doc.LDSReads {
			if r.Tensor != []string{"k", "v"}[i] || r.Ways != 1 || r.Words == nil || r.Rank == nil || *r.Words != *r.Rank {
				t.Errorf("%s: %+v", command, r)
			}
		}
	}
}
