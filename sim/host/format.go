package host

import (
	"encoding/binary"
	"math"

	"heddle/cformat"
	"heddle/num"
)

// formatSized prints as OpenCL does: arguments have the sizes that the metadata say, and may be
// vectors.
func formatSized(text string, sizes []int, args []byte) []byte {
	var b []byte
	for _, p := range cformat.Parse(text) {
		b = append(b, p.Text...)
		if p.Verb == 0 || len(sizes) == 0 || sizes[0] > len(args) {
			break
		}
		arg := args[:sizes[0]]
		args, sizes = args[sizes[0]:], sizes[1:]
		switch {
		case p.Verb == 'n':
		case p.Verb == 's':
			text := cformat.Cells(append(arg[:len(arg):len(arg)], 0))
			s, _ := text.Text()
			b = p.AppendString(b, s)
		case p.Vector == 0:
			b = appendElement(b, p, arg)
		default:
			room := p.Vector
			if room == 3 {
				room = 4 // OpenCL 6.1.5
			}
			size := len(arg) / room
			for i := range p.Vector {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendElement(b, p, arg[i*size:(i+1)*size])
			}
		}
	}
	return b
}

// appendElement prints a scalar of its size. ROCm has words of its own for what is no number in
// half and float, and prints them without a field width.
func appendElement(b []byte, p cformat.Piece, arg []byte) []byte {
	var raw [8]byte
	copy(raw[:], arg)
	v := binary.LittleEndian.Uint64(raw[:])
	if !p.IsFloat() {
		bits := 8 * min(max(len(arg), 1), 8)
		if n := p.Bits(); p.Length == "h" || p.Length == "hh" {
			bits = min(bits, n)
		}
		return p.AppendInt(b, v, bits)
	}
	f := math.Float64frombits(v)
	switch len(arg) {
	case 2:
		f = float64(math.Float32frombits(num.F16ToF32(uint16(v))))
	case 4:
		f = float64(math.Float32frombits(uint32(v)))
	default:
		return p.AppendFloat(b, f)
	}
	word := ""
	switch {
	case math.IsInf(f, 0):
		word = "infinity"
	case math.IsNaN(f):
		word = "nan"
	default:
		return p.AppendFloat(b, f)
	}
	if math.Signbit(f) {
		word = "-" + word
	}
	return append(b, word...)
}
