package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLaunchJSON: what a launch file cannot mean is refused in words of its
// author, with the place and what is accepted, and nothing is overlooked.
func TestLaunchJSON(t *testing.T) {
	const head = `{"schema": "heddle.launch/v1",` + "\n"
	for text, want := range map[string]string{
		"":                                       "the file is empty; a JSON object is expected",
		head:                                     "2:1: the file ends in the middle of JSON",
		"[]":                                     "1:2: array is not accepted here, an object is",
		head + `x}`:                              "2:1: invalid character 'x'",
		head + `"dispatches": [{"grid": [-1]}]}`: `2:28: "dispatches.grid": number -1 is not accepted here, whole numbers are, 0 to 4294967295`,
		head + `"dispatches": [{"args": [true]}]}`:                          `"dispatches.args": bool is not accepted here, a number, a string or an object is`,
		head + `"dispatches": [{"args": [{"arg": 3}]}]}`:                    `"dispatches.args.arg": number is not accepted here, a string is`,
		head + `"buffers": {"o": 7}}`:                                       `"buffers": number is not accepted here, a string or an object is`,
		head + `"dispatchs": []}`:                                           `2:1: unknown key "dispatchs"; did you mean dispatches?; known keys are schema, object, generated, buffers, dispatches, expect`,
		head + `"dispatches": [{"args": ["i32:1", {"arg": "", "of": 1}]}]}`: `unknown key "of"; known keys are arg, at, name, type`,
		head + `"buffers": {"o": {"arg": "i32:1", "puts": []}}}`:            `unknown key "puts"; did you mean put?`,
		head + `"buffers": {"o": [{"arg": "i32:1", "to": 3}]}}`:             `unknown key "to"`,
		head + `"expect": [{"files": "a"}]}`:                                `unknown key "files"; did you mean file?`,
		head + `"buffers": {"o": "a", "o": "b"}}`:                           `2:23: duplicate key "o"`,
		head + `"dispatches": [{"lds": 1, "block": [1], "lds": 2}]}`:        `duplicate key "lds"`,
		head + `"dispatches": []} {}`:                                       "unexpected text after the end of the object",
		head + `"buffers": ` + strings.Repeat("[", 1_000_000):               "more than 64 levels of brackets",
		head + `"dispatches": []}`:                                          `"dispatches" is empty`,
		head + `"object": "a", "dispatches": [{"kernel": "k"}], "x": 1}`:    `unknown key "x"`,
	} {
		file := filepath.Join(t.TempDir(), "l.json")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, errs := heddle("run", "--launch", file)
		if code != exitRejected || !strings.HasPrefix(errs, "heddle: error: "+file+": ") || !strings.Contains(errs, want) {
			t.Errorf("%.200s: code %d, %swant %s", text, code, errs, want)
		}
	}
}
