package field

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/attention"
	"heddle/sim"
	"heddle/timing/record"
	"heddle/verify"
)

// An attentionRow is one line of the comparison: a forward pass with heads of 128.
type attentionRow struct {
	chip, elem string
	attentionSize
	// measured are published TFLOP/s by kernel, and source is where from.
	measured map[string]float64
	source   string
}

// String names the row.
func (r *attentionRow) String() string {
	mask := "full"
	if r.causal {
		mask = "causal"
	}
	return fmt.Sprintf("%s %s B%d H%d/%d S%d %s", r.chip, r.elem, r.batch, r.heads, r.kvHeads, r.queries, mask)
}

// card is what the row would run on.
func (r *attentionRow) card() *arch.Product {
	chip, ok := arch.Lookup(r.chip)
	if !ok {
		panic("BUG: chip " + r.chip)
	}
	return arch.DefaultProduct(chip)
}

// flop counts two products for each score that the mask leaves, as benchmarks do.
func (r *attentionRow) flop() float64 {
	f := 4 * float64(r.batch*r.heads) * float64(r.queries) * float64(r.keys) * float64(r.d)
	if r.causal {
		f /= 2
	}
	return f
}

// attentionRows are those of testdata/attention_peers.csv.
func attentionRows(t testing.TB) (list []attentionRow) {
	t.Helper()
	for _, row := range rowsOf(t, "attention_peers.csv") {
		n := func(name string) int { return int(number(t, row, name)) }
		r := attentionRow{chip: row["chip"], elem: row["type"], source: row["source"], measured: map[string]float64{}}
		r.attentionSize = attentionSize{
			batch: n("batch"), heads: n("heads"), kvHeads: n("kv_heads"), queries: n("length"), keys: n("length"), d: 128, dv: 128, causal: row["mask"] == "causal",
		}
		for _, maker := range strings.Fields(row["measured"]) {
			name, value, _ := strings.Cut(maker, "=")
			v := map[string]string{"v": value}
			r.measured[name] = number(t, v, "v")
		}
		list = append(list, r)
	}
	return list
}

// An attentionPeer is a kernel that others offer for rows of a chip, a type and a mask.
type attentionPeer struct {
	maker, name, file string
	// rounding is that of P in bf16, if the maker has kernels of several; empty for what ours does by default.
	rounding attention.Rounding
	// exp is how it computes exponentials, if not exactly; empty otherwise.
	exp attention.Exponential
	// takes makes of a row the nearest that the kernel takes.
	takes func(attentionRow) attentionRow
	// launch is that for a row which the kernel takes.
	launch func(*attentionRow) launch
}

// attentionMakers are those whose kernels are compared, in this order. "aiter-v4" computes
// the exponential as a linear function of the fraction of its argument, and is compared with ours that does (--exp bits); "tutorial" are
// Triton's configurations for AMD, "triton" are larger ones and those that load ahead. Of AITER's kernels for gfx942 each
// way to round P is compared with ours that rounds alike.
var attentionMakers = []string{"aiter", "aiter-rne", "aiter-rna", "aiter-rtz", "aiter-v4", "tutorial", "triton"}

// aiterRoundings are AITER's names of roundings of P.
var aiterRoundings = map[string]attention.Rounding{"rtne": attention.RoundEven, "rtna": attention.RoundAway, "rtz": attention.RoundZero}

// aiterAttention are the objects of AITER that its host code would launch for a row.
func aiterAttention(t *testing.T, dir string, r *attentionRow) (list []attentionPeer) {
	listed := configurations(t, dir)
	mask, mx := "", map[string]string{"mxfp4": "f4f4"} // with V in mxfp4, too
	if r.causal {
		mask = "_causal"
	}
	elem := regexp.MustCompile(fmt.Sprintf(`^%s/fmha_v(3|4)_fwd/(MI300/)?fwd_hd128_(%s|%s)%s(_rtna|_rtne|_rtz)?\.co$`, r.chip, r.elem, mx[r.elem], mask))
	for _, path := range objects(t, dir) {
		m := elem.FindStringSubmatch(path)
		f, c := find(path)
		if m == nil || f == nil || !listed[path] {
			continue
		}
		p := attentionPeer{maker: "aiter", name: strings.TrimPrefix(m[4], "_"), file: filepath.Join(dir, c.path)}
		p.takes = func(r attentionRow) attentionRow { return r }
		p.launch = func(r *attentionRow) launch {
			return fmhaLaunch(c, r.attentionSize, attentionSpace(r, c.attentionBits()))
		}
		if way := aiterRoundings[p.name]; way != "" {
			p.maker, p.rounding = "aiter-"+string(way), way
		}
		if m[1] == "4" {
			p.maker, p.takes = "aiter-v4", likeHeads
			if r.elem == "fp8" {
				p.exp = attention.ExpBits
			}
		}
		if r.elem == "mxfp4" {
			p.name = m[3]
			p.launch = func(r *attentionRow) launch { return fmhaLaunch(c, r.attentionSize, mxSpace(c, r.attentionSize)) }
		}
		list = append(list, p)
	}
	return list
}

