package hsaco

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// BundleEntry is one entry of an offload bundle.
type BundleEntry struct {
	// ID is the whole name, such as
	// "hipv4-amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-".
	ID string
	// Kind is what the entry contains: "host", or "hip", "hipv4", "openmp", …
	Kind string
	// Target is the target id at the end of ID; empty for the host.
	Target string
	Data   []byte
}

// Device reports whether the entry is for a device and not empty.
func (e BundleEntry) Device() bool { return e.Kind != "host" && len(e.Data) > 0 }

// Magic numbers of bundles. Source: clang documentation, "Clang Offload
// Bundler".
const (
	bundleMagic     = "__CLANG_OFFLOAD_BUNDLE__"
	compressedMagic = "CCOB"
	bitcodeMagic    = "BC\xc0\xde"
	archiveMagic    = "!<arch>\n"

	fatBinSection = ".hip_fatbin"
)

// isBundle reports whether b starts like a bundle, plain or compressed.
func isBundle(b []byte) bool {
	return bytes.HasPrefix(b, []byte(bundleMagic)) || bytes.HasPrefix(b, []byte(compressedMagic))
}

// ReadBundle returns the entries of an offload bundle, plain or compressed, or of the one in the
// .hip_fatbin section of a host program, in file order. Several bundles may follow each other,
// separated by zeros: this is how linking host objects lays out their .hip_fatbin sections.
func ReadBundle(b []byte) ([]BundleEntry, error) {
	if isELF(b) {
		f, err := parseELF(b)
		if err != nil {
			return nil, err
		}
		if b, err = f.fatBinary(); err != nil {
			return nil, err
		}
	}
	if !isBundle(b) {
		return nil, errors.New("not an offload bundle")
	}
	budget := inflateBudget(len(b))
	var entries []BundleEntry
	// Anything after the last bundle that is neither padding nor a bundle is ignored, as in clang's
	// tools.
	for rest := b; isBundle(rest); {
		more, size, err := readOneBundle(rest, &budget)
		if err != nil {
			return nil, fmt.Errorf("bundle at byte %#x: %w", len(b)-len(rest), err)
		}
		entries = append(entries, more...)
		rest = bytes.TrimLeft(rest[size:], "\x00")
	}
	return entries, nil
}

// fatBinary returns the content of a host program's .hip_fatbin section.
func (f *elfFile) fatBinary() ([]byte, error) {
	for _, s := range f.sections {
		if s.Name == fatBinSection {
			if !isBundle(s.Data) {
				return nil, fmt.Errorf("%v does not begin with an offload bundle", s)
			}
			return s.Data, nil
		}
	}
	return nil, fmt.Errorf("ELF file is for %v and has no %s section; a code object is for AMDGPU (%d)",
		f.machine, fatBinSection, machineAMDGPU)
}

// readOneBundle reads the bundle at the start of b and returns its length.
func readOneBundle(b []byte, budget *int) ([]BundleEntry, int, error) {
	if !bytes.HasPrefix(b, []byte(compressedMagic)) {
		return readPlainBundle(b)
	}
	plain, size, err := readCompressed(b, budget)
	if err != nil {
		return nil, 0, err
	}
	if !bytes.HasPrefix(plain, []byte(bundleMagic)) {
		return nil, 0, errors.New("the compressed content is not an offload bundle")
	}
	entries, _, err := readPlainBundle(plain)
	return entries, size, err
}

// readPlainBundle reads a bundle: the magic, the number of entries, for each
// its offset, its size and its name; then the content.
func readPlainBundle(b []byte) ([]BundleEntry, int, error) {
	const field, most = 8, 4096
	total, at := uint64(len(b)), uint64(len(bundleMagic))
	if total-at < field {
		return nil, 0, errors.New("the header is cut off")
	}
	count := le.Uint64(b[at:])
	at += field
	if count > (total-at)/(3*field) || count > most {
		return nil, 0, fmt.Errorf("%d entries in %d bytes; at most %d are read", count, total, most)
	}
	entries := make([]BundleEntry, count)
	end := at
	for i := range entries {
		if total-at < 3*field {
			return nil, 0, fmt.Errorf("entry %d is cut off", i)
		}
		offset, size, name := le.Uint64(b[at:]), le.Uint64(b[at+field:]), le.Uint64(b[at+2*field:])
		at += 3 * field
		if name > total-at {
			return nil, 0, fmt.Errorf("entry %d has a name of %d bytes where %d are left", i, name, total-at)
		}
		id := string(b[at : at+name])
		at += name
		if offset > total || size > total-offset {
			return nil, 0, fmt.Errorf("entry %d (%s): bytes %#x to %#x+%#x are not in the bundle of %#x bytes", i, clip(id), offset, offset, size, total)
		}
		entries[i] = newBundleEntry(id, b[offset:offset+size:offset+size])
		end = max(end, at, offset+size)
	}
	return entries, int(end), nil
}

