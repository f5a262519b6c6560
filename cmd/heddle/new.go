package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/diag"
	"heddle/examples/gallery"
	"heddle/isa"
	"heddle/launch"
)

// newModule is heddle new.
type newModule struct {
	module, heddle string
}

func newCommand(s *streams) *cobra.Command {
	var f newModule
	kinds := "Kinds:\n"
	for _, k := range gallery.Kinds() {
		kinds += fmt.Sprintf("  %-12s %s\n", k.Name, k.Summary)
	}
	cmd := &cobra.Command{
		Use:   "new KIND [DIR]",
		Short: "Write a kernel as a Go module of its own, to start from",
		Long: `new copies one of the kernels of Heddle's examples to DIR, by default a folder with the
name of the KIND, as a Go module that builds and whose tests pass: a kernel in the
language of package tile, its reference, and a program that compiles and simulates it.
docs/tile.md is about the language.

` + strings.TrimSuffix(kinds, "\n"),
		Example: `  heddle new softmax
  cd softmax && go run . && go test .
  heddle new gemm kernels/gemm --module example.com/kernels --heddle ~/src/heddle`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("new needs a KIND: %s", strings.Join(kindNames(), ", "))
			case len(args) > 2:
				return usagef("new takes a KIND and a DIR: unexpected %q", args[2])
			}
			return nil
		},
		ValidArgs: kindNames(),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := args[0]
			if len(args) == 2 {
				dir = args[1]
			}
			return f.write(s, args[0], dir)
		},
	}
	cmd.Flags().StringVar(&f.module, "module", "", "the `PATH` of the module (default: the name of DIR)")
	cmd.Flags().StringVar(&f.heddle, "heddle", "", "the `DIR` of Heddle's source (default: looked for around the current folder)")
	return cmd
}

func kindNames() (names []string) {
	for _, k := range gallery.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// write makes the module.
func (f *newModule) write(s *streams, kind, dir string) error {
	files := gallery.Files(kind)
	if files == nil {
		return usagef("there is no kind %q; the kinds are %s%s", kind, strings.Join(kindNames(), ", "), diag.DidYouMean(isa.Nearest(kind, kindNames(), 2)))
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	heddle, mod, err := f.source()
	if err != nil {
		return err
	}
	if files["go.mod"], err = f.goMod(mod, heddle, dir); err != nil {
		return err
	}
	if files["go.sum"], err = os.ReadFile(filepath.Join(heddle, "go.sum")); err != nil {
		return launch.FileError(filepath.Join(heddle, "go.sum"), err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return launch.FileError(dir, err)
	}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already: new overwrites nothing; give another DIR", filepath.Join(dir, name))
		}
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o666); err != nil {
			return launch.FileError(filepath.Join(dir, name), err)
		}
	}
	return s.write(func(w *bufio.Writer) error {
		for _, name := range names {
			fmt.Fprintln(w, filepath.Join(dir, name))
		}
		return nil
	})
}

// In a go.mod: the lines with the name, with the version of Go, and with a requirement.
var (
	moduleLine  = regexp.MustCompile(`(?m)^module .*$`)
	versionLine = regexp.MustCompile(`(?m)^go .*$`)
	requirement = regexp.MustCompile(`(?m)^\t([^ ]+ v[^ \n]+)`)
)

// source finds the source of Heddle and reads its go.mod.
func (f *newModule) source() (dir string, mod []byte, err error) {
	here, err := os.Getwd()
	if err != nil {
		return "", nil, err
	}
	var places []string
	if f.heddle != "" {
		places = []string{f.heddle}
	} else {
		for at := here; ; at = filepath.Dir(at) {
			places = append(places, at, filepath.Join(at, "heddle"))
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	for _, place := range places {
		mod, err := os.ReadFile(filepath.Join(place, "go.mod"))
		if err == nil && string(moduleLine.Find(mod)) == "module heddle" {
			dir, err := filepath.Abs(place)
			return dir, mod, err
		}
	}
	if f.heddle != "" {
		return "", nil, usagef("--heddle %s: its go.mod is not that of the module heddle; give the folder of a clone", f.heddle)
	}
	return "", nil, usagef("Heddle's source is not in this folder, one above it, or a folder heddle beside them: give --heddle DIR")
}

// goMod makes the go.mod of the module: Heddle's requirements, so that nothing has to be downloaded that
// Heddle's own build has not.
func (f *newModule) goMod(heddle []byte, source, dir string) ([]byte, error) {
	name := f.module
	if name == "" {
		name = strings.ToLower(filepath.Base(dir))
	}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*$`).MatchString(name) || name == "heddle" {
		if f.module == "" {
			return nil, usagef("DIR %s: %q cannot be the path of a module; give one with --module, such as example.com/kernels", dir, name)
		}
		return nil, usagef("--module: %q cannot be the path of a module; give one such as example.com/kernels", name)
	}
	if rel, err := filepath.Rel(dir, source); err == nil && !filepath.IsAbs(f.heddle) {
		source = filepath.ToSlash(rel)
	}
	if !strings.HasPrefix(source, ".") && !filepath.IsAbs(source) {
		source = "./" + source
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "module %s\n\n%s\n\nrequire heddle v0.0.0\n\nrequire (\n", name, versionLine.Find(heddle))
	for _, r := range requirement.FindAllSubmatch(heddle, -1) {
		fmt.Fprintf(&b, "\t%s // indirect\n", r[1])
	}
	fmt.Fprintf(&b, ")\n\nreplace heddle => %q\n", source)
	return b.Bytes(), nil
}
