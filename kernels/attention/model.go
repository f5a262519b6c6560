package attention

import (
	"math"
	"slices"

	"heddle/kernels/reference"
	"heddle/num"
)

// Modelled are the codes that the algorithm of a configuration gives for some rows. NaNs have any sign and payload.
type Modelled struct {
	Rows Rows
	O    []uint32 // HeadDimV of each query
	LSE  []uint32 // f32; nil if the problem has none
}

// Model computes rows as the kernel of a configuration does, in plain loops over scalars: the same tiles in the same
// order, the same roundings, so that not a bit differs. The problem must be normalized.
//
// For each tile of keys, in ascending order, a wave
//   - multiplies Q and K with matrix instructions, in f32 (matrixUnit),
//   - makes scores of them: with ALiBi fma(product, scale, distance·slope), rounded; otherwise they stay products;
//   - compares the greatest one of each query that a lane has with the maximum that its exponentials are relative to, by
//     fma(product, scale, -maximum). If one passes it by more than lazy, all queries take the greater one, and what was
//     summed is multiplied by 2^(old-new); with Config.SumByProduct scores of NaN and +Inf leave their query's sum NaN, and are -Inf;
//   - makes P = 2^(score - maximum), of products by fma(product, scale, -maximum);
//   - adds what each lane has of P over the tile, in f32 and in the order of laneSums, to its sum before;
//   - rounds P to the type of V (Problem.PRound), and adds its product with V by matrix instructions; with
//     Config.SumByProduct that with ones, too, which is the sum then.
//
// With ExpBits Q is multiplied by the rest of the scale and rounded first, sums of products begin with the maximum's
// place (modelRow.top is bitState.base), and P is the code of the score.
//
// In the end it adds up the sums of a query's lanes. Where workgroups divide the keys (Config.Parts), their results are brought to the
// greater maximum, in the order of the keys, and added. Then it multiplies by 1/sum, times the descale of V, and rounds to the type of O.
func (p *Problem) Model(c Config, in *Inputs, rows []Rows) ([]*Modelled, error) {
	list := make([]*Modelled, len(rows))
	var jobs []job
	size := int64(c.Rows() / c.Waves) // queries of a wave
	for i, r := range rows {
		list[i] = &Modelled{Rows: r, O: make([]uint32, r.Count*p.HeadDimV)}
		if p.LSE {
			list[i].LSE = make([]uint32, r.Count)
		}
		for at := r.First / size * size; at < r.First+r.Count; at += size {
			jobs = append(jobs, job{i, Rows{r.Batch, r.Head, at, size}})
		}
	}
	reference.Parallel(len(jobs), func(n int) {
		w := p.newModelWave(c, in, jobs[n].Rows)
		w.run()
		w.store(list[jobs[n].of])
	})
	return list, nil
}

// ModelProducts is the number of products that Model computes for rows, at most: a wave's queries go together.
func (p *Problem) ModelProducts(c Config, rows []Rows) (n float64) {
	wave := int64(c.Rows() / c.Waves)
	for _, r := range rows {
		queries := (r.Count + wave - 1) / wave * wave
		n += float64(queries) * float64(p.Sequence(r.Batch).SeqK) * float64(p.HeadDim+p.HeadDimV)
	}
	return n
}

// modelWave is a wave of the model: some queries of a head. Numbers are codes of f32.
type modelWave struct {
	p    *Problem
	c    Config
	in   *Inputs
	rows Rows
	seq  Sequence
	qk   matrixUnit // of Q and K
	unit matrixUnit // of P and V

	scale, slope uint32
	queries      [][]element
	state        []modelRow
	results      []modelResult
	ones         []element // a factor of P, for Config.SumByProduct
}

// modelRow is the state of a query; sums are those of its lanes, or the one of all with Config.SumByProduct.
type modelRow struct {
	top       uint32
	sums, acc []uint32
}

// sum is that of all lanes.
func (r *modelRow) sum() uint32 { return lanesSum(r.sums) }

// multiply multiplies what was summed.
func (r *modelRow) multiply(change uint32) {
	for _, list := range [][]uint32{r.sums, r.acc} {
		for i := range list {
			list[i] = multiply(list[i], change)
		}
	}
}

