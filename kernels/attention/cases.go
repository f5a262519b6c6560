package attention

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"heddle/arch"
)

// Case is a small normalized problem and what its inputs are made from, for trying a kernel.
type Case struct {
	Name    string
	Problem Problem
	Kind    Kind
	Seed    uint64
}

// Limits are those of the problem. The cosine for fp8 is for inputs of N(0, 1) and queries with many
// keys; otherwise few keys count, and P in E4M3 can be off by so much that it is 0.998.
func (c *Case) Limits() Limits {
	const many = 64 // keys of a query, on average
	p, l := &c.Problem, c.Problem.Limits()
	batch, queries, _ := p.rows()
	if p.Exp == ExpBits && (c.Kind != Normal || p.deviation() > 2) {
		l.Cosine = -1 // scores that are far apart are so too after Q has been rounded once more, but not as they were
	} else if p.In == FP8 && (c.Kind != Normal || p.Scores() < many*float64(batch*p.Heads*queries)) {
		l.Cosine = 0.998
	}
	return l
}

// deviation is that of scores of N(0, 1) inputs, at most of all heads.
func (p *Problem) deviation() (most float64) {
	for h := range p.Heads {
		most = max(most, p.ScoreScale(h)*math.Sqrt(float64(p.HeadDim)))
	}
	return most
}

// maxWork is the largest number of products in each of a case's two matrix multiplications, with
// queries in whole tiles of 64.
const maxWork = 1 << 25

// Random makes n cases from a seed. Types and head dimensions take turns; everything else is
// chosen at random, sizes near those of tiles more often than others.
func Random(chip *arch.Chip, seed uint64, n int) []Case {
	list := make([]Case, n)
	for i := range list {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		p := Problem{Chip: chip, In: InTypes[i%len(InTypes)], HeadDim: HeadDims[i/len(InTypes)%len(HeadDims)][0]}
		p.Out = pick(r, append([]Type{""}, OutTypes...)...)
		p.KVHeads = 1 + r.Int64N(2)
		p.Heads = p.KVHeads * pick[int64](r, 1, 1, 2, 3)
		p.SeqQ, p.SeqK = length(r), length(r)
		p.Batch = 1 + r.Int64N(2)
		for p.Batch*p.Heads*((p.SeqQ+63)/64*64)*p.SeqK*p.HeadDim > maxWork {
			shrink(&p)
		}
		p.Layout = pick(r, Layouts...)
		p.Causal = r.IntN(3) == 0
		if r.IntN(3) == 0 {
			p.Window = &Window{pick(r, Unlimited, 0, 5, 64, r.Int64N(200)), pick(r, Unlimited, 0, 3, 64, r.Int64N(200))}
		}
		if r.IntN(4) == 0 {
			p.ALiBi = ALiBiSlopes(p.Heads)
			p.ALiBi[r.Int64N(p.Heads)] *= r.Float32()
		}
		if r.IntN(4) == 0 {
			p.Scale = pick(r, 0.05, 0.1, 0.25)
		}
		p.LSE = r.IntN(3) > 0
		if p.In == FP8 {
			p.DescaleQ, p.DescaleK, p.DescaleV = descale(r, p.Heads), descale(r, p.KVHeads), descale(r, p.KVHeads)
		}
		switch r.IntN(4) {
		case 0:
			pack(r, &p)
		case 1:
			spread(r, &p)
		}
		kind := Normal
		if r.IntN(5) == 0 {
			kind = pick(r, Kinds...)
		}
		list[i] = posed(fmt.Sprintf("random %d of seed %d", i, seed), p, kind, seed+uint64(i))
	}
	return list
}

