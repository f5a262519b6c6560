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

// TestCacheSet: the rows of a matrix whose row stride is a power of two begin in one set without a
// cache swizzle, as seed 002 says, and in all four with it.
func TestCacheSet(t *testing.T) {
	for stride := 256; stride <= 8192; stride *= 2 {
		plain, swizzled := map[int]int{}, map[int]int{}
		for row := range 64 {
			addr := uint64(1<<32 + row*stride)
			plain[CacheSet(addr, 0, 4)]++
			swizzled[CacheSet(addr, stride, 4)]++
		}
		if want := max(1, 512/stride); len(plain) != want {
			t.Errorf("rows %d bytes apart: %d sets without a swizzle, want %d", stride, len(plain), want)
		}
		for set := range 4 {
			if swizzled[set] != 16 {
				t.Errorf("rows %d bytes apart: %d of 64 in set %d with a swizzle", stride, swizzled[set], set)
			}
		}
	}
}
