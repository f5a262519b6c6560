package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/isa"
)

func disasmCommand(s *streams) *cobra.Command {
	var to target
	var asHex, asJSON bool
	cmd := &cobra.Command{
		Use:   "disasm --mcpu TARGET --hex FILE",
		Short: "Disassemble lines of hexadecimal bytes",
		Long: `disasm reads lines of hexadecimal digits, each the bytes of one instruction in
memory order, and answers each line at once with one line: the instruction in
LLVM's spelling, or "error: ...". Blank lines give blank lines. The exit code is 1
if there was an error. FILE may be - for standard input.

For code objects, use 'heddle objdump'.`,
		Example: "  echo 81000102 | heddle disasm --mcpu gfx950 --hex -",
		Args:    exactly(1, "a FILE, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !asHex {
				return usagef("%s needs --hex; use 'heddle objdump -d' for code objects", cmd.CommandPath())
			}
			if err := to.must(cmd, ""); err != nil {
				return err
			}
			return s.convertInput(args[0], decodeLine(isa.For(to.chip)), asJSON)
		},
	}
	to.flag(cmd, "the target")
	cmd.Flags().BoolVar(&asHex, "hex", false, "the input is lines of hexadecimal digits")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// decodeLine returns the converter from hexadecimal digits to instructions.
func decodeLine(t *isa.Target) converter {
	var code []byte
	return func(dst []byte, line string) ([]byte, error) {
		var err error
		if code, err = appendHexBytes(code[:0], line); err != nil || len(code) == 0 {
			return dst, err
		}
		inst, err := t.Decode(code)
		if err != nil {
			return dst, err
		}
		if n := inst.Size(); n < len(code) {
			return dst, fmt.Errorf("%d bytes left over after the %d of %s", len(code)-n, n, inst.Row.Mnemonic)
		}
		return inst.AppendText(dst), nil
	}
}

// appendHexBytes appends the bytes written as hexadecimal digits in s, which may have
// blanks between them.
func appendHexBytes(b []byte, s string) ([]byte, error) {
	digits := strings.Join(strings.Fields(s), "")
	b, err := hex.AppendDecode(b, []byte(digits))
	var bad hex.InvalidByteError
	switch {
	case errors.As(err, &bad):
		return b, fmt.Errorf("%q is not a hexadecimal digit", rune(bad))
	case errors.Is(err, hex.ErrLength):
		return b, fmt.Errorf("odd number of hexadecimal digits (%d)", len(digits))
	}
	return b, err
}
