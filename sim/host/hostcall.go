package host

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"heddle/cformat"
	"heddle/sim"
)

// The hostcall buffer: a structure of pointers, a signal, a header for each packet, and a
// payload for each packet with eight dwords of 64 bits for each of 64 lanes. Packets are on one of two
// stacks, whose links have the packet's index in the lowest bits and a tag above, so that no link
// is zero.
const (
	hostcallHeaders  = 0 // addresses
	hostcallPayloads = 8
	hostcallDoorbell = 16 // of a signal
	hostcallFree     = 24 // stacks
	hostcallReady    = 32
	hostcallMask     = 40

	signalAt    = 128
	signalValue = 8 // amd_signal_t: the kind, then the value; without a mailbox nobody is to be woken
	headersAt   = 256

	headerSize    = 24
	headerMask    = 8 // lanes
	headerService = 16
	headerControl = 20

	slotSize    = 8 * 8
	payloadSize = 64 * slotSize

	maxPackets = 1 << 14 // more than a card has waves
)

// services are what kernels ask the host for.
var services = [...]string{1: "a function call", 2: "printf", 3: "memory (malloc in a kernel)", 4: "the address sanitizer"}

const servicePrintf = 2

// hostcalls serves a hostcall buffer.
type hostcalls struct {
	streams  Streams
	base     uint64
	payloads uint64
	packets  uint64 // a power of two
	messages messages
}

// newHostcall makes a hostcall buffer with a packet for each wave, and has the launch serve it.
func (h *Host) newHostcall(d *sim.Device, l *sim.Launch) (sim.Buffer, error) {
	g := l.Groups()
	waves := uint64(l.Block[0]) * uint64(l.Block[1]) * uint64(l.Block[2]) / uint64(d.Chip().WaveSize)
	packets := uint64(2)
	for _, n := range []uint64{uint64(g[0]), uint64(g[1]), uint64(g[2]), waves + 1} {
		for want := packets * n; packets < maxPackets && packets < want; {
			packets *= 2
		}
	}
	payloads := headersAt + (packets*headerSize+payloadSize-1)/payloadSize*payloadSize
	b, err := d.Alloc(payloads + packets*payloadSize)
	if err != nil {
		return b, err
	}
	le := binary.LittleEndian
	head := make([]byte, headersAt+packets*headerSize)
	le.PutUint64(head[hostcallHeaders:], b.Addr+headersAt)
	le.PutUint64(head[hostcallPayloads:], b.Addr+payloads)
	le.PutUint64(head[hostcallDoorbell:], b.Addr+signalAt)
	le.PutUint64(head[hostcallFree:], packets) // packet 0 with tag 1
	le.PutUint64(head[hostcallMask:], packets-1)
	for i := range packets - 1 {
		le.PutUint64(head[headersAt+i*headerSize:], packets+i+1)
	}
	c := &hostcalls{streams: h.streams, base: b.Addr, payloads: b.Addr + payloads, packets: packets}
	l.Doorbell = &sim.Doorbell{Addr: b.Addr + signalAt + signalValue, Buffer: b, Ring: c.ring}
	return b, b.Write(head, 0)
}

// ring answers the packets on the ready stack, the oldest first.
func (c *hostcalls) ring(m sim.HostMemory) error {
	var word [8]byte
	if !m.Read(c.base+hostcallReady, word[:]) || !m.Write(c.base+hostcallReady, make([]byte, 8)) {
		return fmt.Errorf("the hostcall buffer is gone")
	}
	var ready []uint64
	for link := binary.LittleEndian.Uint64(word[:]); link != 0; link = binary.LittleEndian.Uint64(word[:]) {
		if ready = append(ready, link&(c.packets-1)); uint64(len(ready)) > c.packets {
			return fmt.Errorf("the ready packets of the hostcall buffer make a circle")
		}
		m.Read(c.header(ready[len(ready)-1]), word[:])
	}
	for i := len(ready) - 1; i >= 0; i-- {
		if err := c.answer(m, ready[i]); err != nil {
			return err
		}
	}
	return nil
}

// header is the address of a packet's header.
func (c *hostcalls) header(packet uint64) uint64 { return c.base + headersAt + packet*headerSize }

// answer answers one packet: each of its lanes, then the wave that waits for it.
func (c *hostcalls) answer(m sim.HostMemory, packet uint64) error {
	header := make([]byte, headerSize)
	m.Read(c.header(packet), header)
	le := binary.LittleEndian
	if service := le.Uint32(header[headerService:]); service != servicePrintf {
		what := "an unknown one"
		if service > 0 && service < uint32(len(services)) {
			what = services[service]
		}
		return fmt.Errorf("the kernel calls the host for service %d, %s: there is only printf", service, what)
	}
	slot := make([]byte, slotSize)
	for mask := le.Uint64(header[headerMask:]); mask != 0; mask &= mask - 1 {
		at := c.payloads + packet*payloadSize + uint64(bits.TrailingZeros64(mask))*slotSize
		m.Read(at, slot)
		answer, err := c.messages.part(c.streams, slot)
		if err != nil {
			return err
		}
		m.Write(at, le.AppendUint64(nil, answer))
	}
	control := le.Uint32(header[headerControl:]) &^ 1
	m.Write(c.header(packet)+headerControl, le.AppendUint32(nil, control))
	return nil
}

// messages are what lanes send in parts.
type messages struct {
	parts [][]byte // by number; nil for one that is free
	free  []uint64
}

const (
	maxMessage  = 1 << 20 // bytes
	maxMessages = 1 << 20
)

// part takes a part: a descriptor, and up to seven dwords of 64 bits. It returns the descriptor for
// the next part, or the result of a message that is complete. A descriptor has the flags begin and
// end in bits 0 and 1, the number of dwords from bit 5 and that of the message from bit 8.
func (s *messages) part(to Streams, slot []byte) (uint64, error) {
	const begin, end = 1, 2
	desc := binary.LittleEndian.Uint64(slot)
	if desc&begin != 0 {
		id := uint64(len(s.parts))
		if n := len(s.free); n > 0 {
			id, s.free = s.free[n-1], s.free[:n-1]
		} else if s.parts = append(s.parts, nil); len(s.parts) > maxMessages {
			return 0, fmt.Errorf("the kernel has begun %d messages to the host and ended none", maxMessages)
		}
		s.parts[id] = []byte{}
		desc = desc&0xff&^begin | id<<8
	}
	id := desc >> 8
	if id >= uint64(len(s.parts)) || s.parts[id] == nil {
		return 0, fmt.Errorf("a message to the host, number %d, was never begun", id)
	}
	s.parts[id] = append(s.parts[id], slot[8:8+desc>>5&7*8]...)
	if len(s.parts[id]) > maxMessage {
		return 0, fmt.Errorf("a message to the host is longer than %d bytes", maxMessage)
	}
	if desc&end == 0 {
		return desc, nil
	}
	data := cformat.Cells(s.parts[id])
	s.parts[id] = nil
	s.free = append(s.free, id)
	control, ok := data.Next()
	text, hasText := data.Text()
	if !ok || !hasText || control > 1 {
		return ^uint64(0), nil // as ROCm answers what it cannot print
	}
	b := cformat.Format(text, data)
	_, err := to.of(control).Write(b)
	return uint64(len(b)), err
}
