package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// counters are the counters of all instructions of the chips that reach the LDS, one for each
// mnemonic.
func counters(t testing.TB, chip *arch.Chip) map[string]*BankCounter {
	t.Helper()
	all := map[string]*BankCounter{}
	for _, row := range isa.For(chip).Rows() {
		if c, err := NewBankCounter(chip, &row); err == nil {
			all[row.Mnemonic] = c
		}
	}
	return all
}

func counter(t testing.TB, chip *arch.Chip, mnemonic string) *BankCounter {
	t.Helper()
	c := counters(t, chip)[mnemonic]
	if c == nil {
		t.Fatalf("%s has no counter of %s", chip.Name, mnemonic)
	}
	return c
}

// plainWays counts the ways of the phases word by word, as the facts describe it.
func plainWays(c *BankCounter, a *LDSAddresses) (ways []int) {
	for place := range c.Places {
		bytes := uint32(c.Bytes)
		aligned := bytes
		if bytes == 12 {
			aligned = 4
		}
		unaligned := false
		for lane := range 64 {
			unaligned = unaligned || a.Lanes[place]>>lane&1 != 0 && a.At[place][lane]%aligned != 0
		}
		for _, phase := range c.Phases {
			needed := map[uint32]map[string]bool{} // by bank: the words, and who takes them
			active, most := 0, 0
			for _, lane := range phase {
				if a.Lanes[place]>>lane&1 == 0 {
					continue
				}
				active++
				for byte := range bytes {
					word := (a.At[place][lane] + byte) / 4
					bank := word % uint32(c.Banks)
					if needed[bank] == nil {
						needed[bank] = map[string]bool{}
					}
					who := ""
					if !c.Shares {
						who = fmt.Sprint(lane)
					}
					needed[bank][fmt.Sprint(word, who)] = true
					most = max(most, len(needed[bank]))
				}
			}
			if unaligned {
				most = active
			}
			ways = append(ways, most)
		}
	}
	return ways
}

// compare counts with the counter and plainly.
func compare(t *testing.T, c *BankCounter, a *LDSAddresses) {
	t.Helper()
	n := c.Count(a)
	want := plainWays(c, a)
	if a.Lanes[0]|a.Lanes[1] == 0 {
		want = nil
	}
	got := []int{}
	banks, conflicts := 0, 0
	for _, ways := range n.Ways[:n.Phases] {
		got = append(got, int(ways))
		banks += int(ways)
		conflicts += max(0, int(ways)-1)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s like %s: ways %v, plainly %v, of %x", c.Instruction, c.Like, got, want, a)
	}
	if n.Banks != banks || n.Conflicts != conflicts || len(want) > 0 && n.Worst != slices.Max(want) {
		t.Fatalf("%s: %+v", c.Instruction, n)
	}
}

// TestBankCounterPlain compares the counter of every instruction with counting word by word, on
// random addresses of several kinds.
func TestBankCounterPlain(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for _, chip := range arch.Chips {
		for _, row := range isa.For(chip).Rows() {
			c, err := NewBankCounter(chip, &row)
			if err != nil || c.Single {
				continue
			}
			for i := range 40 {
				randomAddresses := randomAddresses(r, i, uint32(c.Bytes))
				compare(t, c, &randomAddresses)
			}
		}
	}
}

// randomAddresses returns addresses that are often aligned to size, some lanes inactive.
func randomAddresses(r *rand.Rand, kind int, size uint32) (a LDSAddresses) {
	stride, spread := uint32(r.IntN(80))*size, uint32(1)<<r.IntN(12)
	for place := range a.Lanes {
		a.Lanes[place] = ^uint64(0)
		if kind%3 == 1 {
			a.Lanes[place] = r.Uint64()
		} else if kind%7 == 2 {
			a.Lanes[place] = 0
		}
		for lane := range a.At[place] {
			switch kind % 4 {
			case 0:
				a.At[place][lane] = uint32(lane) * stride
			case 1:
				a.At[place][lane] = r.Uint32N(spread) * size
			case 2:
				a.At[place][lane] = uint32(lane)%spread*stride + uint32(lane)/spread*size
			case 3:
				a.At[place][lane] = r.Uint32N(1 << 16)
			}
		}
	}
	return a
}

func BenchmarkBankCounter(b *testing.B) {
	for _, c := range []struct {
		name   string
		stride uint32
	}{{"ds_read_b128", 16}, {"ds_read_b32", 4}, {"ds_write_b64", 8}, {"ds_read_b96", 12}, {"ds_read2_b32", 4}, {"ds_read_b32", 0}, {"ds_read_b128", 128}, {"ds_read_b32", 256}} {
		n := counter(b, &arch.GFX950, c.name)
		var a LDSAddresses
		a.Lanes = [2]uint64{^uint64(0), ^uint64(0)}
		for lane := range a.At[0] {
			a.At[0][lane], a.At[1][lane] = uint32(lane)*c.stride, uint32(lane)*c.stride+64
		}
		b.Run(fmt.Sprintf("%s/%d", c.name, c.stride), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				n.Count(&a)
			}
		})
	}
}
