package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"heddle/launch"
)

// maxLine is the longest line converted, in bytes.
const maxLine = 1 << 20

// converter appends the answer to one line to dst: nothing for a line without an
// instruction.
type converter func(dst []byte, line string) ([]byte, error)

// convertLines implements --hex: it answers each line of r with one line before it
// waits for the next. failed reports whether any answer was an error.
func convertLines(r io.Reader, w io.Writer, convert converter, asJSON bool) (failed bool, err error) {
	out := bufio.NewWriterSize(w, 64<<10)
	in := bufio.NewReaderSize(flushFirst{r, out}, maxLine+2) // with "\r\n"
	buf := []byte(nil)
	for {
		line, end, err := nextLine(in)
		if err != nil {
			return failed, errors.Join(err, out.Flush())
		}
		if end && line == nil {
			return failed, out.Flush()
		}
		var fault error
		if line == nil {
			buf, fault = buf[:0], fmt.Errorf("line is longer than %d bytes", maxLine)
		} else {
			buf, fault = convert(buf[:0], string(line))
		}
		failed = failed || fault != nil
		if asJSON {
			buf = jsonAnswer(buf, fault)
		} else if fault != nil {
			buf = append(append(buf[:0], "error: "...), oneLine(fault.Error())...)
		}
		if _, err := out.Write(append(buf, '\n')); err != nil {
			return failed, err
		}
		if end {
			return failed, out.Flush()
		}
	}
}

// nextLine reads a line without its line break; nil if it is too long or there is
// none. end reports whether it was the last one.
func nextLine(in *bufio.Reader) (line []byte, end bool, err error) {
	line, err = in.ReadSlice('\n')
	tooLong := false
	for errors.Is(err, bufio.ErrBufferFull) {
		tooLong = true
		_, err = in.ReadSlice('\n')
	}
	switch {
	case errors.Is(err, io.EOF):
		end, err = true, nil
		if len(line) == 0 && !tooLong {
			return nil, true, nil
		}
	case err != nil:
		return nil, false, err
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if tooLong || len(line) > maxLine {
		return nil, false, nil
	}
	return line, end, nil
}

// flushFirst flushes all answers before it waits for input.
type flushFirst struct {
	r io.Reader
	w *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.w.Flush(); err != nil {
		return 0, err
	}
	return f.r.Read(p)
}

func oneLine(s string) string {
	return strings.NewReplacer("\n", "; ", "\r", " ").Replace(s)
}

// jsonAnswer makes a line of JSON out of an answer.
func jsonAnswer(answer []byte, fault error) []byte {
	v := struct {
		Schema string `json:"schema"`
		Text   string `json:"text"`
		Error  string `json:"error,omitempty"`
	}{Schema: "heddle.line/v1", Text: string(answer)}
	if fault != nil {
		v.Text, v.Error = "", fault.Error()
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic("BUG: line as JSON: " + err.Error())
	}
	return b
}

// convertInput runs convertLines on the file called name, "-" for standard
// input.
func (s *streams) convertInput(name string, convert converter, asJSON bool) error {
	in := s.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return launch.FileError(name, err)
		}
		defer f.Close()
		in = f
	}
	failed, err := convertLines(in, s.out, convert, asJSON)
	if err == nil && failed {
		return errReported
	}
	return err
}
