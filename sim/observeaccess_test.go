package sim

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"

	"heddle/long"
)

// An operation that is noted at once is noted as lane by lane. Where it cannot be, nothing is.
func TestAddWhole(t *testing.T) {
	seed := long.Seed()
	r := rand.New(rand.NewPCG(seed, 0))
	whole := 0
	for range 2000 {
		size := [...]int{1, 2, 4, 8, 12, 16}[r.IntN(6)]
		in := &instr{mem: memoryInst{}}
		in.mem.Bytes = size
		op := &memOp{opState: opState{in: in, at: 64, seq: 7, exec: r.Uint64() | r.Uint64()}}
		if r.IntN(4) == 0 {
			op.exec = ^uint64(0)
		}
		odd := r.IntN(8) // what is wrong with a lane
		write, which := r.IntN(2) == 0, r.IntN(waveSize)
		for l := range waveSize {
			op.space[l], op.addr[l], op.valid[l] = SpacePrivate, uint64(r.IntN(1<<20)), 1<<((size+3)/4)-1
			for i := range op.data[l] {
				op.data[l][i] = r.Uint32()
			}
			switch {
			case l != which:
			case odd == 0:
				op.space[l] = SpaceLDS
			case odd == 1:
				op.valid[l] = 0
			case odd == 2:
				op.addr[l] = 1 << 31
			}
		}
		var got, want accessLog
		if !got.addWhole(op, write) {
			if odd > 2 && op.exec != 0 || op.exec>>which&1 == 0 || len(got.list) > 0 {
				t.Fatalf("seed %d: lanes %#x of size %d, lane %d odd by %d: refused", seed, op.exec, size, which, odd)
			}
			continue
		}
		whole++
		for mask := op.exec; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask)
			var b [16]byte
			for i, v := range op.data[l] {
				binary.LittleEndian.PutUint32(b[4*i:], v)
			}
			want.add(op, l, op.space[l], op.addr[l], size, write, b[:size])
		}
		if g, w := tales(&got), tales(&want); !reflect.DeepEqual(g, w) {
			t.Fatalf("seed %d: lanes %#x of size %d: at once %v\nlane by lane %v", seed, op.exec, size, g, w)
		}
	}
	if whole < 1000 {
		t.Errorf("seed %d: %d of 2000 at once", seed, whole)
	}
}
