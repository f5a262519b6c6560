package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// documents are the structs of each schema: a package and a type, or the file of a struct without a
// name.
var documents = []struct{ tag, of string }{
	{"heddle.addresses/v1", "cmd/heddle.addressesJSON"},
	{"heddle.asm/v1", "cmd/heddle.asmReport"},
	{"heddle.attention/v1", "cmd/heddle.attentionJSON"},
	{"heddle.baseline/v1", "findings.Baseline"},
	{"heddle.build/v1", "cmd/heddle.buildReport"},
	{"heddle.compare/v1", "timing/att.Document"},
	{"heddle.constants/v1", "cmd/heddle.constantsDocument"},
	{"heddle.diff/v1", "cmd/heddle.diffDocument"},
	{"heddle.error/v1", "cmd/heddle.errorJSON"},
	{"heddle.fidelity/v1", "cmd/heddle/fidelity.go"},
	{"heddle.findings/v1", "sim/sanitize/print.go"},
	{"heddle.gemm/v1", "cmd/heddle.gemmJSON"},
	{"heddle.interp/v1", "cmd/heddle.interpJSON"},
	{"heddle.isa-list/v1", "cmd/heddle/isa.go"},
	{"heddle.isa/v1", "cmd/heddle.isaJSON"},
	{"heddle.launch/v1", "launch.File"},
	{"heddle.layout/v1", "cmd/heddle.layoutJSON"},
	{"heddle.lds/v1", "cmd/heddle.ldsExecution"},
	{"heddle.lds/v1", "cmd/heddle.ldsKernelsJSON"},
	{"heddle.lds.solve/v1", "cmd/heddle.ldsSolveJSON"},
	{"heddle.line/v1", "cmd/heddle/hexlines.go"},
	{"heddle.mlir/v1", "cmd/heddle.mlirReport"},
	{"heddle.objdump/v1", "cmd/heddle.objectJSON"},
	{"heddle.passtimes/v1", "cmd/heddle.passTimesJSON"},
	{"heddle.run/v1", "cmd/heddle.runJSON"},
	{"heddle.sweep/v1", "cmd/heddle.sweepJSON"},
	{"heddle.tile/v1", "cmd/heddle.tileReport"},
	{"heddle.time/v1", "cmd/heddle.timeDocument"},
	{"heddle.time.against/v1", "cmd/heddle.againstDocument"},
	{"heddle.time.attention.compare/v1", "cmd/heddle.attentionVariants"},
	{"heddle.time.compare/v1", "cmd/heddle.compareDocument"},
	{"heddle.version/v1", "cmd/heddle.version"},
	{"heddle.vet/v1", "cmd/heddle.vetReport"},
}

// source is the declarations of the module, for what reflection does not know: comments.
type source struct {
	structs map[string]structType // by package and type
	unnamed map[string]structType // by file
	aliases map[string]ast.Expr   // of types that are no struct, by package and type
	texts   map[string]bool       // types with a MarshalJSON or MarshalText
	tags    []string              // schema tags
}

// structType is a struct and the file that it is in.
type structType struct {
	*ast.StructType
	pkg     string
	imports map[string]string
}

var schemaTag = regexp.MustCompile(`^heddle\.[a-z.-]+/v[0-9]+$`)

func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{map[string]structType{}, map[string]structType{}, map[string]ast.Expr{}, map[string]bool{}, nil}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.HasPrefix(d.Name(), "z") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		s.add(filepath.ToSlash(rel), f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(s.tags)
	s.tags = slices.Compact(s.tags)
	return s
}

// add adds the declarations of a file.
func (s *source) add(file string, f *ast.File) {
	pkg, imports := path.Dir(file), map[string]string{}
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = strings.TrimPrefix(p, "heddle/")
	}
	named := map[*ast.StructType]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if x, ok := n.Type.(*ast.StructType); ok {
				named[x] = true
				s.structs[pkg+"."+n.Name.Name] = structType{x, pkg, imports}
			} else {
				s.aliases[pkg+"."+n.Name.Name] = n.Type
			}
		case *ast.StructType:
			if !named[n] && len(n.Fields.List) > 0 && jsonName(n.Fields.List[0]) == "schema" {
				s.unnamed[file] = structType{n, pkg, imports}
			}
		case *ast.FuncDecl:
			if n.Recv != nil && strings.HasPrefix(n.Name.Name, "Marshal") {
				x := n.Recv.List[0].Type
				if p, ok := x.(*ast.StarExpr); ok {
					x = p.X
				}
				if id, ok := x.(*ast.Ident); ok {
					s.texts[pkg+"."+id.Name] = true
				}
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && schemaTag.MatchString(text) {
				s.tags = append(s.tags, text)
			}
		}
		return true
	})
}

