package sim

import (
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/arch"
)

// TestDecodedOnce: workers that come to an instruction at the same time have the same one, with one
// Event.Site, by which observers know it again.
func TestDecodedOnce(t *testing.T) {
	const workers, insts = 4, 5000
	d := NewDevice(arch.Chips[0])
	c := &codeRegion{codeSection: new(codeSection), file: wholeFile, insts: make([]atomic.Pointer[instr], insts)}
	for range insts {
		c.bytes = binary.LittleEndian.AppendUint32(c.bytes, 0xbf800000) // s_nop 0
	}
	var got [workers][]*instr
	var begin, done sync.WaitGroup
	begin.Add(1)
	for w := range got {
		done.Go(func() {
			begin.Wait()
			for i := range uint64(insts) {
				in, err := c.instruction(d, 4*i)
				if err != nil {
					t.Error(err)
					return
				}
				got[w] = append(got[w], in)
			}
		})
	}
	begin.Done()
	done.Wait()
	for w := range got {
		if !slices.Equal(got[w], got[0]) {
			t.Errorf("worker %d has instructions that worker 0 does not have", w)
		}
	}
}
