// Package host is what a kernel finds of the host while it runs: the buffer of
// OpenCL's printf and of HIP's buffered one, and that of hostcalls, with which HIP
// and Triton print and report failed assertions.
//
// Sources: LLVM's AMDGPUPrintfRuntimeBinding and AMDGPUEmitPrintf for what kernels
// write; ROCm's device libraries (ockl/src/hostcall_impl.cl, services.cl) and
// runtime (rocclr: devhostcall, devhcmessages, devhcprintf, rocprintf) for what the
// host does with it.
package host

import (
	"fmt"
	"io"

	"heddle/hsaco"
	"heddle/sim"
)

const (
	kindPrintf   = "hidden_printf_buffer"
	kindHostcall = "hidden_hostcall_buffer"
)

// Streams are where kernels print; nil drops it.
type Streams struct{ Out, Err io.Writer }

// of is the stream for a control word, whose lowest bit asks for standard error.
func (s Streams) of(control uint64) io.Writer {
	if control&1 != 0 {
		return s.Err
	}
	return s.Out
}

// Host serves one launch.
type Host struct {
	streams Streams
	buffers []sim.Buffer
	printf  sim.Buffer // zero if the kernel has none
	formats []string   // amdhsa.printf
}

// Attach gives a launch the buffers that its kernel asks for; nil if it asks for none. The caller
// calls Finish after the run.
func Attach(d *sim.Device, o *hsaco.Object, l *sim.Launch, streams Streams) (*Host, error) {
	m := l.Kernel.Metadata()
	if m == nil {
		return nil, nil
	}
	if streams.Out == nil {
		streams.Out = io.Discard
	}
	if streams.Err == nil {
		streams.Err = io.Discard
	}
	h := &Host{streams: streams}
	hidden := map[string]uint64{}
	for i := range m.Args {
		kind := m.Args[i].ValueKind
		if _, ok := hidden[kind]; ok {
			continue
		}
		var b sim.Buffer
		var err error
		switch kind {
		case kindPrintf:
			if b, err = h.newPrintf(d, o); err == nil {
				h.printf = b
			}
		case kindHostcall:
			b, err = h.newHostcall(d, l)
		default:
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s of kernel %s: %w", kind, l.Kernel.Name(), err)
		}
		b.SetName("the host's " + kind)
		h.buffers = append(h.buffers, b)
		hidden[kind] = b.Addr
	}
	if len(h.buffers) == 0 {
		return nil, nil
	}
	l.Hidden = hidden
	return h, nil
}

// Finish prints what the kernel left in its buffer, and frees the buffers. It is to be called
// after an error of the run, too.
func (h *Host) Finish() error {
	if h == nil {
		return nil
	}
	err := h.flush()
	for _, b := range h.buffers {
		b.Free()
	}
	return err
}
