package vet

import "fmt"

// String names a symbol as messages do.
func (s symbol) String() string {
	n := s.number()
	switch s.kind() {
	case symKernarg:
		return fmt.Sprintf("kernarg[%d]", n)
	case symArg:
		return fmt.Sprintf("arg[%d]", n)
	case symGroup:
		return "workgroup." + "xyz?"[min(n, 3):min(n, 3)+1]
	case symItem:
		return "item." + "xyz?"[min(n, 3):min(n, 3)+1]
	case symDispatch:
		return fmt.Sprintf("dispatch[%d]", n)
	case symPacket:
		return fmt.Sprintf("packet[%d]", n)
	case symLane:
		return "lane"
	case symAperture:
		return fmt.Sprintf("aperture(%d)", n)
	}
	return fmt.Sprintf("start(%d)", n)
}