// likeHeads is a row with as many heads of K and V as of Q.
func likeHeads(r attentionRow) attentionRow {
	r.kvHeads = r.heads
	return r
}

// attentionSpace is memory for a row: no time depends on what is in it, but for descales.
func attentionSpace(r *attentionRow, bits int) attentionMemory {
	q, kv := r.batch*r.heads*r.queries, r.batch*r.kvHeads*r.keys
	in := attentionMemory{
		q: &tensor{size: q * r.d * bits / 8}, k: &tensor{size: kv * r.d * bits / 8}, v: &tensor{size: kv * r.dv * bits / 8},
		out: &tensor{size: q * r.dv * 2}, lse: &tensor{size: q * 4},
	}
	if bits == 8 {
		in.qScale, in.kScale, in.vScale = floats(1), floats(1), floats(1)
	}
	return in
}

// A tritonAttention is an object of triton_attention.py, as the file beside it says.
type tritonAttention struct {
	Chip   string `json:"chip"`
	Type   string `json:"type"`
	Causal bool   `json:"causal"`
	Tile   [2]int `json:"tile"` // queries and keys
	Waves  int    `json:"waves"`
	LDS    int    `json:"lds"`
	// Tutorial: the tutorial has this configuration for AMD
	Tutorial bool     `json:"tutorial"`
	Args     []string `json:"args"`

	path string
}

// tritonAttentions are the objects of dir.
func tritonAttentions(t testing.TB, dir string) (list []*tritonAttention) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no CHIP/NAME.json: %v", dir, err)
	}
	for _, file := range files {
		k := &tritonAttention{path: strings.TrimSuffix(file, ".json")}
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, k)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if k.Tile[0] != 0 && slices.Contains(k.Args, "desc_q") { // not a matrix multiplication
			list = append(list, k)
		}
	}
	return list
}

// offer is the kernel with its launches: for sequences that are multiples of its tiles, and
// as many heads of K and V as of Q.
func (k *tritonAttention) offer() attentionPeer {
	p := attentionPeer{maker: "triton", file: k.path + ".hsaco"}
	if k.Tutorial {
		p.maker = "tutorial"
	}
	words := strings.Split(filepath.Base(k.path), "_")
	p.name = words[len(words)-1]
	p.takes = func(r attentionRow) attentionRow {
		r = likeHeads(r)
		r.queries = r.queries / 128 * 128
		r.keys = r.queries
		return r
	}
	bits := 16
	if k.Type == "fp8" {
		bits = 8
	}
	p.launch = func(r *attentionRow) launch { return k.launch(&r.attentionSize, attentionSpace(r, bits)) }
	return p
}

// launch is that of dense tensors by batch, head and row; V of fp8 has keys along its rows.
func (k *tritonAttention) launch(s *attentionSize, in attentionMemory) launch {
	l := launch{grid: [3]uint32{uint32((s.queries + k.Tile[0] - 1) / k.Tile[0]), uint32(s.batch * s.heads), 1}, block: uint32(64 * k.Waves), lds: uint32(k.LDS), uneven: s.causal}
	of := map[string]any{
		"sm_scale": 1 / math.Sqrt(float64(s.d)), "M": in.lse, "Z": s.batch, "H": s.heads, "N_CTX": s.queries,
		"desc_q": in.q, "desc_k": in.k, "desc_v": in.v, "desc_o": in.out,
	}
	for _, name := range k.Args {
		v, ok := of[name]
		if !ok {
			panic("BUG: argument " + name)
		}
		l.args = append(l.args, v)
	}
	l.args = append(l.args, nil, nil)
	return l
}

