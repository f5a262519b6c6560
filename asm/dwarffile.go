package asm

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"heddle/isa"
)

// dbgFile is an entry of the file table.
type dbgFile struct {
	name      string
	dir       int // 0 is the compilation directory, else 1 + index in dirs
	md5       [16]byte
	hasMD5    bool
	source    string
	hasSource bool
	where     span
}

// dbgFiles are the directories and files of a line table.
type dbgFiles struct {
	dir       string // compilation directory, of `.file 0` or for -g
	root      dbgFile
	hasRoot   bool
	dirs      []string
	dirIndex  map[string]int
	byNumber  map[uint32]dbgFile
	last      uint32          // highest number
	again     map[uint32]bool // numbers given to the root file, which remain free
	someMD5   bool
	lackMD5   bool
	anySource bool
}

func newDbgFiles() dbgFiles {
	return dbgFiles{dirIndex: map[string]int{}, byNumber: map[uint32]dbgFile{}, again: map[uint32]bool{}}
}

// track notes what the columns of the table have to be.
func (t *dbgFiles) track(f *dbgFile) {
	if f.hasMD5 {
		t.someMD5 = true
	} else {
		t.lackMD5 = true
	}
	t.anySource = t.anySource || f.hasSource
}

func (t *dbgFiles) setRoot(dir string, f dbgFile) {
	t.dir, t.root, t.hasRoot = dir, f, true
	t.track(&f)
}

// isRoot reports whether a numbered file is the one that `.file 0` describes.
func (t *dbgFiles) isRoot(dir string, f *dbgFile) bool {
	return t.hasRoot && dir == "" && f.name == t.root.name && f.hasMD5 == t.root.hasMD5 && f.md5 == t.root.md5
}

// add enters a file under a number that is still free. version is that of
// DWARF; before 5 there is no root file.
func (t *dbgFiles) add(number uint32, dir string, f dbgFile, version int) {
	if dir == t.dir {
		dir = ""
	}
	if f.name == "" {
		f.name, dir = "<stdin>", ""
	}
	if version >= 5 && t.isRoot(dir, &f) {
		// As in llvm-mc, where clang never makes use of it.
		t.again[number] = true
		return
	}
	if dir == "" {
		if d := pathParent(f.name); d != "" {
			dir, f.name = d, pathBase(f.name)
		}
	}
	f.dir = t.directory(dir)
	t.track(&f)
	t.byNumber[number] = f
	t.last = max(t.last, number)
}

func (t *dbgFiles) directory(dir string) int {
	if dir == "" {
		return 0
	}
	i, ok := t.dirIndex[dir]
	if !ok {
		t.dirs = append(t.dirs, dir)
		i = len(t.dirs)
		t.dirIndex[dir] = i
	}
	return i
}

// fileDirective is
//
//	.file "name"
//	.file NUMBER ["directory"] "name" [md5 NUMBER] [source "text"]
func (d *dbg) fileDirective(s *dbgScan, _ dbgPos) *isa.SyntaxError {
	if s.peek() == '"' {
		return s.fileName()
	}
	s.space()
	start := s.pos
	number, err := s.count("the file number", math.MaxUint32)
	if err != nil {
		err.Notes = fileForms
		return err
	}
	numberEnd := s.pos
	s.space()
	entry := s.pos
	dir, f, err := s.fileEntry()
	if err != nil {
		return err
	}
	if d.gen.on {
		d.stopGen()
	}
	if _, used := d.files.byNumber[uint32(number)]; used {
		return s.about(start, numberEnd, "file number %d is taken", number)
	}
	if number == 0 && f.name == "" {
		return s.about(entry, s.pos, "file 0 needs a name")
	}
	f.where = s.where
	d.hasTable = true
	if number == 0 {
		d.version = max(d.version, 5)
		d.files.setRoot(dir, f)
	} else {
		d.files.add(uint32(number), dir, f, d.version)
	}
	d.warnMD5(s)
	return nil
}

var fileForms = []string{
	`.file "name"`,
	`.file NUMBER ["directory"] "name" [md5 NUMBER] [source "text"]`,
}

