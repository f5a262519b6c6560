package launch

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zeros never ends.
type zeros struct{ read int64 }

func (z *zeros) Read(b []byte) (int, error) {
	clear(b)
	z.read += int64(len(b))
	return len(b), nil
}

// What never ends is refused when it is longer than the limit; what is as long
// as that is read.
func TestReadAll(t *testing.T) {
	const limit = 3 << 20
	z := &zeros{}
	if _, err := readAll(z, limit); err == nil || !strings.Contains(err.Error(), "larger than the limit of 3 MiB") || z.read > limit+1<<20 {
		t.Errorf("%v after %d bytes", err, z.read)
	}
	for _, n := range []int{0, 1, 1 << 20, limit - 1, limit, limit + 1} {
		want := bytes.Repeat([]byte{7}, n)
		got, err := readAll(bytes.NewReader(want), limit)
		if (err == nil) != (n <= limit) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %d, %v", n, len(got), err)
		}
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err = readAll(f, limit)
		f.Close()
		if (err == nil) != (n <= limit) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("a file of %d bytes: %d, %v", n, len(got), err)
		}
	}
}

// An array is read as far as its header says, which may not be beyond the limit.
func TestDecodeNPY(t *testing.T) {
	data := bytes.Repeat([]byte{1, 2, 3, 4}, 100_000)
	file := (&Array{Descr: "f4", Shape: []int{100_000}, Data: data}).NPY()
	z := &zeros{}
	a, err := decodeNPY(io.MultiReader(bytes.NewReader(file), z))
	if err != nil || !bytes.Equal(a.Data, data) {
		t.Fatal(err)
	}
	if z.read > 0 {
		t.Errorf("%d bytes behind the array are read", z.read)
	}
	if _, err := decodeNPY(bytes.NewReader(file[:len(file)-1])); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Error(err)
	}
	z.read = 0
	if _, err := decodeNPY(z); err == nil || !strings.Contains(err.Error(), "not a .npy file") || z.read > 1<<18 {
		t.Errorf("%v after %d bytes", err, z.read)
	}
	huge := (&Array{Descr: "f8", Shape: []int{1 << 20, 1 << 10}}).NPY()
	if _, err := decodeNPY(io.MultiReader(bytes.NewReader(huge), z)); err == nil || !strings.Contains(err.Error(), "larger than the limit of 4096 MiB for arrays") {
		t.Error(err)
	}
}

// Outputs that no file will hold are refused before the run, with the limit.
func TestOutputLimit(t *testing.T) {
	for text, want := range map[string]string{
		"out:o.npy:f32[1073741824]":     "",
		"out:o.npy:f32[1073741825]":     "f32[1073741825] has 4096 MiB; output files have at most 4096",
		"out:o.npy:f32[1099511627776]":  "has more than 2^42 elements",
		"out:o.npy:f32[1048576,262144]": "has 1048576 MiB; output files have at most 4096",
		"zero:f32[1048576,262144]":      "",
	} {
		_, err := parseArg(text, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
