package tile_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/tile"
)

// TestApartGroups: a pipeline leaves room between two groups of waves, and refuses more.
func TestApartGroups(t *testing.T) {
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 4, func(k *tile.Kernel) {
		k.Stagger(4, func() {
			k.Run(tile.Pipeline{Steps: tile.I(1), Apart: true}, nil)
		})
	})
	if _, err := m.IR(); err == nil || !strings.Contains(err.Error(), "accepted: 2 groups") {
		t.Errorf("Apart in Stagger of 4 groups: %v", err)
	}
}