// fileName is `.file "name"`. It names the source for the symbol table of other targets; llvm-mc
// does not use it for AMDGPU.
func (s *dbgScan) fileName() *isa.SyntaxError {
	if _, err := s.fileText(); err != nil {
		return err
	}
	if err := s.done(); err != nil {
		err.Msg = "without a file number, only the name is expected"
		err.Notes = fileForms
		return err
	}
	return nil
}

// fileEntry reads what follows the number.
func (s *dbgScan) fileEntry() (dir string, f dbgFile, err *isa.SyntaxError) {
	if f.name, err = s.fileText(); err != nil {
		return "", f, err
	}
	if s.peek() == '"' {
		dir = f.name
		if f.name, err = s.fileText(); err != nil {
			return "", f, err
		}
	}
	for err == nil && !s.atEnd() {
		start := s.pos
		switch s.word() {
		case "md5":
			err = s.md5(&f)
		case "source":
			f.hasSource = true
			f.source, err = s.fileText()
		default:
			err = s.wrong(start, "md5 or source expected")
			err.Notes = fileForms
		}
	}
	return dir, f, err
}

func (s *dbgScan) md5(f *dbgFile) *isa.SyntaxError {
	hi, lo, err := s.number()
	if err != nil {
		return err
	}
	f.hasMD5 = true
	binary.BigEndian.PutUint64(f.md5[:8], hi)
	binary.BigEndian.PutUint64(f.md5[8:], lo)
	return nil
}

// warnMD5 warns, once, that sums given for some files will be left out.
func (d *dbg) warnMD5(s *dbgScan) {
	if d.md5Warned || !d.files.someMD5 || !d.files.lackMD5 {
		return
	}
	d.md5Warned = true
	d.faults = append(d.faults, dbgFault{where: s.where, warning: true,
		err: &isa.SyntaxError{Msg: "some files have an MD5 sum and some do not: the line table will have no sums"}})
}

// checkFiles finds file numbers that were left out.
func (d *dbg) checkFiles() {
	t := &d.files
	if uint64(len(t.byNumber)) == uint64(t.last) {
		return
	}
	free := uint32(1)
	for t.has(free) {
		free++
	}
	d.fault(t.byNumber[t.last].where, t.missing(free), "file numbers have no gaps")
}

func (t *dbgFiles) has(number uint32) bool {
	_, ok := t.byNumber[number]
	return ok
}

// missing explains why there is no file with a number.
func (t *dbgFiles) missing(number uint32) string {
	if t.again[number] {
		return fmt.Sprintf("file %d repeats file 0, which has only the number 0", number)
	}
	return fmt.Sprintf("no .file directive has the number %d", number)
}

// valid reports whether .loc may use a file number. Without a root file,
// number 0 is file 1: llvm-mc puts it in both places.
func (t *dbgFiles) valid(number uint32) bool {
	if number == 0 {
		return t.hasRoot || t.has(1)
	}
	return t.has(number)
}

// The rules of LLVM's path library for names with slashes: a name that ends in one has the base
// ".", and exactly two leading slashes begin a network name.

func pathRoot(p string) int {
	if len(p) > 3 && p[0] == '/' && p[1] == '/' && p[2] != '/' {
		if i := strings.IndexByte(p[2:], '/'); i >= 0 {
			return i + 2
		}
		return -1
	}
	if strings.HasPrefix(p, "/") {
		return 0
	}
	return -1
}

func pathBaseStart(p string) int {
	if strings.HasSuffix(p, "/") {
		return len(p) - 1
	}
	i := strings.LastIndexByte(p, '/')
	if i == 1 && p[0] == '/' {
		return 0
	}
	return i + 1
}

func pathBase(p string) string {
	root, end := pathRoot(p), len(p)
	for end > 0 && end-1 != root && p[end-1] == '/' {
		end--
	}
	if strings.HasSuffix(p, "/") && (root < 0 || end-1 > root) {
		return "."
	}
	return p[pathBaseStart(p[:end]):end]
}

func pathParent(p string) string {
	if p == "" {
		return ""
	}
	root, end := pathRoot(p), pathBaseStart(p)
	slash := end < len(p) && p[end] == '/'
	for end > 0 && (root < 0 || end > root) && p[end-1] == '/' {
		end--
	}
	if end == root && !slash {
		end++
	}
	return p[:end]
}
