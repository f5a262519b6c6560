package att

import (
	"testing"

	"heddle/isa"
)

func lastTarget() *isa.Target {
	all := isa.Targets()
	return all[len(all)-1]
}

func TestTmpRead(t *testing.T) {
	if *attDir == "" {
		t.Skip()
	}
}
