// Package gallery has the kernels of its folders as text, for `heddle new`.
package gallery

import (
	"embed"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

//go:embed argmax attention conv crossentropy decode embedding gemm histogram layernorm moe rmsnorm rmsnormfp8 rope scan softmax topk transpose
var files embed.FS

// Kind is a program that can be copied.
type Kind struct {
	Name string // of its folder
	// Summary is the first sentence of its documentation.
	Summary string
}

// Kinds lists the programs by name.
func Kinds() []Kind {
	var kinds []Kind
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(e.Name(), "main.go"))
		if err != nil {
			panic("BUG: " + err.Error())
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		sentence, _, _ := strings.Cut(strings.ReplaceAll(f.Doc.Text(), "\n", " "), ". ")
		sentence, _, _ = strings.Cut(sentence, ":  ")
		kinds = append(kinds, Kind{e.Name(), strings.TrimRight(sentence, " .:")})
	}
	return kinds
}

// Files returns the files of a program by their names in its folder, nil for one that Kinds does not list.
func Files(kind string) map[string][]byte {
	entries, err := fs.ReadDir(files, kind)
	if err != nil {
		return nil
	}
	texts := map[string][]byte{}
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(kind, e.Name()))
		if err != nil {
			panic("BUG: " + err.Error())
		}
		texts[e.Name()] = text
	}
	return texts
}
