package launch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Limits for reading files: a pipe may never end, and a size in a file may be any number.
const (
	maxInput = 1 << 29 // bytes of code objects, assembly, MLIR and text
	maxArray = 1 << 32 // bytes of an array in a .npy file
)

// ReadFile reads a file of at most maxInput bytes.
func ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, FileError(name, err)
	}
	defer f.Close()
	b, err := ReadAll(f)
	if err != nil {
		return nil, FileError(name, err)
	}
	return b, nil
}

// ReadAll reads to the end; more than maxInput bytes are an error.
func ReadAll(r io.Reader) ([]byte, error) { return readAll(r, maxInput) }

// readAll reads to the end; more than limit bytes are an error.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	if f, ok := r.(*os.File); ok {
		if i, err := f.Stat(); err == nil && i.Mode().IsRegular() && i.Size() > limit {
			return nil, tooLong(limit)
		}
	}
	var pieces [][]byte
	total := int64(0)
	for { // in pieces, because growing a slice copies it and holds the data twice
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

// FileError describes an error of a file without the name of the system call.
func FileError(name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return InputError{fmt.Errorf("'%s': %w", name, err)}
}

// InputError is an error of reading or writing a file.
type InputError struct{ error }

func (e InputError) Unwrap() error { return e.error }

func tooLong(limit int64) error {
	return fmt.Errorf("it is larger than the limit of %d MiB", limit>>20)
}

// OpenBeside reads a file that another one names, relative to the other's folder (asm.Open).
func OpenBeside(from, name string) (path string, text []byte, err error) {
	if path = name; !filepath.IsAbs(name) {
		path = filepath.Join(filepath.Dir(from), name)
	}
	f, err := os.Open(path)
	if err != nil {
		return path, nil, FileError(path, err)
	}
	defer f.Close()
	if text, err = readAll(f, maxIncluded); err != nil {
		return path, nil, FileError(path, err)
	}
	return path, text, nil
}

// maxIncluded is the largest file that assembly may include, in bytes.
const maxIncluded = 64 << 20
