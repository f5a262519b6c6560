// Command heddle is a toolchain for AMD gfx942 and gfx950 GPU kernels. Each
// subcommand has its own file: flags in, text or JSON out, exit code.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"

	"heddle/launch"
)

// Exit codes.
const (
	exitOK       = 0
	exitRejected = 1 // the input was rejected, or a check failed
	exitUsage    = 2 // unknown flag, command or target
	exitBug      = 3 // a bug in heddle
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams are what a command reads and writes: data on out, everything else on err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	color    bool // err shows colours
	started  bool // a command has accepted its arguments
	quiet    bool // no progress is shown: a trace goes to the terminal
}

// usageError reports a command called incorrectly.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errReported ends a command whose diagnostics have been printed.
var errReported = errors.New("reported")

// run executes the command line and returns the exit code.
func run(args []string, in io.Reader, out, err io.Writer) (code int) {
	s := &streams{in: in, out: out, err: err, color: isTerminal(err)}
	defer func() {
		if fault := recover(); fault != nil {
			reportBug(err, args, fault, debug.Stack())
			code = exitBug
		}
	}()
	root := rootCommand(s)
	root.SetArgs(normalizeArgs(root, args))
	cmd, fault := root.ExecuteC()
	if fault != nil && !s.started {
		fault = usageError{fault} // cobra's own checks of the arguments
	}
	if on, unset := cmd.Flags().GetBool("json"); on && unset == nil && fault != nil && !errors.Is(fault, errReported) {
		fault = errors.Join(fault, s.writeJSON(errorJSON{"heddle.error/v1", fault.Error()}))
	}
	return s.finish(fault)
}

// errorJSON is printed by a command with --json that fails before it has any
// other output.
type errorJSON struct {
	Schema string `json:"schema"`
	Error  string `json:"error"`
}

// finish reports the error that a command ended with and returns its exit code.
func (s *streams) finish(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, syscall.EPIPE): // the reader of our output is gone
		return exitRejected
	case errors.Is(err, errTrouble):
		return exitUsage
	case errors.Is(err, errReported):
		return exitRejected
	case errors.As(err, &usage):
		s.diagnose("heddle: error: " + err.Error())
		return exitUsage
	}
	s.diagnose("heddle: error: " + err.Error())
	return exitRejected
}

// reportBug prints what a bug report needs.
func reportBug(w io.Writer, args []string, fault any, stack []byte) {
	fmt.Fprintf(w, "heddle: internal error: %v\n", fault)
	fmt.Fprintf(w, "This is a bug in heddle. Please report it with the input and the text below.\n\n")
	fmt.Fprintf(w, "version: %s\ncommand: heddle %s\n\n%s", readVersion().short(), strings.Join(args, " "), stack)
}

// isTerminal reports whether w is a terminal that shows colours.
func isTerminal(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && onTerminal(w) }

// onTerminal reports whether w is a terminal that can redraw a line.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// diagnose prints messages as compilers do.
func (s *streams) diagnose(text string) {
	if s.color {
		text = colorize(text)
	}
	fmt.Fprintln(s.err, text)
}

const (
	styleReset   = "\x1b[0m"
	styleBold    = "\x1b[1m"
	styleError   = "\x1b[1;31m"
	styleWarning = "\x1b[1;35m"
	styleNote    = "\x1b[1;36m"
	styleCaret   = "\x1b[1;32m"
)

// colorize colours message kinds and carets.
func colorize(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if mark := strings.TrimSpace(line); strings.HasPrefix(mark, "^") && strings.Trim(mark, "^~") == "" {
			lines[i] = styleCaret + line + styleReset
			continue
		}
		for _, k := range []struct{ word, style string }{
			{": error: ", styleError}, {": warning: ", styleWarning}, {": note: ", styleNote},
		} {
			if place, msg, ok := strings.Cut(line, k.word); ok {
				lines[i] = styleBold + place + ":" + styleReset + " " + k.style + k.word[2:len(k.word)-1] +
					styleReset + " " + styleBold + msg + styleReset
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// stdinName names standard input in messages.
const stdinName = "<stdin>"

// readInput reads the file called name, "-" for standard input.
func (s *streams) readInput(name string) ([]byte, error) {
	if name == "-" {
		b, err := launch.ReadAll(s.in)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return b, nil
	}
	return launch.ReadFile(name)
}

// write gives f a buffered writer to standard output.
func (s *streams) write(f func(w *bufio.Writer) error) error {
	w := bufio.NewWriterSize(s.out, 64<<10)
	if err := f(w); err != nil {
		w.Flush() // keep the partial output; report f's error
		return err
	}
	return w.Flush()
}
