package hsaco

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Compression methods, of compressed bundles and of ELF sections. Sources:
// clang's OffloadBundler (llvm::compression::Format), gABI "ch_type".
const (
	bundleZlib, bundleZstd   = 0, 1
	sectionZlib, sectionZstd = 1, 2
)

// inflateBudget returns the number of bytes that an input of size bytes may decompress to. Bundles
// with the same kernels for several chips shrink to a hundredth or less; one that claims more than
// this is a bomb.
func inflateBudget(size int) int {
	const ratio, floor = 256, 1 << 20
	return floor + ratio*size
}

// ccobHeader is the header of a compressed bundle, after the magic: u16
// version, u16 method, the file's size (since version 2; u32, in version 3
// u64), the decompressed size (u32, in version 3 u64), u64 hash.
type ccobHeader struct {
	method      uint16
	headerSize  int
	fileSize    uint64 // with the header; 0 in version 1, which does not say
	plainSize   uint64
	contentHash uint64
}

func parseCCOB(b []byte) (ccobHeader, error) {
	sizes := []int{1: 20, 2: 24, 3: 32} // of the header, by version
	if len(b) < 8 {
		return ccobHeader{}, errors.New("compressed bundle: the header is cut off")
	}
	version := int(le.Uint16(b[4:]))
	if version < 1 || version >= len(sizes) {
		return ccobHeader{}, fmt.Errorf("compressed bundle has version %d; versions 1 to 3 are read", version)
	}
	h := ccobHeader{method: le.Uint16(b[6:]), headerSize: sizes[version]}
	if len(b) < h.headerSize {
		return ccobHeader{}, errors.New("compressed bundle: the header is cut off")
	}
	switch version {
	case 1:
		h.plainSize = uint64(le.Uint32(b[8:]))
	case 2:
		h.fileSize, h.plainSize = uint64(le.Uint32(b[8:])), uint64(le.Uint32(b[12:]))
	case 3:
		h.fileSize, h.plainSize = le.Uint64(b[8:]), le.Uint64(b[16:])
	}
	h.contentHash = le.Uint64(b[h.headerSize-8:])
	if h.fileSize == 0 && version == 1 {
		h.fileSize = uint64(len(b))
	}
	if h.fileSize < uint64(h.headerSize) || h.fileSize > uint64(len(b)) {
		return ccobHeader{}, fmt.Errorf("compressed bundle claims to have %d bytes, but has %d", h.fileSize, len(b))
	}
	return h, nil
}

// readCompressed decompresses the bundle at the start of b, charging budget, and returns how many
// bytes of b it takes.
func readCompressed(b []byte, budget *int) ([]byte, int, error) {
	h, err := parseCCOB(b)
	if err != nil {
		return nil, 0, err
	}
	packed := b[h.headerSize:h.fileSize]
	var plain []byte
	switch h.method {
	case bundleZlib:
		plain, err = inflateZlib(packed, h.plainSize, budget)
	case bundleZstd:
		plain, err = inflateZstd(packed, h.plainSize, budget)
	default:
		return nil, 0, fmt.Errorf("compressed bundle has method %d; zlib (%d) and zstd (%d) are read", h.method, bundleZlib, bundleZstd)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("compressed bundle: %w", err)
	}
	// The hash detects corruption only: anybody can write one. zstd has no checksum of its own
	// here.
	if sum := md5.Sum(plain); h.contentHash != 0 && le.Uint64(sum[:]) != h.contentHash {
		return nil, 0, errors.New("compressed bundle: the content does not match its hash")
	}
	return plain, int(h.fileSize), nil
}

// spend subtracts size from the budget, or reports that the input is a bomb.
func spend(budget *int, size uint64, packed []byte) error {
	if size > uint64(*budget) {
		return fmt.Errorf("%d bytes claim to decompress to %d, which is not plausible", len(packed), size)
	}
	*budget -= int(size)
	return nil
}

// inflateZlib decompresses exactly size bytes. Memory use grows with the actual data, not with the
// claimed size.
func inflateZlib(packed []byte, size uint64, budget *int) ([]byte, error) {
	if err := spend(budget, size, packed); err != nil {
		return nil, err
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, int64(size)+1))
	if err != nil {
		return nil, err
	}
	if uint64(n) != size {
		return nil, fmt.Errorf("does not decompress to the stated %d bytes", size)
	}
	return out.Bytes(), nil
}

// inflateZstd decompresses exactly size bytes.
func inflateZstd(packed []byte, size uint64, budget *int) ([]byte, error) {
	if err := spend(budget, size, packed); err != nil {
		return nil, err
	}
	// The window needs no limit: DecodeAll looks back in its output and is told not to exceed that
	// buffer's capacity.
	const anyWindow = 1 << 40
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(anyWindow), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	out, err := d.DecodeAll(packed, make([]byte, 0, size))
	// Version 1 does not say where the data ends: one or more bytes of padding and further bundles
	// may follow the frame.
	tail := errors.Is(err, zstd.ErrMagicMismatch) || errors.Is(err, io.ErrUnexpectedEOF)
	if err != nil && !(tail && uint64(len(out)) == size && size > 0) {
		return nil, err
	}
	if uint64(len(out)) != size {
		return nil, fmt.Errorf("does not decompress to the stated %d bytes", size)
	}
	return out, nil
}
