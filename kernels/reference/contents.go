package reference

// Contents reads a tensor: it fills page with the bytes from offset on. Bytes
// after the end are 0.
type Contents func(offset uint64, page []byte)

// Bytes makes Contents from bytes in memory.
func Bytes(data []byte) Contents {
	return func(offset uint64, page []byte) {
		n := 0
		if offset < uint64(len(data)) {
			n = copy(page, data[offset:])
		}
		clear(page[n:])
	}
}

// All reads the first size bytes, on all cores.
func (c Contents) All(size int64) []byte {
	const page = 1 << 17
	data := make([]byte, size)
	Parallel((len(data)+page-1)/page, func(i int) {
		c(uint64(i)*page, data[i*page:min((i+1)*page, len(data))])
	})
	return data
}