// Codes of f32.
const (
	minusInfinity = 0xff800000
	signBit       = 1 << 31
)

func f32(x float64) uint32 { return math.Float32bits(float32(x)) }

func multiply(a, b uint32) uint32    { return num.Mul32(a, b, num.Env{}) }
func add(a, b uint32) uint32         { return num.Add32(a, b, num.Env{}) }
func subtract(a, b uint32) uint32    { return num.Add32(a, b^signBit, num.Env{}) }
func fusedAdd(a, b, c uint32) uint32 { return num.FMA32(a, b, c, num.Env{}) }

// exp2 is 2^x as v_exp_f32 has it, which reads and writes subnormal numbers as zeros (facts isa/semantics.md §2).
func exp2(x uint32) uint32 {
	e := num.Exp2F32(x)
	if e>>23&0xff == 0 {
		return 0
	}
	return e
}

// lessOrEqual is false for NaN.
func lessOrEqual(a, b uint32) bool { return math.Float32frombits(a) <= math.Float32frombits(b) }

// greater returns the greater number; of a number and a NaN, the number.
func greater(a, b uint32) uint32 {
	if num.IsNaN32(a) || lessOrEqual(a, b) {
		return b
	}
	return a
}

func (p *Problem) newModelWave(c Config, in *Inputs, rows Rows) *modelWave {
	w := &modelWave{p: p, c: c, in: in, rows: rows, seq: p.Sequence(rows.Batch), qk: p.matrixUnit(c, p.TypeQK()), unit: p.matrixUnit(c, p.In)}
	w.scale = p.factor(rows.Head)
	if p.ALiBi != nil {
		w.slope = multiply(f32(-math.Log2E), f32(float64(p.ALiBi[rows.Head])))
	}
	if p.Exp == ExpBits {
		w.slope = multiply(w.slope, f32(bitsUnit))
	}
	if c.SumByProduct {
		w.ones = slices.Repeat([]element{elementOf(p.In.Format(p.Chip), rounded(p.In, p.In.Format(p.Chip), f32(1)))}, c.Keys)
	}
	for i := range rows.Count {
		w.queries = append(w.queries, w.qk.ordered(w.query(w.seq.Q+rows.First+i)))
	}
	return w
}

// query is a row of Q as products take it.
func (w *modelWave) query(row int64) []element {
	p, head := w.p, w.rows.Head
	codes, scales := w.codes("q", w.in.Q, head, row), []uint32(nil)
	if p.QK.MX() {
		scales = w.codes("scale_q", w.in.ScaleQ, head, row)
	}
	rest, power := p.bitFactor(head)
	list := make([]element, len(codes))
	for d, code := range codes {
		switch {
		case p.Exp == ExpBits && scales == nil:
			list[d] = elementOf(p.In.Format(p.Chip), p.roundedQ(rest, code)).scaled(uint32(power)).raised(23)
		case p.Exp == ExpBits:
			list[d] = elementOf(p.QK.Format(p.Chip), code).scaled(bitScale(scales[d/ScaleBlock], power))
		default:
			list[d] = elementOf(p.TypeQK().Format(p.Chip), code)
			if scales != nil {
				list[d] = list[d].scaled(scales[d/ScaleBlock])
			}
		}
	}
	return list
}

// key is a row of K as products take it.
func (w *modelWave) key(head, row int64) []element {
	list := w.row("k", w.in.K, head, row)
	if w.p.QK.MX() {
		for block, code := range w.codes("scale_k", w.in.ScaleK, head, row) {
			for d := block * ScaleBlock; d < (block+1)*ScaleBlock; d++ {
				list[d] = list[d].scaled(code)
			}
		}
	}
	return list
}

// factor is that of the products of a head of Q with keys: the scale, in powers of two, and descales.
func (p *Problem) factor(head int64) uint32 {
	factor := f32(p.Scale * math.Log2E)
	for _, x := range []struct {
		list []float32
		head int64
	}{{p.DescaleQ, head}, {p.DescaleK, p.KVHead(head)}} {
		if x.list != nil {
			factor = multiply(factor, f32(Descale(x.list, x.head)))
		}
	}
	return factor
}

