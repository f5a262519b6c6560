package hsaco

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// dumpEntries shows the entries of a bundle, a line each.
func dumpEntries(entries []BundleEntry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, fmt.Sprintf("%s %q %d %v", e.Kind, e.Target, len(e.Data), e.Device()))
	}
	return out
}

func TestReadBundle(t *testing.T) {
	v5, v6, linked := len(readSample(t, "v5.hsaco")), len(readSample(t, "v6.hsaco")), len(readSample(t, "linked.hsaco"))
	two := []string{
		`host "" 0 false`,
		fmt.Sprintf(`hipv4 "gfx942:xnack+" %d true`, v5),
		fmt.Sprintf(`hipv4 "gfx950:sramecc-:xnack-" %d true`, v6),
	}
	one := func(kind, target string) []string {
		return []string{`host "" 0 false`, fmt.Sprintf(`%s %q %d true`, kind, target, linked)}
	}
	for name, want := range map[string][]string{
		"plain.bundle":  two,
		"ccob3.bundle":  two,
		"ccob2.bundle":  one("hip", "gfx950"),
		"openmp.bundle": one("openmp", "gfx950:xnack+"),
		"host.o":        append(two, one("hip", "gfx950")...),
	} {
		entries, err := ReadBundle(readSample(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, dumpEntries(entries)); diff != "" {
			t.Errorf("%s: -want +have\n%s", name, diff)
		}
	}
}

// TestBundleNames takes entry names apart that clang has written over time.
func TestBundleNames(t *testing.T) {
	for id, want := range map[string]BundleEntry{
		"host-x86_64-unknown-linux-gnu-":                   {Kind: "host"},
		"host-x86_64-unknown-linux--":                      {Kind: "host"},
		"hip-amdgcn-amd-amdhsa-gfx906":                     {Kind: "hip", Target: "gfx906"},
		"hip-amdgcn-amd-amdhsa-gfx9-4-generic":             {Kind: "hip", Target: "gfx9-4-generic"},
		"hip-amdgcn-amd-amdhsa--gfx950":                    {Kind: "hip", Target: "gfx950"},
		"hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-":  {Kind: "hipv4", Target: "gfx942:sramecc+:xnack-"},
		"hipv4-amdgcn-amd-amdhsa--gfx9-4-generic:xnack+":   {Kind: "hipv4", Target: "gfx9-4-generic:xnack+"},
		"hipv4-amdgcn-amd-amdhsa-unknown-gfx950:xnack-":    {Kind: "hipv4", Target: "gfx950:xnack-"},
		"openmp-amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-": {Kind: "openmp", Target: "gfx950:sramecc+:xnack-"},
		"hip-spirv64-amd-amdhsa--amdgcnspirv":              {Kind: "hip", Target: "amdgcnspirv"},
		"odd":                                              {Kind: "odd"},
		"":                                                 {},
	} {
		have := newBundleEntry(id, nil)
		if have.Kind != want.Kind || have.Target != want.Target {
			t.Errorf("%s: kind %q target %q, want %q %q", id, have.Kind, have.Target, want.Kind, want.Target)
		}
	}
}

// plainBundle builds a bundle of entries, name and content in turn.
func plainBundle(nameAndContent ...string) []byte {
	n := len(nameAndContent) / 2
	header := len(bundleMagic) + 8
	for i := range n {
		header += 24 + len(nameAndContent[2*i])
	}
	b := le.AppendUint64([]byte(bundleMagic), uint64(n))
	at := header
	for i := range n {
		name, content := nameAndContent[2*i], nameAndContent[2*i+1]
		b = le.AppendUint64(b, uint64(at))
		b = le.AppendUint64(b, uint64(len(content)))
		b = le.AppendUint64(b, uint64(len(name)))
		b = append(b, name...)
		at += len(content)
	}
	for i := range n {
		b = append(b, nameAndContent[2*i+1]...)
	}
	return b
}

func TestSelectEntry(t *testing.T) {
	const any950, on950, off950, both942 = "hipv4-amdgcn-amd-amdhsa--gfx950", "hipv4-amdgcn-amd-amdhsa--gfx950:xnack+",
		"hipv4-amdgcn-amd-amdhsa--gfx950:xnack-", "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-"
	const host = "host-x86_64-unknown-linux-gnu-"
	for _, c := range []struct {
		ids  []string
		mcpu string
		want string // the entry, or a part of the error
	}{
		{[]string{host, any950}, "", any950},
		{[]string{host, any950}, "gfx950", any950},
		{[]string{host, any950}, "gfx950:xnack+", any950},
		{[]string{host, any950}, "gfx942", "no entry for gfx942; it has\n\thost-x86_64-unknown-linux-gnu- (1 bytes)\n\thipv4-amdgcn"},
		{[]string{host}, "", "no entry for a device"},
		{nil, "", "no entries"},
		{[]string{any950, both942}, "", "2 entries for a device"},
		{[]string{any950, both942}, "gfx942", both942},
		{[]string{any950, both942}, "gfx942:xnack-", both942},
		{[]string{any950, both942}, "gfx942:xnack+", "no entry for gfx942:xnack+"},
		{[]string{any950, on950, off950}, "gfx950", any950},
		{[]string{any950, on950, off950}, "gfx950:xnack-", off950},
		{[]string{on950, off950}, "gfx950", "2 entries for gfx950"},
		{[]string{on950, off950}, "gfx950:sramecc+:xnack+", on950},
		{[]string{any950, any950}, "gfx950", "2 entries for gfx950"},
		{[]string{host, "hip-spirv64-amd-amdhsa--amdgcnspirv", any950}, "gfx950", any950},
		{[]string{host, "odd"}, "gfx950", "no entry for gfx950"},
	} {
		var entries []BundleEntry
		for _, id := range c.ids {
			entries = append(entries, newBundleEntry(id, []byte{0}))
		}
		var want targetID
		if c.mcpu != "" {
			var err error
			if want, err = parseTargetID(c.mcpu); err != nil {
				t.Fatal(err)
			}
		}
		e, err := selectEntry(entries, want)
		have := e.ID
		if err != nil {
			have = err.Error()
		}
		if (err == nil && have != c.want) || !strings.Contains(have, c.want) {
			t.Errorf("%v for %q: %s, want %s", c.ids, c.mcpu, have, c.want)
		}
	}
}

func TestOpenBundle(t *testing.T) {
	for _, c := range []struct{ name, mcpu, want string }{
		{"plain.bundle", "gfx942", "v5.hsaco"},
		{"plain.bundle", "gfx950", "v6.hsaco"},
		{"ccob3.bundle", "gfx942:xnack+", "v5.hsaco"},
		{"ccob3.bundle", "gfx950:xnack-", "v6.hsaco"},
		{"ccob2.bundle", "", "linked.hsaco"},
		{"openmp.bundle", "gfx950", "linked.hsaco"},
		{"host.o", "gfx942", "v5.hsaco"},
	} {
		o, err := Open(readSample(t, c.name), c.mcpu)
		if err != nil {
			t.Errorf("%s for %q: %v", c.name, c.mcpu, err)
			continue
		}
		if have, want := dumpObject(o)+dumpKernels(o), dumpObject(openSample(t, c.want))+dumpKernels(openSample(t, c.want)); have != want {
			t.Errorf("%s for %q is not %s", c.name, c.mcpu, c.want)
		}
	}
	// Two bundles of the host program have code for gfx950.
	if _, err := Open(readSample(t, "host.o"), "gfx950:sramecc-:xnack-"); err != nil {
		t.Error(err)
	}
	if _, err := Open(readSample(t, "host.o"), ""); err == nil || !strings.Contains(err.Error(), "3 entries for a device") {
		t.Errorf("error %v, want one about 3 entries", err)
	}
}

// ccob builds a compressed bundle of a version; sizes and hash are right
// unless edited.
func ccob(version, method int, plain []byte) []byte {
	var packed bytes.Buffer
	if method == bundleZlib {
		w := zlib.NewWriter(&packed)
		w.Write(plain)
		w.Close()
	} else {
		w, _ := zstd.NewWriter(&packed)
		w.Write(plain)
		w.Close()
	}
	b := append([]byte(compressedMagic), byte(version), 0, byte(method), 0)
	switch version {
	case 1:
		b = le.AppendUint32(b, uint32(len(plain)))
	case 2:
		b = le.AppendUint32(b, uint32(24+packed.Len()))
		b = le.AppendUint32(b, uint32(len(plain)))
	case 3:
		b = le.AppendUint64(b, uint64(32+packed.Len()))
		b = le.AppendUint64(b, uint64(len(plain)))
	}
	sum := md5.Sum(plain)
	b = append(b, sum[:8]...)
	return append(b, packed.Bytes()...)
}

// TestCompressedVersions reads what each version and method gives, alone and
// with padding and another bundle after it.
func TestCompressedVersions(t *testing.T) {
	plain := readSample(t, "plain.bundle")
	want, err := ReadBundle(plain)
	if err != nil {
		t.Fatal(err)
	}
	for version := 1; version <= 3; version++ {
		for method := bundleZlib; method <= bundleZstd; method++ {
			b := ccob(version, method, plain)
			for _, tail := range []int{0, 1, 4096} {
				padded := append(bytes.Clone(b), make([]byte, tail)...)
				have, err := ReadBundle(padded)
				if diff := cmp.Diff(want, have); err != nil || diff != "" {
					t.Errorf("version %d method %d with %d zeros: %v\n%s", version, method, tail, err, diff)
				}
				if version == 1 {
					continue // does not say where it ends
				}
				have, err = ReadBundle(append(padded, plain...))
				if err != nil || len(have) != 2*len(want) {
					t.Errorf("version %d method %d, then another: %d entries, %v", version, method, len(have), err)
				}
			}
		}
	}
}

func TestBundleErrors(t *testing.T) {
	plain := plainBundle("hip-amdgcn-amd-amdhsa--gfx950", "\x7fELF")
	first := len(bundleMagic) + 8
	packed := ccob(3, bundleZstd, plain)
	for _, c := range []struct {
		name string
		b    []byte
		want string
	}{
		{"no header", []byte(bundleMagic), "header is cut off"},
		{"count", patch(plain, first-8, 0xff, 0xff, 0xff), "16777215 entries"},
		{"most entries", append(patch(plain, first-8, 1, 0x10), make([]byte, 200_000)...), "at most 4096 are read"},
		{"entry cut", patch(plainBundle("hip-amdgcn-amd-amdhsa--gfx950", ""), first-8, 2), "entry 1 is cut off"},
		{"name", patch(plain, first+16, 0xff), "name of 255 bytes"},
		{"offset", patch(plain, first, 0xff), "are not in the bundle"},
		{"size", patch(plain, first+8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "are not in the bundle"},
		{"no code object", plain, "ELF header is cut off"},
		{"bitcode", plainBundle("hip-amdgcn-amd-amdhsa--gfx950", "BC\xc0\xdeabc"), "is LLVM bitcode"},
		{"bundle in a bundle", plainBundle("hip-amdgcn-amd-amdhsa--gfx950", string(plain)), "not an ELF file"},
		{"compressed: no header", []byte(compressedMagic + "\x03"), "header is cut off"},
		{"compressed: version 4", patch(packed, 4, 4), "version 4; versions 1 to 3"},
		{"compressed: version 0", patch(packed, 4, 0), "version 0; versions 1 to 3"},
		{"compressed: short", packed[:28], "header is cut off"},
		{"compressed: method", patch(packed, 6, 2), "method 2"},
		{"compressed: file size", packed[:len(packed)-1], "claims to have"},
		{"compressed: file size 0", patch(packed, 8, 0), "claims to have"},
		{"compressed: claims more", patch(packed, 16, byte(len(plain)+1)), "stated"},
		{"compressed: claims less", patch(packed, 16, byte(len(plain)-1)), ""},
		{"compressed: claims far more", patch(packed, 16, 0, 0, 0, 0, 1), "which is not plausible"},
		{"compressed: zlib claims less", patch(ccob(2, bundleZlib, plain), 12, byte(len(plain)-1)), "stated"},
		{"compressed: hash", patch(packed, 24, ^packed[24]), "does not match its hash"},
		{"compressed: no bundle", ccob(2, bundleZlib, []byte("text")), "is not an offload bundle"},
		{"compressed: twice", ccob(2, bundleZlib, packed), "is not an offload bundle"},
		{"compressed: zlib damaged", patch(ccob(3, bundleZlib, plain), 32, 0), "zlib"},
		{"compressed: zstd damaged", patch(packed, 32, 0), "magic"},
	} {
		_, err := Open(c.b, "gfx950")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

// TestBundleBombs gives bundles that decompress to far more than they say, or
// say so; the memory that is used does not follow.
func TestBundleBombs(t *testing.T) {
	const huge = 64 << 20
	zeros := make([]byte, huge)
	for version := 1; version <= 3; version++ {
		for method := bundleZlib; method <= bundleZstd; method++ {
			honest := ccob(version, method, zeros)
			sizeAt := map[int]int{1: 8, 2: 12, 3: 16}[version]
			for _, b := range [][]byte{honest, patch(honest, sizeAt, 0, 0, 1, 0)} { // 64 KiB
				limit := uint64(4 * inflateBudget(len(b)))
				used := allocated(func() {
					if _, err := ReadBundle(b); err == nil {
						t.Errorf("version %d method %d: no error", version, method)
					}
				})
				if used > limit {
					t.Errorf("version %d method %d: %d bytes take %d bytes of memory, more than %d", version, method, len(b), used, limit)
				}
			}
		}
	}
	// Many bundles share one budget.
	small := ccob(2, bundleZstd, append([]byte(bundleMagic), make([]byte, 1<<20)...))
	many := bytes.Repeat(small, 1000)
	if _, err := ReadBundle(many); err == nil || !strings.Contains(err.Error(), "plausible") {
		t.Errorf("error %v, want one about the size", err)
	}
}
