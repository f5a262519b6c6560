package reference

//go:generate go run ./gen

// Block is how far the lines that Dot2x4 multiplies are apart, and their greatest length.
const Block = 128

// dot2x4Plain computes the products of two rows of A with four columns of B, lines
// of n numbers that are Block apart, and zero from n to the next multiple of four.
// The order of the sums is that of vectors of four numbers, so that all machines
// come to the same result.
func dot2x4Plain(out *[2][4]float64, a, b []float64, n int) {
	for i := range out {
		for j := range out[i] {
			out[i][j] = dot(a[i*Block:i*Block+Block], b[j*Block:j*Block+Block], (n+3)&^3)
		}
	}
}

func dot(a, b []float64, n int) float64 {
	var s0, s1, s2, s3 float64
	for a, b = a[:n], b[:n]; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
	}
	return (s0 + s1) + (s2 + s3)
}