// row reads a row of a tensor, zeros where there is none.
func (w *modelWave) row(name string, from reference.Contents, head, row int64) []element {
	t, _ := w.p.Tensor(name)
	codes := w.codes(name, from, head, row)
	list := make([]element, len(codes))
	for i, code := range codes {
		list[i] = elementOf(t.Format, code)
	}
	return list
}

// codes are those of a row, zeros where there is none.
func (w *modelWave) codes(name string, from reference.Contents, head, row int64) []uint32 {
	t, _ := w.p.Tensor(name)
	list := make([]uint32, t.Dim)
	data := make([]byte, t.bytesOf(t.Dim))
	if row < t.Seq {
		from(uint64(t.bytesOf(t.Index(w.seq.Batch, head, row))), data)
	}
	for i := range list {
		switch t.elementBits() {
		case 4:
			list[i] = uint32(data[i/2]) >> (i % 2 * 4) & 0xf
		case 8:
			list[i] = uint32(data[i])
		default:
			list[i] = uint32(data[2*i]) | uint32(data[2*i+1])<<8
		}
	}
	return list
}

// run goes through the tiles of keys to which queries of the workgroup attend, those behind the last one too: 0 times
// an infinity of V counts also where only other waves attend to its key. If several workgroups divide the keys, their states are combined.
func (w *modelWave) run() {
	keys, block := int64(w.c.Keys), int64(w.c.Rows())
	first := w.rows.First / block * block
	low, _ := w.allowed(first)
	_, high := w.allowed(first + block - 1)
	o, parts := w.p.order(w.c), int64(1)
	if number := (w.rows.Batch*w.p.Heads+w.rows.Head)*o.blocks + first/block; number >= o.whole {
		parts = o.parts
	}
	for part := range parts {
		from, to := low/keys*keys, high
		if parts > 1 {
			from, to = o.end(part-1)*keys, min(o.end(part)*keys, high)
		}
		w.begin()
		for at := from; at < to; at += keys {
			w.step(at)
		}
		for i := range w.state {
			if s := w.state[i].whole(w.p, parts > 1); part == 0 {
				w.results = append(w.results, s)
			} else {
				w.results[i].combine(s)
			}
		}
	}
}

// begin makes the state of each query that before the first key.
func (w *modelWave) begin() {
	top, lanes := f32(nothingYet), w.unit.lanes
	if w.p.Exp == ExpBits {
		top = f32(bitsOne)
	}
	if w.c.SumByProduct {
		lanes = 1
	}
	w.state = w.state[:0]
	for range w.queries {
		w.state = append(w.state, modelRow{top: top, sums: make([]uint32, lanes), acc: make([]uint32, w.p.HeadDimV)})
	}
}

// modelResult is what a query has after a loop: its output, not divided by the sum, and the maximum, in powers of two, that both are relative to.
type modelResult struct {
	top, sum uint32
	acc      []uint32
}

// whole is the state with the sum of all lanes; of a part of the keys, with no maximum if there are no exponentials.
func (r *modelRow) whole(p *Problem, part bool) modelResult {
	s := modelResult{r.top, r.sum(), r.acc}
	if p.Exp == ExpBits {
		s.top = fusedAdd(s.top, f32(-1.0/bitsUnit), f32(127-math.Log2(bitsMean)))
	}
	if part && s.sum&^signBit == 0 {
		s.top = f32(nothingYet)
	}
	return s
}

// combine adds the result for the keys that follow.
func (r *modelResult) combine(next modelResult) {
	top := greater(r.top, next.top)
	before, now := exp2(subtract(r.top, top)), exp2(subtract(next.top, top))
	both := func(a, b uint32) uint32 { return add(multiply(a, before), multiply(b, now)) }
	r.top, r.sum = top, both(r.sum, next.sum)
	for d := range r.acc {
		r.acc[d] = both(r.acc[d], next.acc[d])
	}
}

// allowed are the keys, up to high-1, to which a query attends; none if high is not above low.
func (w *modelWave) allowed(query int64) (low, high int64) {
	left, right := w.p.Band()
	same := query + w.seq.SeqK - w.seq.SeqQ
	high = w.seq.SeqK
	if left != Unlimited {
		low = max(0, same-left)
	}
	if right != Unlimited {
		high = min(high, same+right+1)
	}
	return low, high
}

