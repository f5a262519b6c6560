package attention_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"heddle/diag"
	"heddle/kernels/attention"
)

// TestDefaults: what a problem leaves out.
func TestDefaults(t *testing.T) {
	p := normalize(t, &attention.Problem{Chip: chips[0], In: attention.BF16, Heads: 4, SeqQ: 10, SeqK: 20, HeadDim: 192})
	if p.Out != attention.BF16 || p.Batch != 1 || p.KVHeads != 4 || p.HeadDimV != 128 || p.Layout != attention.BSHD || p.Scale != float64(float32(1/math.Sqrt(192))) {
		t.Errorf("%+v", p)
	}
	if p.Q != (attention.Strides{Batch: 7680, Head: 192, Seq: 768}) || p.V != (attention.Strides{Batch: 10240, Head: 128, Seq: 512}) {
		t.Errorf("bshd: %v %v", p.Q, p.V)
	}
	again := *p
	normalize(t, &again)
	if again.Scale != p.Scale || again.Q != p.Q {
		t.Errorf("normalized again: %+v", again)
	}
	p = normalize(t, &attention.Problem{Chip: chips[0], In: attention.FP8, Layout: attention.BHSD, Heads: 4, KVHeads: 2, HeadDim: 64, CuSeqQ: []int32{0, 5, 15}, CuSeqK: []int32{0, 0, 30}})
	if p.Out != attention.BF16 || p.Batch != 2 || p.SeqQ != 10 || p.SeqK != 30 {
		t.Errorf("%+v", p)
	}
	if p.Q != (attention.Strides{Batch: 3840, Head: 960, Seq: 64}) || p.K.Head != 1920 {
		t.Errorf("bhsd, packed: %v %v", p.Q, p.K)
	}
	for h, want := range []int64{0, 0, 1, 1} {
		if got := p.KVHead(int64(h)); got != want {
			t.Errorf("head %d reads head %d of K and V", h, got)
		}
	}
	if s := p.Sequence(1); s != (attention.Sequence{Q: 5, SeqQ: 10, SeqK: 30}) {
		t.Errorf("sequence 1: %+v", s)
	}
}

// TestSizes: sizes of tensors beyond 32 bits.
func TestSizes(t *testing.T) {
	p := normalize(t, &attention.Problem{Chip: chips[0], In: attention.BF16, Out: attention.F32, Batch: 1000, Heads: 128, KVHeads: 1, SeqQ: 1 << 20, SeqK: 1 << 24, HeadDim: 64, Layout: attention.BHSD, LSE: true})
	for name, want := range map[string][2]int64{
		"q": {1 << 27 * 128 * 1000, 1 << 27}, "k": {1 << 31 * 1000, 1 << 31}, "o": {1 << 28 * 128 * 1000, 1 << 28}, "lse": {1 << 22 * 128 * 1000, 1 << 22},
	} {
		tensor, _ := p.Tensor(name)
		if tensor.Bytes() != want[0] || tensor.HeadBytes() != want[1] {
			t.Errorf("%s: %d bytes, %d a head, want %d", name, tensor.Bytes(), tensor.HeadBytes(), want)
		}
	}
	p.Q, p.K, p.V, p.O, p.Layout = attention.Strides{}, attention.Strides{}, attention.Strides{}, attention.Strides{}, attention.BSHD
	normalize(t, p)
	p.Causal = true
	if got, want := p.Scores(), 1000*128*(0x1p20*0x1p24-0x1p20*(0x1p20-1)/2); got != want {
		t.Errorf("%v scores, want %v", got, want)
	}
	if q, _ := p.Tensor("q"); q.HeadBytes() != (1<<20-1)*128*128+128 {
		t.Errorf("bshd: %d bytes a head", q.HeadBytes())
	}
}

// TestALiBiSlopes: the slopes that the paper gives for 8, and those for numbers that are no power of 2.
func TestALiBiSlopes(t *testing.T) {
	for n, want := range map[int64][]float32{
		1: {1. / 256}, 8: {1. / 2, 1. / 4, 1. / 8, 1. / 16, 1. / 32, 1. / 64, 1. / 128, 1. / 256},
		3: {1. / 16, 1. / 256, 1. / 4},
		6: {1. / 4, 1. / 16, 1. / 64, 1. / 256, 1. / 2, 1. / 8},
	} {
		if got := attention.ALiBiSlopes(n); !slices.Equal(got, want) {
			t.Errorf("%d heads: %v, want %v", n, got, want)
		}
	}
}

