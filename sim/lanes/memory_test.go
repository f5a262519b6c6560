package lanes

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// memoryCase is addresses in some memory, of a random kind.
type memoryCase struct {
	memory        []byte
	addr          Row
	offset, limit uint32
	mask          uint64
	rows          [4]Row
}

func newMemoryCase(r *rand.Rand, n int) *memoryCase {
	c := &memoryCase{memory: make([]byte, 4*n+r.IntN(4096)), offset: r.Uint32()}
	if r.IntN(4) == 0 {
		c.memory = make([]byte, 4*n)
	}
	for i := range c.memory {
		c.memory[i] = byte(r.UintN(3)) // so that stores often change nothing
	}
	c.limit = uint32(len(c.memory) - 4*n)
	for i := range c.rows {
		for l := range c.rows[i] {
			c.rows[i][l] = uint32(r.UintN(3)) * 0x01010101
		}
	}
	switch c.mask = r.Uint64(); r.IntN(4) {
	case 0, 1:
		c.mask = ^uint64(0)
	case 2:
		c.mask &= r.Uint64() & r.Uint64() & -uint64(r.IntN(4))
	}
	start, step := r.Uint32N(c.limit+1), [...]uint32{0, 1, 4, uint32(4 * n), uint32(4 * n), 64, r.Uint32N(100)}[r.IntN(7)]
	random := r.IntN(3) == 0
	for l := range c.addr {
		at := start + uint32(l)*step
		if random {
			at = r.Uint32()
		}
		if !random && step == uint32(4*n) && r.IntN(3) > 0 {
			at = min(start, c.limit&7) + uint32(l)*step
		}
		if at > c.limit && r.IntN(200) > 0 {
			at %= c.limit + 1
		}
		if c.mask>>l&1 == 0 && r.IntN(2) == 0 {
			at = r.Uint32()
		}
		c.addr[l] = at - c.offset
	}
	return c
}

// good reports whether all lanes are in range.
func (c *memoryCase) good() bool {
	for l := range c.addr {
		if c.mask>>l&1 != 0 && c.addr[l]+c.offset > c.limit {
			return false
		}
	}
	return true
}

const memoryTrials = 20_000

// eachMemory calls f with random cases for each level that the CPU has.
func eachMemory(t *testing.T, f func(t *testing.T, r *rand.Rand, k *Memory, n int)) {
	for level := AVX2; level <= Best(); level++ {
		t.Run(level.String(), func(t *testing.T) {
			const seed = 7
			t.Logf("seed %d", seed)
			r := rand.New(rand.NewPCG(seed, uint64(level)))
			for range memoryTrials {
				if f(t, r, level.Memory(), 1+r.IntN(4)); t.Failed() {
					return
				}
			}
		})
	}
}

func TestGather(t *testing.T) {
	ok := 0
	eachMemory(t, func(t *testing.T, r *rand.Rand, k *Memory, n int) {
		c := newMemoryCase(r, n)
		got := c.rows
		good := c.good()
		if k.Gather[n](&got[0], &c.memory[0], &c.addr, c.offset, c.limit, c.mask) != good {
			t.Fatalf("gather of %d: not %v", n, good)
		}
		if !good {
			if got != c.rows {
				t.Fatalf("gather of %d has stored out of range", n)
			}
			return
		}
		ok++
		for l := range 64 {
			for d := range n {
				if c.mask>>l&1 == 0 {
					continue
				}
				if want := binary.LittleEndian.Uint32(c.memory[c.addr[l]+c.offset+uint32(4*d):]); got[d][l] != want {
					t.Fatalf("gather of %d: lane %d dword %d is %#x, want %#x", n, l, d, got[d][l], want)
				}
			}
		}
		for d := n; d < 4; d++ {
			if got[d] != c.rows[d] {
				t.Fatalf("gather of %d changes row %d", n, d)
			}
		}
	})
	if ok < memoryTrials/4 {
		t.Errorf("only %d in range", ok)
	}
}

