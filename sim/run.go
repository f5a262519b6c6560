package sim

import (
	"fmt"
	"strings"

	"heddle/isa"
)

// Run executes a dispatch to its end. An error at an instruction is a *RunError; memory then holds
// everything written before it.
func (d *Device) Run(l Launch) (*Report, error) {
	if l.Kernel == nil || l.Kernel.module.device != d {
		return nil, fmt.Errorf("the launch has no kernel of this device")
	}
	r := &run{launch: &l, device: d, kernel: l.Kernel, lenientBarriers: l.LenientBarriers}
	if err := r.observe(); err != nil {
		return nil, err
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	mark := len(d.mem.regions)
	buffers, err := r.dispatchMemory()
	defer func() {
		for _, b := range buffers {
			b.Free()
		}
		if len(d.mem.regions) > mark {
			panic("BUG: memory of the dispatch left over")
		}
	}()
	if err != nil {
		return nil, err
	}
	err = r.execute()
	r.report.complete(r)
	return r.report, err
}

// prepare checks the launch and works out what workgroups get.
func (r *run) prepare() error {
	k, chip := r.kernel.kernel, r.device.chip
	maxBlock := chip.MaxWorkgroup
	if m := k.Metadata; m != nil {
		if m.MaxFlatWorkgroupSize > 0 {
			maxBlock = min(maxBlock, m.MaxFlatWorkgroupSize)
		}
		if want := m.ReqdWorkgroupSize; len(want) == 3 {
			for i, n := range want {
				if int64(r.launch.Block[i]) != int64(n) {
					return fmt.Errorf("kernel %s requires blocks of %v, block %v is given", k.Name, want, r.launch.Block)
				}
			}
		}
	}
	var err error
	if r.level, err = r.launch.Engine.level(); err != nil {
		return err
	}
	if r.geometry, err = r.launch.geometry(maxBlock); err != nil {
		return fmt.Errorf("kernel %s: %w", k.Name, err)
	}
	if r.ids, err = selection(r.launch.Workgroups, r.count()); err != nil {
		return err
	}
	r.all = int(r.count())
	if r.ids != nil {
		r.all = len(r.ids)
	}
	lds := uint64(k.Descriptor.GroupSegmentFixedSize) + uint64(r.launch.LDS)
	if lds > uint64(chip.LDSBytes) {
		return fmt.Errorf("kernel %s needs %d bytes of LDS (%d static, %d dynamic); a workgroup of %s has at most %d",
			k.Name, lds, k.Descriptor.GroupSegmentFixedSize, r.launch.LDS, chip.Name, chip.LDSBytes)
	}
	r.ldsDeclared = int(lds)
	granule := uint64(chip.LDSGranule)
	r.ldsBytes = int(min((lds+granule-1)/granule*granule, uint64(chip.LDSBytes)))
	if err := r.prepareScratch(); err != nil {
		return err
	}
	r.registers()
	r.transit = transitOf(&chip.Timing, r.launch.Schedule)
	r.maxInstructions = r.launch.MaxInstructions
	if r.maxInstructions == 0 {
		r.maxInstructions = DefaultMaxInstructions
	}
	if n := len(k.Code); n > 0 {
		r.codeEnd = r.kernel.entry + uint64(n)
	}
	r.report = newReport(r)
	return nil
}

func (r *run) prepareScratch() error {
	k := r.kernel.kernel
	size := uint64(k.Descriptor.PrivateSegmentFixedSize)
	if k.Descriptor.DynamicStack || k.Metadata != nil && k.Metadata.UsesDynamicStack {
		size += dynamicStack
	}
	size = max(size, uint64(r.launch.Scratch))
	if size > maxScratch {
		return fmt.Errorf("kernel %s needs %d bytes of scratch per lane; the limit is %d", k.Name, size, maxScratch)
	}
	r.privateSize = int((size + 15) &^ 15)
	return nil
}

// registers works out which vector registers a wave has (facts
// isa/encodings.md §12).
func (r *run) registers() {
	d, chip := &r.kernel.kernel.Descriptor, r.device.chip
	r.file = vectorFile{size: min((int(d.GranulatedVGPRs)+1)*chip.VGPRGranule, chip.UnifiedVGPRs), first: d.FirstAGPR(), approx: r.launch.Approx}
	r.code = r.device.codeFor(r.file)
}

// dispatchMemory puts the dispatch's own structures into guest memory. The
// buffers are to be freed even if there is an error.
func (r *run) dispatchMemory() ([]Buffer, error) {
	d, next := r.device, r.device.next
	defer func() { d.next = next }()
	lds := r.kernel.kernel.Descriptor.GroupSegmentFixedSize + r.launch.LDS
	var buffers []Buffer
	add := func(name string, b []byte) (uint64, error) {
		buf, err := d.AllocWith(AllocOptions{Name: name, Size: uint64(len(b))})
		if err != nil {
			return 0, err
		}
		buffers = append(buffers, buf)
		buf.region.fixed = []fixedRange{{buf.Addr, buf.Addr + buf.Size, "is read-only (" + name + ")"}}
		return buf.Addr, buf.Write(b, 0)
	}
	var err error
	if r.queueAddr, err = add("the queue", queueStructure()); err != nil {
		return buffers, err
	}
	args, err := r.launch.kernargs(&r.geometry, lds, r.queueAddr)
	if err != nil {
		return buffers, err
	}
	if r.kernarg, err = add("the kernel's arguments", args); err != nil {
		return buffers, err
	}
	r.packetAddr, err = add("the dispatch packet", r.launch.packet(&r.geometry, lds, uint32(r.privateSize), r.kernarg))
	return buffers, err
}

// RunError is an error at an instruction: something that the kernel did and must not do.
type RunError struct {
	Kernel    string
	Workgroup int
	Group     [3]uint32
	Wave      int
	Addr      uint64 // of the instruction, in the code object
	Section   string // that holds it
	Offset    uint64 // of the instruction in the kernel
	Text      string // the instruction
	File      string // source line, if the code object says
	Line      int
	Waves     []WavePosition // of the workgroup's waves
	// Registers has the state of the wave and its LDS, as the error left it. It does not
	// change any more.
	Registers Registers
	Err       error
}

// WavePosition is the position of a wave.
type WavePosition struct {
	Wave   int    `json:"wave"`
	Status string `json:"status"`
	Addr   uint64 `json:"address"`               // in the code object
	Text   string `json:"instruction,omitempty"` // that is there
}

func (e *RunError) Unwrap() error { return e.Err }

// Error gives the place and the cause in a line.
func (e *RunError) Error() string {
	at := fmt.Sprintf("%#x", e.Addr)
	if e.Text != "" {
		at += ": " + e.Text
	}
	if e.File != "" {
		at += fmt.Sprintf(" (%s:%d)", e.File, e.Line)
	}
	return fmt.Sprintf("kernel %s, workgroup %d,%d,%d, wave %d, at %s: %v", e.Kernel, e.Group[0], e.Group[1], e.Group[2], e.Wave, at, e.Err)
}

// Positions lists where the waves of the workgroup stand, a line each.
func (e *RunError) Positions() string {
	var b strings.Builder
	for _, w := range e.Waves {
		fmt.Fprintf(&b, "wave %d: %s at %#x", w.Wave, w.Status, w.Addr)
		if w.Text != "" {
			fmt.Fprintf(&b, ": %s", w.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// failure makes the error of a workgroup a RunError.
func (r *run) failure(wg *workgroup) error {
	we, ok := wg.err.(*waveError)
	if !ok {
		return wg.err
	}
	e := &RunError{Kernel: r.kernel.Name(), Workgroup: wg.id, Group: wg.group, Wave: we.wave.id, Registers: Registers{we.wave}, Err: we.err}
	e.Addr, e.Text = r.place(we.wave, we.at)
	e.Offset = we.at - r.kernel.entry
	if c := r.device.codeAt(we.at); c != nil {
		e.File, e.Line = c.sourceLine(we.at)
	}
	for _, w := range wg.waves {
		p := WavePosition{Wave: w.id, Status: w.status.String()}
		at := w.pc
		switch {
		case w == we.wave:
			at = we.at
		case w.status != waveRuns:
			at = w.at
		}
		p.Addr, p.Text = r.place(w, at)
		e.Waves = append(e.Waves, p)
	}
	return e
}

// String describes what a wave does.
func (s waveStatus) String() string {
	return [...]string{"runs", "waits at the barrier", "is halted", "has ended"}[s]
}

// place is the address in the code object and the text of the instruction at a
// guest address.
func (r *run) place(w *wave, at uint64) (addr uint64, text string) {
	c := r.device.codeAt(at)
	if c == nil {
		return at - r.kernel.module.bias, ""
	}
	addr = at - c.bias
	if inst, err := r.device.target.Decode(c.bytes[at-c.base:]); err == nil {
		text = inst.String()
	}
	return addr, text
}

// sourceLine looks an address up in the code object's line table.
func (c *codeSection) sourceLine(at uint64) (file string, line int) {
	lines, err := c.object.Lines()
	if err != nil || lines == nil {
		return "", 0
	}
	p, ok := lines.Lookup(c.section, at-c.bias)
	if !ok {
		return "", 0
	}
	return p.File, p.Line
}

// unitName names the class that an instruction is counted under.
func unitName(u isa.Unit) string {
	switch u {
	case isa.UnitSALU:
		return "salu"
	case isa.UnitSMEM:
		return "smem"
	case isa.UnitBranch, isa.UnitMsg:
		return "control"
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return "mfma"
	case isa.UnitTrans:
		return "transcendental"
	case isa.UnitLDS:
		return "lds"
	case isa.UnitVMEM, isa.UnitFlat:
		return "vmem"
	}
	return "valu"
}
