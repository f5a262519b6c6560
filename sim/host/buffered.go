package host

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"heddle/cformat"
	"heddle/hsaco"
	"heddle/sim"
)

// printfSize is the size of the buffer of printf. ROCm's has 4 MiB; what does not fit is
// lost there.
const printfSize = 64 << 20

// printfHeader is its first part: the bytes in use, and how many there are.
const printfHeader = 8

// newPrintf makes a buffer for printf.
func (h *Host) newPrintf(d *sim.Device, o *hsaco.Object) (sim.Buffer, error) {
	b, err := d.Alloc(printfSize)
	if err != nil {
		return b, err
	}
	if o.Metadata != nil {
		h.formats = o.Metadata.Printf
	}
	return b, b.Write(binary.LittleEndian.AppendUint32(make([]byte, 4, printfHeader), printfSize-printfHeader), 0)
}

// flush prints the records in the buffer of printf, in the order in which the kernel took room
// for them.
func (h *Host) flush() error {
	if h.printf.Size == 0 {
		return nil
	}
	head := make([]byte, printfHeader)
	if err := h.printf.Read(head, 0); err != nil {
		return err
	}
	used := binary.LittleEndian.Uint32(head)
	if used == 0 {
		return nil
	}
	if used > printfSize-printfHeader {
		return fmt.Errorf("the kernel has overwritten its printf buffer: it says that %d bytes of %d are in use", used, printfSize-printfHeader)
	}
	data := make([]byte, used)
	if err := h.printf.Read(data, printfHeader); err != nil {
		return err
	}
	f := readFormats(h.formats)
	for at, largest := 0, 0; at < len(data); {
		control, text, n, err := f.record(data[at:])
		if err != nil {
			return fmt.Errorf("byte %d of the printf buffer: %w", at, err)
		}
		if _, err := h.streams.of(control).Write(text); err != nil {
			return err
		}
		at += n
		if largest = max(largest, n); at == len(data) && at+largest > printfSize-printfHeader {
			return fmt.Errorf("the printf buffer of %d bytes is full: what the kernel printed after this is lost", printfSize)
		}
	}
	return nil
}

// formats are the format strings of a code object: by number and with sizes, as OpenCL has
// them, and by hash, as HIP has them. A line that cannot be read matters where it is printed.
type formats struct {
	byID   map[uint32]sizedFormat
	byHash map[uint64]string
	unread error // of the last line of which not even the number or the hash could be read
}

type sizedFormat struct {
	text  string
	sizes []int
	all   int   // bytes
	err   error // of a line that clang writes for a format that does not fit its arguments
}

// readFormats reads amdhsa.printf: "id:count:size:…:text", or "0:0:hash,text".
func readFormats(lines []string) *formats {
	f := &formats{byID: map[uint32]sizedFormat{}, byHash: map[uint64]string{}}
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "0:0:"); ok {
			hash, text, _ := strings.Cut(rest, ",")
			v, err := strconv.ParseUint(hash, 16, 64)
			if err != nil {
				f.unread = fmt.Errorf("amdhsa.printf: %q has no hash", line)
				continue
			}
			f.byHash[v] = unescape(text)
			continue
		}
		id, rest, _ := strings.Cut(line, ":")
		number, err := strconv.ParseUint(id, 10, 32)
		if err != nil {
			f.unread = malformed(line)
			continue
		}
		f.byID[uint32(number)] = readSized(line, rest)
	}
	return f
}

func malformed(line string) error {
	return fmt.Errorf("amdhsa.printf: %q is not id:count:size:…:text", line)
}

// readSized reads the rest of a line.
func readSized(line, rest string) (s sizedFormat) {
	count, rest, _ := strings.Cut(rest, ":")
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || n > len(rest) {
		return sizedFormat{err: malformed(line)}
	}
	for range n {
		var size string
		size, rest, _ = strings.Cut(rest, ":")
		v, err := strconv.Atoi(size)
		if err != nil || v < 0 || v > printfSize {
			return sizedFormat{err: malformed(line)}
		}
		s.sizes = append(s.sizes, v)
		s.all = min(s.all+v, printfSize)
	}
	s.text = unescape(rest)
	return s
}

// escapes are those of AMDGPUPrintfRuntimeBinding. A backslash itself is not escaped.
var escapes = strings.NewReplacer(`\a`, "\a", `\b`, "\b", `\f`, "\f", `\n`, "\n", `\r`, "\r", `\v`, "\v", `\72`, ":")

func unescape(s string) string { return escapes.Replace(s) }

// record prints the first record, and says how long it is.
func (f *formats) record(data []byte) (control uint64, text []byte, n int, err error) {
	if len(data) < 4 {
		return 0, nil, 0, fmt.Errorf("%d bytes are no record", len(data))
	}
	first := binary.LittleEndian.Uint32(data)
	if len(f.byHash) > 0 || len(f.byID) == 0 && f.unread == nil {
		return f.hashed(data, first)
	}
	s, ok := f.byID[first]
	switch {
	case s.err != nil:
		return 0, nil, 0, s.err
	case !ok && f.unread != nil:
		return 0, nil, 0, f.unread
	case !ok:
		return 0, nil, 0, fmt.Errorf("format string %d is not in amdhsa.printf", first)
	}
	if n = 4 + s.all; n > len(data) {
		return 0, nil, 0, fmt.Errorf("a record of %d bytes ends after the last", n)
	}
	return 0, formatSized(s.text, s.sizes, data[4:n]), n, nil
}

// hashed prints a record of HIP. Its first dword has the length, from bit 2; bit 1 says that a
// hash stands for the format string, bit 0 that it goes to standard error.
func (f *formats) hashed(data []byte, first uint32) (control uint64, text []byte, n int, err error) {
	n = int(first >> 2)
	if n < 4 || n > len(data) {
		return 0, nil, 0, fmt.Errorf("a record of %d bytes; there are %d", n, len(data))
	}
	args := cformat.Cells(data[4:n])
	var s string
	ok := false
	if first&2 != 0 {
		var hash uint64
		if hash, ok = args.Next(); ok {
			if s, ok = f.byHash[hash]; !ok && f.unread != nil {
				return 0, nil, 0, f.unread
			}
			if !ok {
				return 0, nil, 0, fmt.Errorf("no format string in amdhsa.printf has hash %016x", hash)
			}
		}
	} else {
		s, ok = args.Text()
	}
	if !ok {
		return 0, nil, 0, fmt.Errorf("a record without a format string")
	}
	return uint64(first), cformat.Format(s, args), n, nil
}
