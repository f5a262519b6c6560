package mach

import (
	"math/rand/v2"
	"testing"
)

// The tree's answer is that of a walk up the tree.
func TestDominatorTree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		n := 1 + rnd.IntN(60)
		dominator := make([]int, n+1)
		dominator[1] = 1
		for i := 2; i <= n; i++ {
			dominator[i] = 1 + rnd.IntN(i-1)
		}
		tree := newDominatorTree(dominator)
		for a := 1; a <= n; a++ {
			for b := 1; b <= n; b++ {
				if got, want := tree.dominates(a, b), dominates(dominator, a, b); got != want {
					t.Fatalf("%d dominates %d: %v, want %v in %v", a, b, got, want, dominator)
				}
			}
		}
	}
}
