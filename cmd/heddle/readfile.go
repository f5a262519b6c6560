package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// The most that is read of files: a pipe may never end, and a size in a file may
// be any number.
const (
	maxInput = 1 << 29 // bytes of code objects, assembly, MLIR and text
	maxArray = 1 << 32 // bytes of an array in a .npy file
)

// readFile reads a file of maxInput bytes at most.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	defer f.Close()
	b, err := readAll(f, maxInput)
	if err != nil {
		return nil, fileError(name, err)
	}
	return b, nil
}

// readAll reads to the end, which comes before limit bytes or is an error.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	if f, ok := r.(*os.File); ok {
		if i, err := f.Stat(); err == nil && i.Mode().IsRegular() && i.Size() > limit {
			return nil, tooLong(limit)
		}
	}
	var pieces [][]byte
	total := int64(0)
	for { // in pieces: what grows is copied, and an endless file is held twice
		piece := make([]byte, 1<<20)
		n, err := io.ReadFull(r, piece)
		pieces, total = append(pieces, piece[:n]), total+int64(n)
		switch {
		case total > limit:
			return nil, tooLong(limit)
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return bytes.Join(pieces, nil), nil
		case err != nil:
			return nil, err
		}
	}
}

func tooLong(limit int64) error {
	return fmt.Errorf("it has more than the %d MiB that are read", limit>>20)
}
