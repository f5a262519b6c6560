package arch

import (
	"math"
	"strings"
	"testing"
)

// TestCacheSwizzleStride: every stride up to twice the field; of the seed's powers of two and of multiples of the turn
// of the sets.
func TestCacheSwizzleStride(t *testing.T) {
	right := map[int64]bool{256: true}
	for n := int64(512); n <= 8192; n += 512 {
		right[n] = true
	}
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

// TestCacheSet: the rows of a matrix that has a cache swizzle begin in one or two sets without it, as seed 002 says
// of powers of two, and with it in all four: evenly if their distance is a power of two, else no set has more than
// half of them.
func TestCacheSet(t *testing.T) {
	for stride := 256; stride <= 8192; stride += 256 {
		if _, ok := CacheSwizzleStride(int64(stride)); !ok {
			continue
		}
		plain, swizzled := map[int]int{}, map[int]int{}
		for row := range 64 {
			addr := uint64(1<<32 + row*stride)
			plain[CacheSet(addr, 0, 4)]++
			swizzled[CacheSet(addr, stride, 4)]++
		}
		if want := max(1, 512/stride); len(plain) != want {
			t.Errorf("rows %d bytes apart: %d sets without a swizzle, want %d", stride, len(plain), want)
		}
		most := 32
		if stride&(stride-1) == 0 {
			most = 16
		}
		for set := range 4 {
			if n := swizzled[set]; n == 0 || n > most {
				t.Errorf("rows %d bytes apart: %d of 64 in set %d with a swizzle, want 1 to %d", stride, n, set, most)
			}
		}
	}
}
