package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/attention"
)

// attentionFlags select the attention problem and its inputs.
type attentionFlags struct {
	target             target
	dtype, out, layout string
	batch              int64
	heads, kvHeads     int64
	seqQ, seqK         int64
	headDim, headDimV  int64
	causal, lse        bool
	window, alibi      string
	cuSeq, cuSeqK      string
	scale              float64
	descale            [3]string // of Q, K, V
	strides            [4]string // and O
	qk, exp, pRound    string
	variant            string
	splits             int
	inputs             string
	seed               uint64
}

// usualSlopes is --alibi without slopes.
const usualSlopes = "usual"

// tensors are those with descales and strides of their own, but that O has no descale.
var tensors = []string{"q", "k", "v", "o"}

// add adds the flags to a command. The default problem takes about a second.
func (f *attentionFlags) add(cmd *cobra.Command) {
	if err := f.target.Set(arch.Chips[len(arch.Chips)-1].Name); err != nil {
		panic("BUG: " + err.Error())
	}
	f.target.flag(cmd, "the target")
	flags := cmd.Flags()
	for _, x := range []struct {
		name  string
		to    *int64
		value int64
		usage string
	}{
		{"batch", &f.batch, 1, "number of sequences"},
		{"heads", &f.heads, 8, "heads of Q and O"},
		{"kv-heads", &f.kvHeads, 0, "heads of K and V, a divisor of --heads (default: as many)"},
		{"seqlen-q", &f.seqQ, 512, "queries of a sequence"},
		{"seqlen-k", &f.seqK, 0, "keys of a sequence (default: as many as queries)"},
		{"head-dim", &f.headDim, 128, "elements of a row of Q and K: 64, 128, 192 or 256"},
		{"head-dim-v", &f.headDimV, 0, "elements of a row of V and O (default: those of Q; 128 with 192)"},
	} {
		flags.Int64Var(x.to, x.name, x.value, x.usage)
		if x.value == 0 {
			flags.Lookup(x.name).DefValue = "0" // not shown
		}
	}
	flags.StringVar(&f.dtype, "dtype", string(attention.BF16), "`TYPE` of Q, K and V: fp8 bf16 f16")
	flags.StringVar(&f.out, "out", "", "`TYPE` of O: f32 bf16 f16 (default: that of Q; bf16 for fp8)")
	flags.StringVar(&f.layout, "layout", string(attention.BSHD), "order of dimensions in memory: bshd or bhsd (b sequences, s positions, h heads, d elements)")
	flags.BoolVar(&f.causal, "causal", false, "query i attends to no key after i + seqlen-k - seqlen-q")
	flags.StringVar(&f.window, "window", "", "query i attends to `LEFT,RIGHT` keys on each side of i + seqlen-k - seqlen-q; -1 for all")
	flags.StringVar(&f.alibi, "alibi", "", "subtract from scores the distance times a slope: `SLOPE,...` of each head (default: powers of two)")
	flags.Lookup("alibi").NoOptDefVal = usualSlopes
	flags.StringVar(&f.cuSeq, "cu-seqlens", "", "packed sequences: `ROW,...` at which each of Q, and of K, starts, from 0, and the end of the last")
	flags.StringVar(&f.cuSeqK, "cu-seqlens-k", "", "the same of K and V, if they are not those of Q: `ROW,...`")
	flags.Float64Var(&f.scale, "scale", 0, "factor of scores (default: 1/sqrt(head-dim))")
	flags.Lookup("scale").DefValue = "0"
	for i, tensor := range tensors {
		if i < len(f.descale) {
			flags.StringVar(&f.descale[i], "descale-"+tensor, "", "factor of "+strings.ToUpper(tensor)+" in fp8: `NUMBER,...`, one, or one for each head")
		}
		flags.StringVar(&f.strides[i], "strides-"+tensor, "", "elements from one sequence, head and position of "+strings.ToUpper(tensor)+" to the next: `BATCH,HEAD,POSITION` (default: no gaps)")
	}
	flags.BoolVar(&f.lse, "lse", false, "write the natural logarithms of the sums of exponentials, too")
	flags.StringVar(&f.qk, "qk", "", "`TYPE` of Q and K, if it is not --dtype fp8: mxfp8 or mxfp4, with a scale for 32 elements of a row")
	flags.StringVar(&f.exp, "exp", string(attention.ExpExact), "exponentials: exact, or bits: those of scores that leave the matrix instructions as their bits; faster, weights are off by 3 %")
	flags.StringVar(&f.pRound, "p-round", "", "`HOW` P is rounded to bf16: rne, rna (halves away from zero) or rtz (truncated, with twice the error) (default: rne, or rna where no instruction rounds)")
	group(cmd, groupProblem)
	flags.StringVar(&f.variant, "variant", string(attention.Auto), "matrix `INSTRUCTION` of both products: auto, or MxNxK or its K, such as 32x32x16 or k16")
	flags.IntVar(&f.splits, "num-splits", 0, "divide the keys of the last blocks of queries, which do not fill the chip, among `N` workgroups each; 1: not (default: chosen)")
	flags.Lookup("num-splits").DefValue = "0"
	group(cmd, groupTiles)
	flags.StringVar(&f.inputs, "inputs", string(attention.Normal), "`KIND` of random inputs: normal (N(0, 1)), huge (scores of 1e4), zeros, nan, inf")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of random inputs")
	group(cmd, groupData)
	completed(cmd, "dtype", []string{"fp8", "bf16", "f16"})
	completed(cmd, "out", []string{"f32", "bf16", "f16"})
	completed(cmd, "layout", []string{string(attention.BSHD), string(attention.BHSD)})
	completed(cmd, "p-round", []string{string(attention.RoundEven), string(attention.RoundAway), string(attention.RoundZero)})
	completed(cmd, "inputs", []string{"normal", "huge", "zeros", "nan", "inf"})
}

