package sim

// Doorbell is the value of a signal with which a kernel calls the host. Atomics apply in the
// turn of their workgroup (grid.go), and the host answers at once, so that what it sees, and the
// order of calls, depend on the launch alone.
type Doorbell struct {
	Addr   uint64
	Buffer Buffer // in which kernel and host talk, the signal included
	// Ring is called after each atomic of a lane at Addr. Its error ends the run, at that atomic.
	Ring func(HostMemory) error
}

// HostMemory is guest memory as the host sees it while it answers a call.
type HostMemory struct{ view *view }

// Read copies len(b) bytes at addr to b. It reports whether they are mapped.
func (m HostMemory) Read(addr uint64, b []byte) bool { return m.view.read(addr, b) }

// Write copies b to addr. It reports whether the range is mapped and may be written.
func (m HostMemory) Write(addr uint64, b []byte) bool { return m.view.write(addr, b) }

// ring calls the host.
func (w *wave) ring(in *instr, d *Doorbell) {
	if err := d.Ring(HostMemory{w.wg.view}); err != nil && w.wg.err == nil {
		w.wg.err = &waveError{wave: w, at: w.at, inst: in, err: err}
	}
}
