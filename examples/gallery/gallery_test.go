package gallery_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"heddle/examples/gallery"
)

// TestKinds: each folder is a kind, with a summary for the list of `heddle new`.
func TestKinds(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders, kinds []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	for _, k := range gallery.Kinds() {
		kinds = append(kinds, k.Name)
		if k.Summary == "" || len(k.Summary) > 100 || strings.Contains(k.Summary, "\n") {
			t.Errorf("%s: summary %q", k.Name, k.Summary)
		}
		if len(gallery.Files(k.Name)["main.go"]) == 0 {
			t.Errorf("%s has no main.go", k.Name)
		}
	}
	if !slices.Equal(folders, kinds) {
		t.Errorf("folders are %v, kinds %v", folders, kinds)
	}
	if gallery.Files("none") != nil {
		t.Error("there are files of a kind that is not there")
	}
}