// problem is a small one with several tiles of queries, heads and batches.
func (k *tritonAttention) problem() *problem {
	r := random(filepath.Base(k.path))
	s := attentionSize{batch: 1, heads: 2, kvHeads: 2, queries: 2 * k.Tile[0], d: 128, dv: 128, causal: k.Causal}
	s.queries = max(s.queries, 2*k.Tile[1])
	s.keys = s.queries
	elem, rms := bf16, 0.01
	if k.Type == "fp8" {
		elem, rms = fp8Of(k.Chip), 0.06
	}
	n := s.heads * s.queries * s.d
	in := attentionMemory{out: undefined(n * elem.bits / 8), lse: undefined(4 * s.heads * s.queries)}
	var qv, kv, vv []float64
	in.q, qv = elem.random(r, n)
	in.k, kv = elem.random(r, n)
	in.v, vv = elem.random(r, n)
	one := s.queries * s.d
	var want []float64
	for h := range s.heads {
		at := func(x []float64) []float64 { return x[h*one:][:one] }
		want = append(want, attend(at(qv), at(kv), at(vv), s.queries, s.keys, s.d, s.dv, 1/math.Sqrt(float64(s.d)), s.causal)...)
	}
	if elem.bits == 8 {
		in.v = &tensor{data: permute(in.v.data, 8, []int{s.heads, s.keys, s.dv}, []int{0, 2, 1})}
	}
	return &problem{launch: k.launch(&s, in), out: in.out, read: elem.numbers, want: want, rms: rms}
}

// TestTritonAttention runs the objects of the tutorial's attention and compares with float64.
func TestTritonAttention(t *testing.T) {
	if *tritonDir == "" {
		t.Skip("-field.triton is not given: there are no code objects of others in this repository")
	}
	for _, k := range tritonAttentions(t, *tritonDir) {
		name := filepath.Join(k.Chip, filepath.Base(k.path))
		if !strings.Contains(name, *only) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			object, err := open(k.path + ".hsaco")
			if err != nil {
				t.Fatal(err)
			}
			p := k.problem()
			r, err := p.run(object, sim.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !(r.rms <= p.rms) {
				t.Errorf("rms error %.3g, %.2g is allowed", r.rms, p.rms)
			}
		})
	}
}

// TestAttentionPeers prints modelled cycles of attention kernels of others, with warm
// caches, and beside measured ones how far the model is off. Ours takes no more.
func TestAttentionPeers(t *testing.T) {
	if *tritonDir == "" && *dir == "" {
		t.Skip("neither -field.triton nor -field.dir is given: there are no code objects of others in this repository")
	}
	pattern, err := regexp.Compile("^(" + *peersOnly + ")")
	if err != nil {
		t.Fatal(err)
	}
	var tutorial []*tritonAttention
	if *tritonDir != "" {
		tutorial = tritonAttentions(t, *tritonDir)
	}
	for _, r := range attentionRows(t) {
		if !pattern.MatchString(r.String()) {
			continue
		}
		of := map[string][]attentionPeer{}
		if *dir != "" {
			for _, p := range aiterAttention(t, *dir, &r) {
				of[p.maker] = append(of[p.maker], p)
			}
		}
		for _, k := range tutorial {
			// with fewer than 32 queries a wave they are 1.3 to 5 times slower
			if k.Chip == r.chip && k.Type == r.elem && k.Causal == r.causal && k.Tile[0] >= 32*k.Waves {
				p := k.offer()
				of[p.maker] = append(of[p.maker], p)
			}
		}
		line, ours := fmt.Sprintf("%-38v", &r), map[attentionWay]*modelled{}
		mine := func(way attentionWay) *modelled {
			way.rounding = cmp.Or(way.rounding, (&attention.Problem{Chip: r.card().Chip, In: attention.Type(r.elem)}).Roundings()[0])
			if m, ok := ours[way]; ok || !*peersOurs || !slices.Contains(attention.InTypes, attention.Type(r.elem)) {
				return m
			}
			m, config, err := oursAttention(&r, way)
			if err != nil {
				t.Errorf("%v: %v", &r, err)
				return nil
			}
			ours[way] = m
			line += fmt.Sprintf(" ours %s (%s)", r.rate(m), config)
			return m
		}
		exact := mine(attentionWay{})
		for _, maker := range attentionMakers {
			p := screened(t, of[maker], r)
			if p == nil {
				continue
			}
			if m := p.time(t, r); m != nil {
				same := mine(attentionWay{p.rounding, p.exp})
				line += fmt.Sprintf(" | %s %s", maker, p.report(&r, m))
				if same != nil {
					ratio := float64(same.Cycles) / float64(m.Cycles)
					line += fmt.Sprintf(", ours %.3f of it", ratio)
					if ratio > 1 {
						t.Errorf("%v: ours takes %.3f of the time of %s, want less", &r, ratio, maker)
					}
					if p.exp != "" && exact != nil {
						line += fmt.Sprintf(" with exponentials by %s (%.3f with exact ones)", p.exp, float64(exact.Cycles)/float64(m.Cycles))
					}
				}
			}
		}
		t.Log(line)
	}
}

