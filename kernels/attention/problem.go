package attention

import (
	"math"

	"heddle/arch"
	"heddle/isa"
)

// Problem is the forward pass of attention. For query i of a sequence and a head h
//
//	s[j]   = Scale·DescaleQ·DescaleK·(q[i]·k[j]) - ALiBi[h]·|i + SeqK - SeqQ - j|
//	LSE[i] = log Σ exp(s[j])
//	o[i]   = DescaleV·Σ exp(s[j] - LSE[i])·v[j]
//
// with sums over the keys j that the query attends to (Keys). A query that attends to none has
// o = 0 and LSE = -Inf. Query head h reads head h / (Heads / KVHeads) of K and V.
//
// Sizes and strides count elements. Fill in the defaults with Normalize before use.
type Problem struct {
	Chip *arch.Chip
	In   Type // of Q, K and V
	QK   Type // of Q and K if that is not In: one of MXTypes, with FP8
	Out  Type // of O; empty for In, or bf16 if In is fp8

	Batch      int64 // sequences; 0 for 1, or what CuSeqQ says
	Heads      int64 // of Q and O
	KVHeads    int64 // of K and V, a divisor of Heads; 0 for Heads
	SeqQ, SeqK int64 // queries and keys of a sequence; with CuSeqQ the most (0 for that)
	HeadDim    int64 // of Q and K
	HeadDimV   int64 // of V and O; 0 for what HeadDims pairs with HeadDim
	Layout     Layout
	Q, K, V, O Strides // the zero value for those of Layout
	CuSeqQ     []int32 // if not nil: sequence b has the rows CuSeqQ[b] to CuSeqQ[b+1]-1 of Q and O
	CuSeqK     []int32 // likewise of K and V; given if and only if CuSeqQ is
	Causal     bool    // query i attends to no key after i + SeqK - SeqQ
	Window     *Window // nil for no limits
	ALiBi      []float32
	Scale      float64 // 0 for 1/√HeadDim; Normalize rounds it to f32
	DescaleQ   []float32
	DescaleK   []float32 // of fp8: nil for 1, one number for the tensor, or one for each of its heads
	DescaleV   []float32
	LSE        bool        // the logarithms of the sums are a result, too
	Exp        Exponential // how exponentials are computed; empty for ExpExact
	PRound     Rounding    // how P is rounded to the type of V; empty for what Roundings has first
	// Splits is among how many workgroups each the keys of the last blocks of queries are divided, which do not fill the chip (Config.Parts);
	// 1 for one, 0 for what is estimated to be fast.
	Splits int
}

// Strides are the distances from one sequence, head and position to the next. The elements of
// a row are adjacent. With CuSeqQ, Batch is not used.
type Strides struct{ Batch, Head, Seq int64 }

// Exponential is how exponentials of scores are computed.
type Exponential string

// The ways. ExpBits is fast and not exact (bits.go): weights may be off by 3 %, and Q is rounded once more.
const (
	ExpExact Exponential = "exact"
	ExpBits  Exponential = "bits"
)

// Exponentials are all of them.
var Exponentials = []Exponential{ExpExact, ExpBits}

// Rounding is how P is rounded.
type Rounding string

// The ways: to nearest, with halves to even or away from zero, and towards zero. RoundZero takes the least, has twice the
// error, and makes results less than they are by up to 2^-8, as sums are of P before it is rounded.
const (
	RoundEven Rounding = "rne"
	RoundAway Rounding = "rna"
	RoundZero Rounding = "rtz"
)

// Roundings are those that there are for the problem's types, from the default on. To bf16 where no instruction rounds, away
// from zero takes half as much as to even, and the bound of its errors is the same.
func (p *Problem) Roundings() []Rounding {
	switch {
	case p.In != BF16:
		return []Rounding{RoundEven}
	case isa.For(p.Chip).Has(isa.V_CVT_PK_BF16_F32):
		return []Rounding{RoundEven, RoundAway, RoundZero}
	}
	return []Rounding{RoundAway, RoundEven, RoundZero}
}

// Layout is the order of dimensions in memory, from the outermost: b for sequences, s for
// positions, h for heads, d for the elements of a row.
type Layout string

// The layouts. BSHD is FlashAttention's.
const (
	BSHD Layout = "bshd"
	BHSD Layout = "bhsd"
)

// Layouts are all of them.
var Layouts = []Layout{BSHD, BHSD}

// Window limits query i to the keys from i + SeqK - SeqQ - Left to i + SeqK - SeqQ + Right,
// both included; Unlimited on a side for no limit there. That is FlashAttention's convention.
type Window struct{ Left, Right int64 }

