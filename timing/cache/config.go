// Package cache is the memory system of the timing model: vector L1 caches, the L2 of an XCD, the
// MALL and the HBM that all XCDs share, scalar and instruction caches, and the TLBs.
//
// A System serves the compute units of one XCD exactly, and takes the others for copies of it. Rates
// has the L2 caches of all XCDs, but no time: it says which share of accesses hits where.
package cache

import (
	"fmt"
	"math"

	"heddle/arch"
	"heddle/timing"
)

// Config says what a System is to serve.
type Config struct {
	Model *arch.MemoryModel
	// CUs is the number of compute units that will call, from 0 on.
	CUs int
	// ActiveCUs is how many compute units of the XCD do the like, those that call included; 0 if only
	// they do. The others are copies: they take their shares of the L2 and of its channels.
	ActiveCUs int
	// XCDs is how many XCDs do the like, this one included; 0 is 1. The others are copies: they take
	// their shares of MALL and HBM.
	XCDs int
	// Shared is the share, from 0 to 1, of the lines of this XCD that its copies touch as well, at
	// about the same time: such a line comes from the HBM once for all, and takes its place in the MALL
	// once. The other lines are each copy's own.
	Shared float64
	// MHz is the engine clock, 0 for that of the measurements of latency. What is beyond the L2 has
	// a clock of its own: at a higher engine clock it takes more cycles.
	MHz float64
	// HBM is the peak bandwidth in GB/s, 0 for that of the model.
	HBM float64
}

// check fills in defaults, and fails if a number is out of range.
func (c *Config) check() error {
	if c.ActiveCUs == 0 {
		c.ActiveCUs = c.CUs
	}
	if c.XCDs == 0 {
		c.XCDs = 1
	}
	if c.MHz == 0 {
		c.MHz = c.Model.MemoryClock.Value
	}
	if c.HBM == 0 {
		c.HBM = c.Model.HBMBandwidth.Value
	}
	switch {
	case c.CUs < 1 || c.CUs > 1024 || c.ActiveCUs < c.CUs || c.ActiveCUs > 1<<20:
		return fmt.Errorf("%d compute units of which %d are simulated; there must be 1 to 1024 simulated ones", c.ActiveCUs, c.CUs)
	case c.XCDs < 1 || c.XCDs > 1024:
		return fmt.Errorf("%d XCDs; there must be 1 to 1024", c.XCDs)
	case !(c.Shared >= 0 && c.Shared <= 1):
		return fmt.Errorf("a share of %v of lines; it must be 0 to 1", c.Shared)
	case !(c.MHz >= 1 && c.MHz <= 1e6):
		return fmt.Errorf("an engine clock of %v MHz; it must be 1 to 1e6", c.MHz)
	case !(c.HBM >= 1e-3 && c.HBM <= 1e9):
		return fmt.Errorf("a bandwidth of %v GB/s; it must be 0.001 to 1e9", c.HBM)
	}
	return Check(c.Model)
}