// attentionWay is how ours rounds P and computes exponentials; empty for the defaults.
type attentionWay struct {
	rounding attention.Rounding
	exp      attention.Exponential
}

// screened is the fastest of several kernels for rows like this one, with sequences of 2,048
// and of which so many instructions are timed; nil if there is none.
func screened(t *testing.T, peers []attentionPeer, r attentionRow) *attentionPeer {
	if len(peers) < 2 {
		return one(peers)
	}
	r.batch, r.heads, r.kvHeads, r.queries, r.keys = 16, 16, 16, 2048, 2048
	of := *instructions
	*instructions = 500_000
	defer func() { *instructions = of }()
	var fastest *attentionPeer
	var least *modelled
	for i := range peers {
		if m := peers[i].time(t, r); m != nil && (least == nil || m.Cycles < least.Cycles) {
			fastest, least = &peers[i], m
		}
	}
	return fastest
}

// one is the only kernel, nil if there is none.
func one(peers []attentionPeer) *attentionPeer {
	if len(peers) == 0 {
		return nil
	}
	return &peers[0]
}

// time is the modelled time for what the kernel takes of a row, nil if it failed.
func (p *attentionPeer) time(t *testing.T, r attentionRow) *modelled {
	r = p.takes(r)
	l := p.launch(&r)
	m, err := launchTime(p.file, r.card(), record.Warm, l)
	if err == nil {
		err = writeLaunch(fmt.Sprint(&r, " ", p.maker, " ", p.name), p.file, &l)
	}
	if err != nil {
		t.Errorf("%v, %s %s: %v", &r, p.maker, p.name, err)
		return nil
	}
	if *detail {
		t.Logf("  %-38v %-8s %-12s %v", &r, p.maker, p.name, m)
	}
	return m
}

// oursAttention times the kernel that Heddle chooses.
func oursAttention(r *attentionRow, way attentionWay) (*modelled, string, error) {
	card := r.card()
	p := &attention.Problem{
		Chip: card.Chip, In: attention.Type(r.elem), Batch: int64(r.batch), Heads: int64(r.heads), KVHeads: int64(r.kvHeads),
		SeqQ: int64(r.queries), SeqK: int64(r.keys), HeadDim: int64(r.d), Causal: r.causal, Layout: attention.BSHD, PRound: way.rounding, Exp: way.exp,
	}
	if err := p.Normalize(); err != nil {
		return nil, "", err
	}
	config := p.Choose()
	plan, err := p.Plan(config)
	if err != nil {
		return nil, "", err
	}
	a, err := verify.CompileAttention(p, plan, build.Options{})
	if err != nil {
		return nil, "", err
	}
	var m *modelled
	zero := func(uint64, []byte) {}
	_, err = a.Simulate(&attention.Inputs{Q: zero, K: zero, V: zero}, verify.AttentionOptions{
		Simulate: func(d *sim.Device, l sim.Launch) (*sim.Report, error) {
			m, err = timeOf(a.Built.Object, card, record.Warm, fmt.Sprint(r, l.Grid, l.Block, r.causal), func() (*modelled, error) {
				return timed(d, l, a.Object, record.Options{Product: card, Start: record.Warm, Instructions: timedOf(r.causal), Alike: plan.Alike(p)})
			})
			return nil, err
		},
	})
	text := fmt.Sprintf("%s, P by %s", config, p.PRound)
	if p.Exp != attention.ExpExact {
		text += fmt.Sprintf(", exponentials by %s", p.Exp)
	}
	return m, text, err
}

// rate is a time in cycles, and what it makes of the row's operations at the modelled clock and at boost.
func (r *attentionRow) rate(m *modelled) string {
	rate := func(mhz float64) float64 { return r.flop() / m.micros(mhz) / 1e6 }
	return fmt.Sprintf("%d cycles %.0f TF/s (boost %.0f)", m.Cycles, rate(m.MHz), rate(float64(r.card().BoostMHz)))
}

// report is the time of a kernel, and beside a measured rate how much longer the modelled
// time is.
func (p *attentionPeer) report(r *attentionRow, m *modelled) string {
	taken := p.takes(*r)
	text := taken.rate(m)
	if p.name != "" {
		text += " " + p.name
	}
	if is := r.measured[strings.TrimSuffix(p.maker, "-"+string(p.rounding))]; is > 0 {
		text += fmt.Sprintf(" measured %.0f, time %+.0f %%", is, 100*(is*m.micros(m.MHz)*1e6/taken.flop()-1))
	}
	return text
}
