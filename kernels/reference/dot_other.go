//go:build !amd64

package reference

// Dot2x4 is dot2x4Plain.
func Dot2x4(out *[2][4]float64, a, b []float64, n int, _ bool) { dot2x4Plain(out, a, b, n) }