func posed(name string, p Problem, kind Kind, seed uint64) Case {
	if err := p.Normalize(); err != nil {
		panic("BUG: " + err.Error())
	}
	return Case{name, p, kind, seed}
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// length is a number of queries or keys: 1, near the size of a tile, or any up to 320.
func length(r *rand.Rand) int64 {
	switch r.IntN(8) {
	case 0:
		return 1
	case 1, 2, 3:
		return pick[int64](r, 16, 32, 64, 128, 256) + r.Int64N(3) - 1
	}
	return 1 + r.Int64N(320)
}

// shrink makes a problem smaller: fewer sequences, heads, then the longer of its two lengths.
func shrink(p *Problem) {
	switch {
	case p.Batch > 1:
		p.Batch--
	case p.KVHeads > 1:
		p.Heads /= p.KVHeads
		p.KVHeads = 1
	case p.Heads > 2:
		p.Heads = 2
	case p.SeqQ > p.SeqK:
		p.SeqQ = p.SeqQ*2/3 + 1
	default:
		p.SeqK = p.SeqK*2/3 + 1
	}
}

func descale(r *rand.Rand, heads int64) []float32 {
	list := make([]float32, pick(r, 0, 1, int(heads)))
	for i := range list {
		list[i] = 0.5 + r.Float32()
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// pack makes the problem one of packed sequences of up to its lengths, empty ones too.
func pack(r *rand.Rand, p *Problem) {
	starts := func(longest int64) []int32 {
		list := []int32{0}
		for range p.Batch {
			list = append(list, list[len(list)-1]+int32(r.Int64N(longest+1)))
		}
		return append(list, list[len(list)-1]+int32(longest))
	}
	p.CuSeqQ, p.CuSeqK = starts(p.SeqQ), starts(p.SeqK)
	p.Batch = 0
}

// spread leaves gaps between rows, heads and sequences, in an order of its own for each tensor.
func spread(r *rand.Rand, p *Problem) {
	v := slices.IndexFunc(HeadDims, func(d [2]int64) bool { return d[0] == p.HeadDim })
	for _, t := range []struct {
		to              *Strides
		heads, seq, dim int64
	}{
		{&p.Q, p.Heads, p.SeqQ, p.HeadDim}, {&p.K, p.KVHeads, p.SeqK, p.HeadDim},
		{&p.V, p.KVHeads, p.SeqK, HeadDims[v][1]}, {&p.O, p.Heads, p.SeqQ, HeadDims[v][1]},
	} {
		extent := t.dim
		dims := []struct {
			stride *int64
			size   int64
		}{{&t.to.Batch, p.Batch}, {&t.to.Head, t.heads}, {&t.to.Seq, t.seq}}
		for _, i := range r.Perm(len(dims)) {
			extent += 16 * r.Int64N(3)
			*dims[i].stride = extent
			extent *= dims[i].size
		}
	}
}

// EdgeCases are those at which kernels fail: one key, one query, more queries than keys under a
// causal mask, rows and whole sequences without keys, and inputs that are huge, zero, NaN or
// infinite; for each type, with LSE and without.
func EdgeCases(chip *arch.Chip) []Case {
	var list []Case
	for i, in := range InTypes {
		add := func(name string, p Problem, kind Kind) {
			p.Chip, p.In = chip, in
			if p.HeadDim == 0 {
				p.HeadDim = HeadDims[(len(list)+i)%2][0]
			}
			for seed := range uint64(2) {
				p.LSE = seed == 0
				list = append(list, posed(fmt.Sprintf("%s, %s", name, in), p, kind, seed))
			}
		}
		add("one key", Problem{Heads: 2, SeqQ: 65, SeqK: 1}, Normal)
		add("one query", Problem{Heads: 4, KVHeads: 1, SeqQ: 1, SeqK: 200}, Normal)
		add("one of each", Problem{Heads: 1, SeqQ: 1, SeqK: 1, Causal: true}, Normal)
		add("more queries than keys", Problem{Heads: 1, SeqQ: 150, SeqK: 40, Causal: true}, Normal)
		add("rows without keys", Problem{Heads: 1, SeqQ: 100, SeqK: 70, Window: &Window{0, 0}}, Normal)
		add("sequences without keys or queries", Problem{Heads: 2, CuSeqQ: []int32{0, 20, 20, 90, 91}, CuSeqK: []int32{0, 0, 33, 66, 67}}, Normal)
		add("scores so far apart that a rescaled sum is subnormal", Problem{Heads: 2, SeqQ: 300, SeqK: 300, HeadDim: 128, Scale: 30}, Normal)
		for _, kind := range Kinds[1:] {
			name := string(kind) + " inputs"
			add(name, Problem{Heads: 3, SeqQ: 70, SeqK: 130}, kind)
			add(name+", causal", Problem{Heads: 3, SeqQ: 130, SeqK: 130, Causal: true}, kind)
			add(name+", window", Problem{Heads: 3, SeqQ: 40, SeqK: 150, Window: &Window{20, 9}}, kind)
		}
		for _, d := range HeadDims[2:] {
			add(fmt.Sprintf("huge inputs, head dimension %d", d[0]), Problem{Heads: 1, SeqQ: 33, SeqK: 65, HeadDim: d[0]}, Huge)
		}
	}
	return list
}

// SplitCases are those whose keys are divided among workgroups, for each type and head dimension: in few and in many parts, with a rest
// of keys and without, parts whose keys have no weight or are NaN, and with what scores may have besides.
func SplitCases(chip *arch.Chip) []Case {
	var list []Case
	for i, in := range InTypes {
		for j, dim := range HeadDims {
			add := func(name string, p Problem, kind Kind) {
				p.Chip, p.In, p.HeadDim, p.LSE = chip, in, dim[0], (i+j+len(list))%2 == 0
				p.Heads, p.KVHeads = 2, 1
				for ; ; p.SeqK *= 2 { // until there are steps enough
					q := p
					if q.Normalize() != nil {
						panic("BUG: " + name)
					}
					if q.splitLater() {
						list = append(list, posed(fmt.Sprintf("%s in %d parts, %s", name, q.Splits, in), q, kind, uint64(len(list))))
						return
					}
				}
			}
			add("keys", Problem{SeqQ: 40, SeqK: 1280, Splits: 2}, Normal)
			add("a rest of keys", Problem{SeqQ: 150, SeqK: 1601, Splits: 3}, Normal)
			add("a rest of keys with ALiBi", Problem{SeqQ: 70, SeqK: 1730, Splits: 2, ALiBi: ALiBiSlopes(2)}, Normal)
			if j == i%2 {
				add("huge keys", Problem{SeqQ: 33, SeqK: 1500, Splits: 2}, Huge)
				add("keys of NaN", Problem{SeqQ: 40, SeqK: 1536, Splits: 2}, NaN)
				add("infinite keys", Problem{SeqQ: 40, SeqK: 1536, Splits: 2}, Inf)
			}
		}
	}
	return list
}

// splitLater makes Splits the next number of parts that there is, if it is more than 1, and reports whether there is one.
func (p *Problem) splitLater() bool {
	for ; p.Splits > 1; p.Splits++ {
		if p.Splits > mostParts {
			return false
		}
		c := p.Choose()
		if o := p.order(c); o.possible() {
			break
		}
	}
	return true
}

// Others are the case with exponentials by bits, with Q and K in MX types, and with both, where there are
// instructions for it, and rows of Q and K have whole 16 bytes between them; and with P rounded in other ways than by default.
func (c *Case) Others() (list []Case) {
	const eighth = math.Ln2 / 8 // a scale that is a power of two times log2(e)
	for _, x := range []struct {
		qk    Type
		exp   Exponential
		scale float64
	}{{exp: ExpBits}, {qk: MXFP8}, {qk: MXFP4}, {MXFP8, ExpBits, eighth}, {MXFP4, ExpBits, eighth}} {
		o := *c
		for _, name := range []string{string(x.qk), string(x.exp)} {
			if name != "" {
				o.Name += ", " + name
			}
		}
		p := &o.Problem
		if p.QK, p.Exp = x.qk, x.exp; x.qk.MX() {
			p.DescaleQ, p.DescaleK = nil, nil
		}
		if x.scale != 0 {
			p.Scale = x.scale
		}
		if p.Normalize() == nil && p.splitLater() {
			list = append(list, o)
		}
	}
	for _, way := range c.Problem.Roundings()[1:] {
		o := *c
		o.Name, o.Problem.PRound = o.Name+", "+string(way), way
		if o.Problem.splitLater() {
			list = append(list, o)
		}
	}
	return list
}

// Flags are the flags of `heddle run attention` for the case.
func (c *Case) Flags() string {
	p := &c.Problem
	var s []string
	add := func(flag string, v any) { s = append(s, flag, fmt.Sprint(v)) }
	add("--mcpu", p.Chip.Name)
	add("--dtype", p.In)
	add("--out", p.Out)
	add("--heads", p.Heads)
	add("--kv-heads", p.KVHeads)
	add("--head-dim", p.HeadDim)
	if p.Packed() {
		add("--cu-seqlens", commas(p.CuSeqQ))
		add("--cu-seqlens-k", commas(p.CuSeqK))
	} else {
		add("--batch", p.Batch)
		add("--seqlen-q", p.SeqQ)
		add("--seqlen-k", p.SeqK)
	}
	add("--layout", p.Layout)
	for _, x := range []struct {
		name   string
		stride Strides
	}{{"q", p.Q}, {"k", p.K}, {"v", p.V}, {"o", p.O}} {
		if t, _ := p.Tensor(x.name); x.stride != t.preset(p.Layout) {
			add("--strides-"+x.name, commas([]int64{x.stride.Batch, x.stride.Head, x.stride.Seq}))
		}
	}
	if p.Causal {
		s = append(s, "--causal")
	}
	if p.Window != nil {
		add("--window", commas([]int64{p.Window.Left, p.Window.Right}))
	}
	if p.ALiBi != nil {
		s = append(s, "--alibi="+commas(p.ALiBi))
	}
	add("--scale", p.Scale)
	if p.QK.MX() {
		add("--qk", p.QK)
	}
	if p.Exp != ExpExact {
		add("--exp", p.Exp)
	}
	if p.In == BF16 {
		add("--p-round", p.PRound)
	}
	for _, x := range []struct {
		name string
		list []float32
	}{{"q", p.DescaleQ}, {"k", p.DescaleK}, {"v", p.DescaleV}} {
		if x.list != nil {
			add("--descale-"+x.name, commas(x.list))
		}
	}
	if p.LSE {
		s = append(s, "--lse")
	}
	if p.Splits > 0 {
		add("--num-splits", p.Splits)
	}
	add("--inputs", c.Kind)
	add("--seed", c.Seed)
	return strings.Join(s, " ")
}

func commas[T any](list []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
}