// Unlimited is a side of a window without limit.
const Unlimited = -1

// HeadDims are the pairs of HeadDim and HeadDimV.
var HeadDims = [][2]int64{{64, 64}, {128, 128}, {192, 128}, {256, 256}}

// Sequence is where the rows of a sequence are, and how many. The problem must be normalized,
// here and below.
type Sequence struct {
	Batch      int64 // of the tensors: 0 for packed sequences
	Q, K       int64 // the first rows
	SeqQ, SeqK int64
}

// Packed reports whether sequences follow one another without padding, as CuSeqQ says.
func (p *Problem) Packed() bool { return p.CuSeqQ != nil }

// Sequence returns sequence b of Batch.
func (p *Problem) Sequence(b int64) Sequence {
	if !p.Packed() {
		return Sequence{b, 0, 0, p.SeqQ, p.SeqK}
	}
	q, k := int64(p.CuSeqQ[b]), int64(p.CuSeqK[b])
	return Sequence{0, q, k, int64(p.CuSeqQ[b+1]) - q, int64(p.CuSeqK[b+1]) - k}
}

// Band is the window with the causal mask in it: a query attends to left keys before, and right
// keys after the one that is as far from the end; Unlimited for all.
func (p *Problem) Band() (left, right int64) {
	left, right = Unlimited, Unlimited
	if p.Window != nil {
		left, right = p.Window.Left, p.Window.Right
	}
	if p.Causal {
		right = 0
	}
	return left, right
}

// Keys are the keys from first to end-1 to which query i of a sequence attends.
func (p *Problem) Keys(s Sequence, i int64) (first, end int64) {
	left, right := p.Band()
	same := i + s.SeqK - s.SeqQ
	end = s.SeqK
	if left != Unlimited {
		first = max(0, same-left)
	}
	if right != Unlimited {
		end = min(end, same+right+1)
	}
	return first, max(first, end)
}

// Scores is the number of pairs of a query and a key to which it attends, in all heads.
func (p *Problem) Scores() float64 {
	left, right := p.Band()
	n := 0.0
	for b := range p.Batch {
		s := p.Sequence(b)
		same, all := s.SeqK-s.SeqQ, float64(s.SeqQ)*float64(s.SeqK)
		if right == Unlimited {
			n += all
		} else {
			n += clamped(s.SeqQ, same+right+1, s.SeqK)
		}
		if left != Unlimited {
			n -= clamped(s.SeqQ, same-left, s.SeqK)
		}
	}
	return n * float64(p.Heads)
}

// clamped is the sum of i + from for i from 0 to n-1, each at least 0 and at most most.
func clamped(n, from, most int64) float64 {
	low := min(max(-from, 0), n)        // the first i that is not 0
	high := min(max(most-from, low), n) // and the first that is most
	return float64(high-low)*(float64(low+high-1)/2+float64(from)) + float64(n-high)*float64(most)
}

// FLOP is the number of operations that are counted for the two products: 2·(HeadDim +
// HeadDimV) a score.
func (p *Problem) FLOP() float64 { return 2 * float64(p.HeadDim+p.HeadDimV) * p.Scores() }

// KVHead is the head of K and V that a head of Q reads.
func (p *Problem) KVHead(head int64) int64 { return head / (p.Heads / p.KVHeads) }

// Descale is the number for a head in one of the descales of a problem.
func Descale(list []float32, head int64) float64 {
	switch len(list) {
	case 0:
		return 1
	case 1:
		return float64(list[0])
	}
	return float64(list[head])
}

// ScoreScale is the factor of q·k for a head of Q.
func (p *Problem) ScoreScale(head int64) float64 {
	return p.Scale * Descale(p.DescaleQ, head) * Descale(p.DescaleK, p.KVHead(head))
}

// ALiBiSlopes are the usual slopes: powers of 2^(-8/n) for a number of heads n that is a power of
// two; otherwise those for the next smaller one, followed by every other one for the next larger
// one (Press, Smith, Lewis: Train Short, Test Long).
func ALiBiSlopes(heads int64) []float32 {
	n := int64(1)
	for 2*n <= heads {
		n *= 2
	}
	slopes := make([]float32, heads)
	for i := range slopes {
		exp := float64(i+1) / float64(n)
		if i := int64(i); i >= n {
			exp = float64(2*(i-n)+1) / float64(2*n)
		}
		slopes[i] = float32(math.Exp2(-8 * exp))
	}
	return slopes
}