// newBundleEntry parses the name: KIND-ARCH-VENDOR-OS-ENVIRONMENT-TARGET, where old names lack the
// environment and a target may itself contain a '-'.
func newBundleEntry(id string, data []byte) BundleEntry {
	e := BundleEntry{ID: id, Data: data}
	parts := strings.SplitN(id, "-", 5)
	e.Kind = parts[0]
	if e.Kind == "host" || len(parts) < 5 {
		return e
	}
	e.Target = parts[4]
	if env, target, ok := strings.Cut(parts[4], "-"); ok && !strings.HasPrefix(env, "gfx") {
		e.Target = target
	}
	return e
}

// selectCode returns the code object in b for want; a want without a processor selects the only
// one.
func selectCode(b []byte, want targetID) ([]byte, error) {
	switch {
	case isELF(b):
		f, err := parseELF(b)
		if err != nil {
			return nil, err
		}
		if f.machine == machineAMDGPU {
			return b, nil
		}
	case bytes.HasPrefix(b, []byte(bitcodeMagic)):
		return nil, errors.New("file is LLVM bitcode, not a code object")
	case bytes.HasPrefix(b, []byte(archiveMagic)):
		return nil, errors.New("file is an archive; extract its members first")
	case !isBundle(b):
		return nil, errors.New("file is neither an ELF code object nor an offload bundle")
	}
	entries, err := ReadBundle(b)
	if err != nil {
		return nil, err
	}
	e, err := selectEntry(entries, want)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(e.Data, []byte(bitcodeMagic)) {
		return nil, fmt.Errorf("bundle entry %s is LLVM bitcode, not a code object", clip(e.ID))
	}
	return e.Data, nil
}

// selectEntry picks the device entry for want. An entry with exactly the requested name is
// preferred to other compatible ones.
func selectEntry(entries []BundleEntry, want targetID) (BundleEntry, error) {
	var exact, fitting []BundleEntry
	for _, e := range entries {
		have, err := parseTargetID(e.Target)
		if !e.Device() || (err != nil && want.processor != "") {
			continue
		}
		switch {
		case want.processor == "":
			fitting = append(fitting, e)
		case have == want:
			exact = append(exact, e)
		case want.accepts(have):
			fitting = append(fitting, e)
		}
	}
	if len(exact) > 0 {
		fitting = exact
	}
	what := "a device"
	if want.processor != "" {
		what = want.String()
	}
	switch len(fitting) {
	case 0:
		return BundleEntry{}, fmt.Errorf("bundle has no entry for %s; it has\n%s", what, listEntries(entries))
	case 1:
		return fitting[0], nil
	}
	return BundleEntry{}, fmt.Errorf("bundle has %d entries for %s; say which target is meant, of\n%s", len(fitting), what, listEntries(fitting))
}

// listEntries shows the entries a message is about, one per line.
func listEntries(entries []BundleEntry) string {
	const most = 20
	var text strings.Builder
	for _, e := range entries[:min(len(entries), most)] {
		fmt.Fprintf(&text, "\t%s (%d bytes)\n", clip(e.ID), len(e.Data))
	}
	if len(entries) > most {
		fmt.Fprintf(&text, "\tand %d more\n", len(entries)-most)
	}
	if len(entries) == 0 {
		text.WriteString("\tno entries\n")
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// clip shortens a name from a file for a message.
func clip(name string) string {
	const most = 200
	if len(name) > most {
		return name[:most] + "…"
	}
	return name
}