// Check fails if a constant is out of the range that a System can do with: it says its name, its value,
// and the range.
func Check(m *arch.MemoryModel) error {
	for _, x := range []struct {
		name      string
		c         arch.Constant
		low, high float64
	}{
		{"l1.sets", m.L1Sets, 1, 256},
		{"l1.ways", m.L1Ways, 1, 4096},
		{"l1.bytes_per_cycle", m.L1BytesPerCycle, 0.1, 1e6},
		{"l1.fill_bytes_per_cycle", m.L1FillBytes, 0.1, 1e6},
		{"l2.ways", m.L2Ways, 1, 1024},
		{"l2.channels", m.L2Channels, 1, 1024},
		{"l2.channel_bytes", m.L2ChannelBytes, arch.CacheLine, 1 << 30},
		{"l2.interleave", m.L2Interleave, arch.CacheLine, 1 << 20},
		{"l2.read_bytes_per_cycle", m.L2ReadBytes, 0.1, 1e6},
		{"l2.write_bytes_per_cycle", m.L2WriteBytes, 0.1, 1e6},
		{"l2.efficiency", m.L2Efficiency, 0.001, 1},
		{"fabric.read_bytes_per_cycle", m.FabricReadBytes, 0.1, 1e6},
		{"fabric.write_bytes_per_cycle", m.FabricWriteBytes, 0.1, 1e6},
		{"fabric.dies", m.FabricDies, 1, 16},
		{"fabric.die_bytes", m.FabricDieBytes, arch.CacheLine, 1 << 30},
		{"mall.bytes", m.MALLBytes, arch.CacheLine, 1 << 32},
		{"mall.ways", m.MALLWays, 1, 1024},
		{"mall.channels", m.MALLChannels, 1, 4096},
		{"mall.interleave", m.MALLInterleave, arch.CacheLine, 1 << 20},
		{"mall.bytes_per_cycle", m.MALLBytesPerCycle, 0.1, 1e6},
		{"hbm.read_share", m.HBMReadShare, 0.001, 1},
		{"hbm.write_share", m.HBMWriteShare, 0.001, 1},
		{"memory.clock", m.MemoryClock, 1, 1e6},
		{"tlb.page", m.TLBPage, arch.CacheLine, 1 << 40},
		{"tlb.entries", m.TLBEntries, 1, 1 << 16},
		{"tlb.l2_entries", m.TLB2Entries, 1, 1 << 24},
		{"tlb.l2_ways", m.TLB2Ways, 1, 1024},
		{"scalar.cus", m.CUsPerScalar, 1, 1024},
		{"scalar.bytes", m.ScalarBytes, arch.CacheLine / 2, 1 << 30},
		{"scalar.ways", m.ScalarWays, 1, 1024},
		{"instruction.bytes", m.InstructionBytes, arch.CacheLine, 1 << 30},
		{"instruction.ways", m.InstructionWays, 1, 1024},
	} {
		if !(x.c.Value >= x.low && x.c.Value <= x.high) {
			return fmt.Errorf("%s is %v; it must be %v to %v", x.name, x.c.Value, x.low, x.high)
		}
	}
	for _, x := range []struct {
		name string
		c    arch.Constant
	}{
		{"l1.latency", m.L1Latency}, {"l1.wide_latency", m.L1WideLatency}, {"l1.dword_cycles", m.L1DwordCycles},
		{"l1.wide_cycles", m.L1WideCycles}, {"l1.set_cycles", m.L1SetCycles}, {"l2.latency", m.L2Latency},
		{"l2.store_latency", m.L2StoreLatency}, {"l2.atomic_cycles", m.L2AtomicCycles}, {"fabric.hop", m.FabricHop},
		{"mall.latency", m.MALLLatency}, {"hbm.latency", m.HBMLatency}, {"hbm.turnaround", m.HBMTurnaround},
		{"hbm.refresh", m.HBMRefresh}, {"hbm.refresh_interval", m.HBMRefreshInterval}, {"tlb.miss", m.TLBMiss},
		{"tlb.walk", m.TLBWalk}, {"scalar.latency", m.ScalarLatency}, {"instruction.miss", m.InstructionMiss},
	} {
		if !(x.c.Value >= 0 && x.c.Value <= maxLatency) {
			return fmt.Errorf("%s is %v; it must be 0 to %v", x.name, x.c.Value, float64(maxLatency))
		}
	}
	if _, err := l2Geometry(m, 1); err != nil {
		return err
	}
	_, err := mallGeometry(m, 1)
	return err
}

// maxLatency is the longest time that a System takes, in cycles or ns.
const maxLatency = 1e6

// l2Geometry is where lines are in the L2, or in a sample of one line in so many of it.
func l2Geometry(m *arch.MemoryModel, sample int) (geometry, error) {
	return newGeometry("L2", m.L2ChannelBytes.Int()*m.L2Channels.Int()/sample, m.L2Ways.Int(), m.L2Channels.Int(), m.L2Interleave.Int())
}

// mallGeometry is the same for the MALL.
func mallGeometry(m *arch.MemoryModel, sample int) (geometry, error) {
	return newGeometry("MALL", m.MALLBytes.Int()/sample, m.MALLWays.Int(), m.MALLChannels.Int(), m.MALLInterleave.Int())
}

// ticks converts a number of cycles.
func ticks(cycles float64) tick { return tick(math.Round(float64(cycles * float64(cycle)))) }

// cycles rounds up to whole cycles.
func (t tick) cycles() timing.Cycle { return timing.Cycle((t + cycle - 1) / cycle) }