// step does a tile of keys from one on.
func (w *modelWave) step(from int64) {
	scores := w.scores(from)
	raise := false
	for i, line := range scores {
		raise = raise || !w.small(&w.state[i], line)
	}
	weights := make([][]element, len(scores))
	for i := range w.state {
		r := &w.state[i]
		switch {
		case !raise:
		case w.p.Exp == ExpBits:
			r.raiseBits(greatestOrNaN(scores[i]), scores[i])
		case w.c.SumByProduct:
			r.finite(scores[i])
			r.raise(w.greatest(scores[i]))
		default:
			r.raise(w.greatest(scores[i]))
		}
		weights[i] = w.exponentials(r, scores[i])
	}
	w.values(from, weights)
}

// greatest is the greatest of a query's scores, with the scale.
func (w *modelWave) greatest(line []uint32) uint32 {
	most := foldRow(greater, line)
	if w.p.ALiBi == nil {
		most = multiply(most, w.scale)
	}
	return most
}

// greatestOrNaN is the greatest of a query's scores, NaN if one is.
func greatestOrNaN(line []uint32) uint32 { return foldRow(maximum, line) }

// foldRow combines numbers.
func foldRow(of func(a, b uint32) uint32, line []uint32) uint32 {
	x := line[0]
	for _, y := range line[1:] {
		x = of(x, y)
	}
	return x
}

// small reports whether a query's scores leave the maximum as it is.
func (w *modelWave) small(r *modelRow, scores []uint32) bool {
	most := greater
	if w.c.SumByProduct {
		most = maximum
	}
	for i, list := range w.unit.inLanes(scores) {
		switch {
		case w.p.Exp == ExpBits:
			if !lessOrEqual(greatestOrNaN(list), f32(mostBits)) || r.sums[i]&^signBit == 0 {
				return false
			}
		case !lessOrEqual(w.relative(r, foldRow(most, list)), f32(lazy)):
			return false
		}
	}
	return true
}

// relative is a score relative to a query's maximum, in powers of two.
func (w *modelWave) relative(r *modelRow, score uint32) uint32 {
	if w.p.ALiBi == nil {
		return fusedAdd(score, w.scale, r.top^signBit)
	}
	return subtract(score, r.top)
}

// scores are those of each query: products without the scale if there is no ALiBi.
func (w *modelWave) scores(from int64) [][]uint32 {
	kvHead := w.p.KVHead(w.rows.Head)
	out := make([][]uint32, len(w.queries))
	for i := range out {
		out[i] = make([]uint32, w.c.Keys)
	}
	for j := range int64(w.c.Keys) {
		key := w.qk.ordered(w.key(kvHead, w.seq.K+from+j))
		for i, q := range w.queries {
			query := w.rows.First + int64(i)
			if low, high := w.allowed(query); from+j < low || from+j >= high {
				out[i][j] = minusInfinity
				continue
			}
			begin := uint32(0)
			if w.p.Exp == ExpBits {
				begin = w.state[i].top
			}
			s := w.qk.dot(key, q, begin)
			distance := f32(math.Abs(float64(from + j - (query + w.seq.SeqK - w.seq.SeqQ))))
			switch {
			case w.p.ALiBi == nil:
			case w.p.Exp == ExpBits:
				s = fusedAdd(distance, w.slope, s)
			default:
				s = fusedAdd(s, w.scale, multiply(distance, w.slope))
			}
			out[i][j] = s
		}
	}
	return out
}

// finite makes scores of NaN and +Inf -Inf, and their query's sum NaN, so that P is finite: Config.SumByProduct.
func (r *modelRow) finite(scores []uint32) {
	for i, s := range scores {
		if !(math.Float32frombits(s) < float32(math.Inf(1))) {
			scores[i], r.sums[0] = minusInfinity, num.QNaN32
		}
	}
}

// raise makes top at least the greatest score.
func (r *modelRow) raise(greatest uint32) {
	top := greater(r.top, greatest)
	r.multiply(exp2(subtract(r.top, top)))
	r.top = top
}

