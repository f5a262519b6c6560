//go:build llvm

package sim_test

import (
	"archive/tar"
	"bytes"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/simtest"
)

// The committed code objects are made by
//
//	go test -tags llvm ./sim -run TestCorpusFresh -update-corpus
var updateCorpus = flag.Bool("update-corpus", false, "write the code objects of testdata/corpus")

// Other code than clang makes by itself: -corpus-flags "-mllvm -global-isel", for one.
var corpusFlags = flag.String("corpus-flags", "", "what else to give clang")

// levelFlags are what the levels of the corpus mean to clang. The debug level
// is for tests of source lines.
var levelFlags = map[string][]string{
	"O0":            {"-O0", "-g0"},
	"O1":            {"-O1", "-g0"},
	"O2":            {"-O2", "-g0"},
	"O3":            {"-O3", "-g0"},
	simtest.Preload: {"-O3", "-g0", "-mllvm", "-amdgpu-kernarg-preload", "-mllvm", "-amdgpu-kernarg-preload-count=8"},
	simtest.NoECC:   {"-O3", "-g0"},
	"debug":         {"-O1", "-g", "-fdebug-compilation-dir=."},
}

// fileFlags are what single files need.
var fileFlags = map[string][]string{"arith": {"-cl-fp32-correctly-rounded-divide-sqrt"}}

// compile builds one file of the corpus.
func compile(t *testing.T, file, level string, chip *arch.Chip) []byte {
	t.Helper()
	object, target := filepath.Join(t.TempDir(), "out.hsaco"), chip.Name
	if level == simtest.NoECC {
		target += ":sramecc-"
	}
	args := []string{"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header",
		"-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-nogpulib",
		"-Xclang", "-mlink-builtin-bitcode", "-Xclang", "/usr/lib/clc/amdgcn-amd-amdhsa.bc",
		"-w", file + ".cl", "-o", object}
	args = slices.Concat(args, levelFlags[level], fileFlags[file], strings.Fields(*corpusFlags))
	clang := exec.CommandContext(t.Context(), "clang-22", args...)
	clang.Dir = corpusDir
	if text, err := clang.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", clang.Args, err, text)
	}
	b, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fresh builds every code object of a chip, named as in the archive.
func fresh(t *testing.T, chip *arch.Chip) map[string][]byte {
	t.Helper()
	objects := map[string][]byte{"basic-debug": compile(t, "basic", "debug", chip)}
	for _, level := range simtest.Levels {
		for _, r := range simtest.RowsOf(chip, level) {
			if key := r.File + "-" + level; objects[key] == nil {
				objects[key] = compile(t, r.File, level, chip)
			}
		}
	}
	return objects
}

// TestCorpusFresh runs the corpus as the installed clang-22 compiles it.
func TestCorpusFresh(t *testing.T) {
	for _, chip := range arch.Chips {
		objects := fresh(t, chip)
		if *updateCorpus {
			writeArchive(t, chip, objects)
			continue
		}
		runCorpus(t, chip, objects, sim.Options{})
	}
}

func writeArchive(t *testing.T, chip *arch.Chip, objects map[string][]byte) {
	t.Helper()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(8<<20))
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(objects[name]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(objects[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(simtest.ArchiveName(corpusDir, chip), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d objects, %d bytes", simtest.ArchiveName(corpusDir, chip), len(objects), packed.Len())
}
