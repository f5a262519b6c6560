package gemm_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/kernels/reference"
	"heddle/long"
)

// TestActivationsApart: on random data a kernel with another activation than the
// one that was asked for is found, or said to be one that may pass. Nothing may for
// floats of 16 bits and sums that are as long as those of most models.
func TestActivationsApart(t *testing.T) {
	n := 0
	for _, c := range []struct {
		dtype string
		k     int64
		outs  string
	}{
		{"f16", 1, "f16"}, {"f16", 256, "f32 f16 bf16 fp8"}, {"bf16", 1024, "bf16"}, {"bf16", 4096, "f32"}, {"f32", 256, "f32"}, {"f32", 4096, "f32"}, {"f64", 300, "f64"},
		{"fp8", 1024, "f32 bf16"}, {"bf8", 1, "fp8"}, {"i8", 1, "f32 bf16"}, {"i8", 256, "f32 fp8"}, {"mxfp8", 256, "bf16"}, {"mxfp4", 1024, "f32"},
	} {
		for out := range strings.FieldsSeq(c.outs) {
			if n++; !long.Some(n, 3) {
				continue
			}
			activationsApart(t, func(act gemm.Activation) *gemm.Problem {
				return pose(t, &arch.GFX950, c.dtype, 40, 40, c.k, func(p *gemm.Problem) {
					p.Act = act
					p.Out, _ = gemm.TypeByName(out)
				})
			})
		}
	}
}

func activationsApart(t *testing.T, problem func(gemm.Activation) *gemm.Problem) {
	asked := map[gemm.Activation]*gemm.Problem{}
	may := map[gemm.Activation][]gemm.Activation{}
	for _, act := range gemm.Activations {
		p := problem(act)
		asked[act] = p
		may[act] = p.Sensitivity(p.Random(1).Inputs(), p.Whole(0)).Alike
	}
	for _, made := range gemm.Activations {
		p := problem(made)
		in := p.Random(1).Inputs()
		got, _ := p.Reference(in, p.Whole(0))
		d := reference.Bytes(solve(p, func(_, i, j int64) float64 { return got[i*p.N+j] }))
		for _, act := range gemm.Activations {
			alike := slices.Contains(may[act], made)
			if passed := asked[act].Compare(p.Random(1).Inputs(), d, p.Whole(0)).Bad == 0; passed && made != act && !alike || made == act && !passed {
				t.Errorf("%s: passed for %s: %v", gemmtest.Flags(p), act, passed)
			}
			if sixteen := p.A.Bits == 16 && p.Out.Bits >= 16 && p.K <= 4096; sixteen && alike {
				t.Errorf("%s: may pass for %s", gemmtest.Flags(p), act)
			}
		}
	}
}

// TestSensitivity: what is said of missing products holds, and is not less than
// it could be.
func TestSensitivity(t *testing.T) {
	for _, c := range []struct {
		dtype, out  string
		k           int64
		least, most float64 // share of the products that show
	}{
		{"bf16", "f32", 64, 0.998, 1}, {"bf16", "f32", 4096, 0.85, 0.999},
		{"bf16", "bf16", 64, 0.9, 0.999}, {"bf16", "bf16", 1024, 0.4, 0.9}, {"f16", "f16", 1024, 0.9, 1}, {"i8", "i32", 256, 1, 1}, {"f64", "f64", 512, 1, 1},
	} {
		p := pose(t, &arch.GFX950, c.dtype, 8, 8, c.k, func(p *gemm.Problem) { p.Out, _ = gemm.TypeByName(c.out) })
		data := p.Random(3)
		s := p.Sensitivity(data.Inputs(), p.Whole(0))
		share := float64(s.Shown) / float64(s.Products)
		t.Logf("%s -> %s, K=%d: %d of %d", c.dtype, c.out, c.k, s.Shown, s.Products)
		if share < c.least || share > c.most || s.Products < 8*8*c.k*9/10 {
			t.Errorf("%s -> %s, K=%d: %.4f of %d products show, want %v to %v", c.dtype, c.out, c.k, share, s.Products, c.least, c.most)
		}
		// Without its product number n, each element is refused as often as that.
		o := oracle{p, data}
		want, _ := p.Reference(data.Inputs(), p.Whole(0))
		found, tried := 0, 0
		lines := map[[2]int64][2][]float64{}
		for i := range p.M {
			for j := range p.N {
				a, b, _, _ := o.lines(0, i, j)
				lines[[2]int64{i, j}] = [2][]float64{a, b}
			}
		}
		for n := int64(0); n < c.k; n += max(c.k/40, 1) {
			d := solve(p, func(_, i, j int64) float64 {
				line := lines[[2]int64{i, j}]
				return want[i*p.N+j] - line[0][n]*line[1][n]
			})
			tried += int(p.M * p.N)
			found += int(p.Compare(data.Inputs(), reference.Bytes(d), p.Whole(0)).Bad)
		}
		if got := float64(found) / float64(tried); got < share-0.03 {
			t.Errorf("%s -> %s, K=%d: %.4f of missing products are found, %.4f were promised", c.dtype, c.out, c.k, got, share)
		}
	}
}