// TestRefused: what cannot be is refused with the field, what was wrong, and what is accepted.
func TestRefused(t *testing.T) {
	type problem = attention.Problem
	for want, change := range map[string]func(*problem){
		`Chip: no chip given`:                                                         func(p *problem) { p.Chip = nil },
		`In: no type given; need fp8, bf16, f16`:                                      func(p *problem) { p.In = "" },
		`In: unknown type "f32"; need fp8, bf16, f16`:                                 func(p *problem) { p.In = attention.F32 },
		`Out: unknown type "fp8"; need f32, bf16, f16`:                                func(p *problem) { p.Out = attention.FP8 },
		`Out: unknown type "BF16"; need f32, bf16, f16; did you mean bf16?`:           func(p *problem) { p.Out = "BF16" },
		`Batch: -1 is not a number of sequences; need 1 to 65535`:                     func(p *problem) { p.Batch = -1 },
		`Heads: 0 is not a number of heads; need 1 to 65535`:                          func(p *problem) { p.Heads, p.KVHeads = 0, 0 },
		`KVHeads: 70000 is not a number of heads; need 1 to 65535`:                    func(p *problem) { p.KVHeads = 70000 },
		`KVHeads: 4 heads of Q cannot share 3 of K and V evenly; need a divisor of 4`: func(p *problem) { p.KVHeads = 3 },
		`SeqQ: 0 is not a number of queries; need 1 to 2147483647`:                    func(p *problem) { p.SeqQ = 0 },
		`SeqK: 2147483648 is not a number of keys; need 1 to 2147483647`:              func(p *problem) { p.SeqK = 1 << 31 },
		`HeadDim: 96 is no head dimension that there is a kernel for; need 64, 128, 192, 256 (64 of V with 64, 128 of V with 128, 128 of V with 192, 256 of V with 256)`: func(p *problem) { p.HeadDim = 96 },
		`HeadDimV: 64 with a head dimension of 128 of Q and K; need 128`:                                                                                                 func(p *problem) { p.HeadDim, p.HeadDimV = 128, 64 },
		`Window: -2 is not a number of keys; need 0 to 2147483647, or -1 for no limit`:                                                                                   func(p *problem) { p.Window = &attention.Window{Left: -2} },
		`Scale: -1 is not a positive number of f32; need 1.2e-38 to 3.4e38`:                                                                                              func(p *problem) { p.Scale = -1 },
		`Scale: 1e+39 is not a positive number of f32; need 1.2e-38 to 3.4e38`:                                                                                           func(p *problem) { p.Scale = 1e39 },
		`Scale: NaN is not a positive number of f32; need 1.2e-38 to 3.4e38`:                                                                                             func(p *problem) { p.Scale = math.NaN() },
		`ALiBi: 2 slopes for 4 heads of Q; need one for each`:                                                                                                            func(p *problem) { p.ALiBi = []float32{1, 2} },
		`ALiBi: +Inf is not a slope; need finite numbers`:                                                                                                                func(p *problem) { p.ALiBi = []float32{1, 2, 3, float32(math.Inf(1))} },
		`DescaleQ: bf16 has no descales; need fp8, or none`:                                                                                                              func(p *problem) { p.DescaleQ = []float32{1} },
		`DescaleK: 4 numbers for 2 heads; need 1, or one for each`:                                                                                                       func(p *problem) { p.In, p.DescaleK = attention.FP8, []float32{1, 1, 1, 1} },
		`DescaleV: 0 is not a descale; need positive numbers, 1.2e-38 to 3.4e38`:                                                                                         func(p *problem) { p.In, p.DescaleV = attention.FP8, []float32{0} },
		`Layout: unknown layout "bshdd"; need bshd or bhsd; did you mean bshd?`:                                                                                          func(p *problem) { p.Layout = "bshdd" },
		`StridesQ: at 32 elements from one position of Q to the next they overlap; need 64 or more`:                                                                      func(p *problem) { p.Q = attention.Strides{Batch: 9000, Head: 1000, Seq: 32} },
		`StridesO: at 128 elements from one head of O to the next they overlap; need 640 or more`:                                                                        func(p *problem) { p.O = attention.Strides{Batch: 9000, Head: 128, Seq: 64} },
		`StridesK: 1001 elements from one head of K to the next are not a multiple of 16 bytes; need one of 8 elements`:                                                  func(p *problem) { p.K = attention.Strides{Batch: 9000, Head: 1001, Seq: 64} },
		`StridesV: V takes more than 2^47 bytes; need less`:                                                                                                              func(p *problem) { p.V = attention.Strides{Batch: 1 << 60, Head: 640, Seq: 64} },
		`Batch, KVHeads, SeqK: K takes more than 2^47 bytes; need less`:                                                                                                  func(p *problem) { p.Batch, p.SeqK = 65535, 1<<31-1 },
		`Exp: unknown exponential "bit"; need exact or bits; did you mean bits?`:                                                                                         func(p *problem) { p.Exp = "bit" },
		`PRound: P of bf16 has no rounding "rtn"; need rne or rna or rtz; did you mean rtz?`:                                                                             func(p *problem) { p.Chip, p.In, p.PRound = chips[1], attention.BF16, "rtn" },
		`PRound: P of fp8 has no rounding "rtz"; need rne`:                                                                                                               func(p *problem) { p.In, p.PRound = attention.FP8, attention.RoundZero },
		`Exp: bits puts the scale of scores into the block scales of matrix instructions, and gfx942 has none for fp8; need exact`:                                       func(p *problem) { p.In, p.Exp = attention.FP8, attention.ExpBits },
		`Exp: bits puts the scale of scores into the block scales of matrix instructions, and gfx950 has none for bf16; need exact`:                                      func(p *problem) { p.Chip, p.Exp = chips[1], attention.ExpBits },
		`QK: unknown type "mxfp6"; need fp8, mxfp8, mxfp4; did you mean mxfp8, mxfp4?`:                                                                                   func(p *problem) { p.Chip, p.In, p.QK = chips[1], attention.FP8, "mxfp6" },
		`QK: mxfp4 is for values of fp8, not of bf16; need bf16`:                                                                                                         func(p *problem) { p.Chip, p.QK = chips[1], attention.MXFP4 },
		`QK: gfx942 has no matrix instructions with scales of blocks, which mxfp4 needs; need fp8, or another chip`:                                                      func(p *problem) { p.In, p.QK = attention.FP8, attention.MXFP4 },
		`DescaleK: mxfp8 has no descales; need fp8, or none`: func(p *problem) {
			p.Chip, p.In, p.QK, p.DescaleK = chips[1], attention.FP8, attention.MXFP8, []float32{1}
		},
		`Scale: 0.125 times log2(e) is no power of two, and exponentials by bits would round Q of mxfp4 once more for it; need such a number, as ln(2)/8 = 0.0866434, with the rest in Q`: func(p *problem) {
			p.Chip, p.In, p.QK, p.Exp = chips[1], attention.FP8, attention.MXFP4, attention.ExpBits
		},
		`CuSeqK: not given, but CuSeqQ is; need both or neither`:                    func(p *problem) { p.CuSeqQ = []int32{0, 1} },
		`CuSeqQ: not given, but CuSeqK is; need both or neither`:                    func(p *problem) { p.CuSeqK = []int32{0, 1} },
		`CuSeqQ: 1 number; need the start of each sequence and the end of the last`: func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0}, []int32{0} },
		`CuSeqQ: the first sequence starts at 1; need 0`:                            func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{1, 2}, []int32{0, 1} },
		`CuSeqK: 3 follows 5; need numbers that do not decrease`:                    func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0, 2, 3}, []int32{0, 5, 3} },
		`CuSeqK: all sequences are empty; need one row or more`:                     func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0, 2}, []int32{0, 0} },
		`CuSeqK: 3 starts, but CuSeqQ has 2; need as many`:                          func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0, 2}, []int32{0, 1, 2} },
		`Batch: 2 sequences, but CuSeqQ has the starts of 1; need 1`:                func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0, 2}, []int32{0, 1} },
		`SeqQ: 10 is less than the longest sequence of CuSeqQ; need 12 or more`:     func(p *problem) { p.CuSeqQ, p.CuSeqK = []int32{0, 12, 13}, []int32{0, 1, 2} },
	} {
		p := problem{Chip: chips[0], In: attention.BF16, Batch: 2, Heads: 4, KVHeads: 2, SeqQ: 10, SeqK: 10, HeadDim: 64}
		change(&p)
		err := p.Normalize()
		var field *diag.FieldError
		if !errors.As(err, &field) || !field.Usage || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