// problem makes the problem, and the kind of its inputs, from the flags. All its errors are about
// flags.
func (f *attentionFlags) problem(cmd *cobra.Command) (*attention.Problem, attention.Kind, error) {
	given := cmd.Flags().Changed
	kind, err := attention.ParseKind(f.inputs)
	if err != nil {
		return nil, "", usagef("--inputs: %w", err)
	}
	for _, x := range []struct {
		name  string
		value int64
	}{{"batch", f.batch}, {"kv-heads", f.kvHeads}, {"seqlen-k", f.seqK}, {"head-dim-v", f.headDimV}} {
		if given(x.name) && x.value < 1 {
			return nil, "", usagef("--%s: %d is less than 1", x.name, x.value)
		}
	}
	if given("num-splits") && f.splits < 1 {
		return nil, "", usagef("--num-splits: %d is less than 1", f.splits)
	}
	if given("scale") && f.scale == 0 {
		return nil, "", usagef("--scale: 0 makes all keys the same; need a positive number")
	}
	p := &attention.Problem{
		Chip: f.target.chip, In: attention.Type(f.dtype), Out: attention.Type(f.out), Layout: attention.Layout(f.layout),
		Batch: f.batch, Heads: f.heads, KVHeads: f.kvHeads, SeqQ: f.seqQ, SeqK: f.seqK, HeadDim: f.headDim, HeadDimV: f.headDimV,
		Causal: f.causal, Scale: f.scale, LSE: f.lse, QK: attention.Type(f.qk), Exp: attention.Exponential(f.exp), PRound: attention.Rounding(f.pRound), Splits: f.splits,
	}
	if err := f.lists(p, given); err != nil {
		return nil, "", err
	}
	if p.SeqK == 0 && !p.Packed() {
		p.SeqK = p.SeqQ
	}
	if err := p.Normalize(); err != nil {
		return nil, "", inFlags(err)
	}
	return p, kind, nil
}

// lists sets what is given as numbers with commas between.
func (f *attentionFlags) lists(p *attention.Problem, given func(string) bool) (err error) {
	if given("window") {
		sides, err := numbers("window", f.window, 2, "LEFT,RIGHT", whole)
		if err != nil {
			return err
		}
		p.Window = &attention.Window{Left: sides[0], Right: sides[1]}
	}
	switch {
	case f.alibi == usualSlopes && p.Heads > 0:
		p.ALiBi = attention.ALiBiSlopes(min(p.Heads, attention.MaxHeads))
	case given("alibi"):
		if p.ALiBi, err = numbers("alibi", f.alibi, 0, "a slope for each head", float); err != nil {
			return err
		}
	}
	if given("cu-seqlens-k") && !given("cu-seqlens") {
		return usagef("--cu-seqlens-k: packed keys need packed queries; give --cu-seqlens, too")
	}
	if given("cu-seqlens") {
		if err := f.packed(p, given); err != nil {
			return err
		}
	}
	for i, to := range []*[]float32{&p.DescaleQ, &p.DescaleK, &p.DescaleV} {
		if flag := "descale-" + tensors[i]; given(flag) {
			if *to, err = numbers(flag, f.descale[i], 0, "one number, or one for each head", float); err != nil {
				return err
			}
		}
	}
	for i, to := range []*attention.Strides{&p.Q, &p.K, &p.V, &p.O} {
		if flag := "strides-" + tensors[i]; given(flag) {
			list, err := numbers(flag, f.strides[i], 3, "BATCH,HEAD,POSITION", whole)
			if err != nil {
				return err
			}
			*to = attention.Strides{Batch: list[0], Head: list[1], Seq: list[2]}
		}
	}
	return nil
}

// packed sets the starts of packed sequences; sizes that are not given follow from them.
func (f *attentionFlags) packed(p *attention.Problem, given func(string) bool) (err error) {
	const want = "the start of each sequence and the end of the last"
	if p.CuSeqQ, err = numbers("cu-seqlens", f.cuSeq, 0, want, row); err != nil {
		return err
	}
	p.CuSeqK = p.CuSeqQ
	if given("cu-seqlens-k") {
		if p.CuSeqK, err = numbers("cu-seqlens-k", f.cuSeqK, 0, want, row); err != nil {
			return err
		}
	}
	if !given("batch") {
		p.Batch = 0
	}
	if !given("seqlen-q") {
		p.SeqQ = 0
	}
	return nil
}

func whole(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }

func row(s string) (int32, error) {
	v, err := strconv.ParseInt(s, 10, 32)
	return int32(v), err
}

func float(s string) (float32, error) {
	v, err := strconv.ParseFloat(s, 32)
	return float32(v), err
}

// numbers reads a flag's numbers with commas between: n of them, 0 for any number.
func numbers[T any](flag, text string, n int, want string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for _, s := range strings.Split(text, ",") {
		v, err := parse(strings.TrimSpace(s))
		if err != nil {
			return nil, usagef("--%s: %q is no number, or out of range; need %s", flag, s, want)
		}
		list = append(list, v)
	}
	if n > 0 && len(list) != n {
		return nil, usagef("--%s: %q has %d numbers; need %d: %s", flag, text, len(list), n, want)
	}
	return list, nil
}
