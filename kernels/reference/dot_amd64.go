package reference

import "golang.org/x/sys/cpu"

// Dot2x4 is dot2x4Plain: products of two lines of a with four of b. Products of all types but f64 are exact in float64, so
// that adding them fused or not is the same; fused says that they may be.
func Dot2x4(out *[2][4]float64, a, b []float64, n int, fused bool) {
	switch quads := (n + 3) / 4; {
	case !cpu.X86.HasAVX2 || !cpu.X86.HasFMA:
		dot2x4Plain(out, a, b, n)
	case fused:
		_, _ = a[Block+4*quads-1], b[3*Block+4*quads-1]
		dot2x4Fused(out, &a[0], &b[0], quads)
	default:
		_, _ = a[Block+4*quads-1], b[3*Block+4*quads-1]
		dot2x4Rounded(out, &a[0], &b[0], quads)
	}
}
