package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTableIsUpToDate(t *testing.T) {
	got, err := os.ReadFile("../../ztrans_tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, generate()) {
		t.Error("num/ztrans_tables.go differs from what the generator writes; run go generate in num")
	}
}
