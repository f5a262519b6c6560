package gemm

import "golang.org/x/sys/cpu"

// dot2x4 is dot2x4Plain. Products of all types but f64 are exact in float64, so
// that adding them fused or not is the same; fused says that they may be.
func dot2x4(out *[2][4]float64, a, b []float64, n int, fused bool) {
	switch quads := (n + 3) / 4; {
	case !cpu.X86.HasAVX2 || !cpu.X86.HasFMA:
		dot2x4Plain(out, a, b, n)
	case fused:
		_, _ = a[blockK+4*quads-1], b[3*blockK+4*quads-1]
		dot2x4Fused(out, &a[0], &b[0], quads)
	default:
		_, _ = a[blockK+4*quads-1], b[3*blockK+4*quads-1]
		dot2x4Rounded(out, &a[0], &b[0], quads)
	}
}
