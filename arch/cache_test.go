package arch

import (
	"math"
	"strings"
	"testing"
)

// TestCacheSwizzleStride: every stride up to twice the field, by the rule in the
// seed's words.
func TestCacheSwizzleStride(t *testing.T) {
	right := map[int64]bool{256: true, 512: true, 1024: true, 2048: true, 4096: true, 8192: true}
	tried := []int64{math.MinInt64, -8192, -256, -1, 1 << 32, 1<<32 + 256, 1 << 62, math.MaxInt64}
	for n := range int64(1 << 15) {
		tried = append(tried, n)
	}
	for _, n := range tried {
		stride, ok := CacheSwizzleStride(n)
		if ok != right[n] || ok && int64(stride) != n || !ok && stride != 0 {
			t.Errorf("rows %d bytes apart: stride %d, %t", n, stride, ok)
		}
		stride, err := RequestedCacheSwizzle(n)
		switch {
		case n < 1 || n > 0x3fff:
			if err == nil || !strings.Contains(err.Error(), "holds 1 to 16383 bytes") {
				t.Errorf("rows %d bytes apart: %v", n, err)
			}
		case err != nil || int64(stride) != n:
			t.Errorf("rows %d bytes apart: stride %d, %v", n, stride, err)
		}
	}
}