func TestScatter(t *testing.T) {
	var seen [8]int
	eachMemory(t, func(t *testing.T, r *rand.Rand, k *Memory, n int) {
		c := newMemoryCase(r, n)
		want, result := bytes.Clone(c.memory), uint8(0)
		if c.good() {
			result = Stored | Unit
			for l := range 64 {
				if c.mask>>l&1 == 0 {
					result &^= Unit
					continue
				}
				at := c.addr[l] + c.offset
				if l > 0 && at != c.addr[l-1]+c.offset+uint32(4*n) || n == 3 {
					result &^= Unit
				}
				for d := range n {
					to := want[at+uint32(4*d):][:4]
					if v := c.rows[d][l]; binary.LittleEndian.Uint32(to) != v {
						result |= Changed
						binary.LittleEndian.PutUint32(to, v)
					}
				}
			}
		}
		rows, addr := c.rows, c.addr
		var spare [64][4]uint32
		if got := k.Scatter[n](&c.memory[0], &rows[0], &addr, c.offset, c.limit, c.mask, &spare); got != result {
			t.Fatalf("scatter of %d returns %d, want %d", n, got, result)
		}
		if seen[result]++; !bytes.Equal(c.memory, want) || rows != c.rows || addr != c.addr {
			t.Fatalf("scatter of %d: other memory", n)
		}
	})
	for _, result := range []int{0, Stored, Stored | Changed, Stored | Changed | Unit} {
		if seen[result] == 0 {
			t.Errorf("no result %d", result)
		}
	}
}

func TestScatterParts(t *testing.T) {
	var seen [8]int
	eachMemory(t, func(t *testing.T, r *rand.Rand, k *Memory, n int) {
		c, size, kernel := newMemoryCase(r, 1), 1, k.ScatterByte
		if n > 2 {
			size, kernel = 2, k.ScatterShort
		}
		want, result := bytes.Clone(c.memory), uint8(0)
		if c.good() {
			result = Stored
			for l := range 64 {
				to := want[min(c.addr[l]+c.offset, c.limit):][:size]
				var v [4]byte
				binary.LittleEndian.PutUint32(v[:], c.rows[0][l])
				if c.mask>>l&1 != 0 && !bytes.Equal(to, v[:size]) {
					result |= Changed
					copy(to, v[:])
				}
			}
		}
		if got := kernel(&c.memory[0], &c.rows[0], &c.addr, c.offset, c.limit, c.mask, nil); got != result {
			t.Fatalf("scatter of %d bytes returns %d, want %d", size, got, result)
		}
		if seen[result]++; !bytes.Equal(c.memory, want) {
			t.Fatalf("scatter of %d bytes: other memory", size)
		}
	})
	for _, result := range []int{0, Stored, Stored | Changed} {
		if seen[result] == 0 {
			t.Errorf("no result %d", result)
		}
	}
}

func TestMoveAndUniform(t *testing.T) {
	eachMemory(t, func(t *testing.T, r *rand.Rand, k *Memory, n int) {
		c := newMemoryCase(r, n)
		from := newMemoryCase(r, n).rows
		got, want := c.rows, c.rows
		for d := range n {
			for l := range 64 {
				if c.mask>>l&1 != 0 {
					want[d][l] = from[d][l]
				}
			}
		}
		if k.Move(&got[0], &from[0], n, c.mask); got != want {
			t.Fatalf("move of %d rows, mask %#x: wrong", n, c.mask)
		}
		row, v := Row{}, r.Uint32()
		for l := range row {
			row[l] = v
		}
		bad := r.IntN(64)
		row[bad] ^= 1 << r.IntN(32)
		if k.Uniform(&row, v, c.mask) != (c.mask>>bad&1 == 0) {
			t.Fatalf("uniform, mask %#x, lane %d: wrong", c.mask, bad)
		}
	})
}

func BenchmarkMemory(b *testing.B) {
	for level := AVX2; level <= Best(); level++ {
		k := level.Memory()
		memory := make([]byte, 65536)
		var addr, apart Row
		var rows, spare [4]Row
		_ = spare
		var quads [64][4]uint32
		for n := 1; n <= 4; n++ {
			for l := range addr {
				addr[l], apart[l] = uint32(l*n*4), uint32(l*260)
			}
			for name, a := range map[string]*Row{"unit": &addr, "apart": &apart} {
				b.Run(level.String()+"/gather/"+name+"/"+string(rune('0'+n)), func(b *testing.B) {
					for b.Loop() {
						k.Gather[n](&rows[0], &memory[0], a, 0, 60000, ^uint64(0))
					}
				})
				b.Run(level.String()+"/scatter/"+name+"/"+string(rune('0'+n)), func(b *testing.B) {
					for b.Loop() {
						k.Scatter[n](&memory[0], &rows[0], a, 0, 60000, ^uint64(0), &quads)
					}
				})
			}
		}
		b.Run(level.String()+"/move4", func(b *testing.B) {
			for b.Loop() {
				k.Move(&rows[0], &spare[0], 4, ^uint64(0))
			}
		})
		b.Run(level.String()+"/uniform", func(b *testing.B) {
			for b.Loop() {
				k.Uniform(&rows[0], 0, ^uint64(0))
			}
		})
	}
}