// raiseBits is raise of a state of ExpBits, which has the scores follow.
func (r *modelRow) raiseBits(greatest uint32, scores []uint32) {
	over := subtract(greatest, f32(bitsOne))
	if r.sum()&^signBit != 0 || over == minusInfinity {
		over = maximum(over, 0)
	}
	change := over ^ signBit
	if !num.IsNaN32(change) && !lessOrEqual(change, 0) {
		change = 0
	}
	r.multiply(exp2(multiply(change, f32(1.0/bitsUnit))))
	r.top = subtract(r.top, over)
	for i := range scores {
		scores[i] = subtract(scores[i], over)
	}
}

// exponentials makes P of a query's scores, as a factor of V, and adds it to the sum.
func (w *modelWave) exponentials(r *modelRow, scores []uint32) []element {
	format := w.p.In.Format(w.p.Chip)
	out := make([]element, max(len(scores), w.unit.depth))
	for j := range out {
		if j >= len(scores) {
			out[j] = elementOf(format, 0)
			continue
		}
		switch {
		case w.p.Exp == ExpBits:
			scores[j] = byBitCode(scores[j])
		default:
			scores[j] = exp2(w.relative(r, scores[j]))
		}
		out[j] = elementOf(format, w.weight(format, scores[j]))
	}
	weights := w.unit.ordered(out)
	if w.c.SumByProduct {
		r.sums[0] = w.unit.dot(w.ones, weights, r.sums[0])
		return weights
	}
	sums := w.unit.laneSums(scores)
	for i := range r.sums {
		r.sums[i] = add(r.sums[i], sums[i])
	}
	return weights
}

// weight rounds P.
func (w *modelWave) weight(format *num.Format, x uint32) uint32 {
	switch w.p.PRound {
	case RoundAway:
		return (x + 1<<15) >> 16
	case RoundZero:
		return x >> 16
	}
	return rounded(w.p.In, format, x)
}

// rounded converts f32 to a type.
func rounded(t Type, format *num.Format, x uint32) uint32 {
	switch t {
	case F32:
		return x
	case BF16:
		return uint32(num.F32ToBF16(x, num.Env{}))
	case F16:
		return uint32(num.F32ToF16(x, num.Env{}))
	}
	return format.FromF32(x, false)
}

// values adds the products of weights with the values of a tile of keys. Those behind the last one are zeros.
func (w *modelWave) values(from int64, weights [][]element) {
	format, kvHead := w.p.In.Format(w.p.Chip), w.p.KVHead(w.rows.Head)
	depth := max(w.c.Keys, w.unit.depth)
	rows := make([][]element, depth)
	for j := range rows {
		if key := from + int64(j); j < w.c.Keys && key < w.seq.SeqK {
			rows[j] = w.row("v", w.in.V, kvHead, w.seq.K+key)
		}
	}
	column := make([]element, depth)
	for d := range w.p.HeadDimV {
		for j, row := range rows {
			column[j] = elementOf(format, 0)
			if row != nil {
				column[j] = row[d]
			}
		}
		v := w.unit.ordered(column)
		for i := range w.state {
			acc := &w.state[i].acc[d]
			*acc = w.unit.dot(v, weights[i], *acc)
		}
	}
}

// store writes the results of the rows that m has.
func (w *modelWave) store(m *Modelled) {
	p, format := w.p, w.p.Out.Format(w.p.Chip)
	for i, r := range w.results {
		at := w.rows.First + int64(i) - m.Rows.First
		if at < 0 || at >= m.Rows.Count {
			continue
		}
		sum := r.sum
		none := sum&^signBit == 0
		factor := f32(float64(1 / math.Float32frombits(sum)))
		if p.DescaleV != nil {
			factor = multiply(factor, f32(Descale(p.DescaleV, p.KVHead(w.rows.Head))))
		}
		for d, acc := range r.acc {
			if o := multiply(acc, factor); !none {
				m.O[at*p.HeadDimV+int64(d)] = rounded(p.Out, format, o)
			}
		}
		if m.LSE == nil {
			continue
		}
		m.LSE[at] = minusInfinity
		if !none {
			m.LSE[at] = multiply(add(r.top, num.Log2F32(sum)), f32(math.Ln2))
		}
	}
}