// jsonName is a field's key, "" if the tag names none, "-" if it is left out.
func jsonName(f *ast.Field) string {
	if f.Tag == nil {
		return ""
	}
	text, _ := strconv.Unquote(f.Tag.Value)
	name, _, _ := strings.Cut(reflect.StructTag(text).Get("json"), ",")
	return name
}

// deep is more than the objects of any document are inside of each other.
const deep = 6

// rows are the keys of a struct, those of structs in it with a dot, so many of them inside of each other.
func (s *source) rows(of structType, prefix string, depth int) (list []string) {
	for _, f := range of.Fields.List {
		name := jsonName(f)
		if name == "-" || name == "" && len(f.Names) > 0 && (f.Tag == nil || !f.Names[0].IsExported()) {
			if name == "-" || len(f.Names) > 0 && !f.Names[0].IsExported() {
				continue
			}
			name = f.Names[0].Name
		}
		kind, inner := s.kind(of, f.Type)
		if name == "" { // embedded
			if inner != nil {
				list = append(list, s.rows(*inner, prefix, depth)...)
			}
			continue
		}
		key := prefix + name
		list = append(list, fmt.Sprintf("| `%s` | %s | %s |", key, kind, comment(f)))
		if inner != nil && depth > 0 {
			if strings.HasPrefix(kind, "array") {
				key += "[]"
			}
			list = append(list, s.rows(*inner, key+".", depth-1)...)
		}
	}
	return list
}

// kind is the JSON type of a field, and the struct in it.
func (s *source) kind(of structType, x ast.Expr) (string, *structType) {
	switch x := x.(type) {
	case *ast.StarExpr:
		return s.kind(of, x.X)
	case *ast.ArrayType:
		kind, inner := s.kind(of, x.Elt)
		return "array of " + strings.TrimPrefix(kind, "array of "), inner
	case *ast.MapType:
		kind, _ := s.kind(of, x.Value)
		return "object of " + kind, nil
	case *ast.StructType:
		return "object", &structType{x, of.pkg, of.imports}
	case *ast.SelectorExpr:
		return s.named(of.imports[x.X.(*ast.Ident).Name], x.Sel.Name)
	case *ast.IndexExpr:
		return s.kind(of, x.Index)
	case *ast.Ident:
		switch {
		case x.Name == "string", x.Name == "bool":
			return x.Name, nil
		case strings.Contains(x.Name, "int") && x.Obj == nil || strings.HasPrefix(x.Name, "float") || x.Name == "byte":
			return "number", nil
		}
		return s.named(of.pkg, x.Name)
	}
	return "any", nil
}

func (s *source) named(pkg, name string) (string, *structType) {
	key := pkg + "." + name
	if s.texts[key] {
		return "value", nil
	}
	if x, ok := s.structs[key]; ok {
		return "object", &x
	}
	if x, ok := s.aliases[key]; ok {
		return s.kind(structType{nil, pkg, nil}, x)
	}
	return "value", nil
}

// comment is the first sentence of what the code says of a field.
func comment(f *ast.Field) string {
	text := f.Doc.Text()
	if text == "" {
		text = f.Comment.Text()
	}
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	return strings.ReplaceAll(strings.TrimSuffix(text, "."), "|", "\\|")
}

// TestJSONPage: docs/json.md has each schema that the code has, with the keys of its documents.
// UPDATE_DOCS=1 writes them.
func TestJSONPage(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "json.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := readSource(t)
	page, known := string(text), map[string]bool{}
	for _, d := range documents {
		known[d.tag] = true
		of, ok := s.structs[d.of]
		if !ok {
			of, ok = s.unnamed[d.of]
		}
		if !ok {
			t.Errorf("%s: there is no struct %s", d.tag, d.of)
			continue
		}
		begin, end := "<!-- "+d.tag+" "+d.of+" -->\n", "<!-- end -->\n"
		_, rest, found := strings.Cut(page, begin)
		table, _, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Errorf("docs/json.md has no %s", begin)
			continue
		}
		want := "| key | type | |\n|---|---|---|\n" + strings.Join(s.rows(of, "", deep), "\n") + "\n"
		if table != want {
			if os.Getenv("UPDATE_DOCS") == "" {
				t.Errorf("docs/json.md: the table of %s is not that of the code (%s); UPDATE_DOCS=1 writes it", d.tag, d.of)
			}
			page = strings.Replace(page, begin+table+end, begin+want+end, 1)
		}
	}
	for _, tag := range s.tags {
		if !known[tag] || !strings.Contains(page, "`"+tag+"`") {
			t.Errorf("docs/json.md does not have `%s`, or its test does not know its struct", tag)
		}
	}
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
