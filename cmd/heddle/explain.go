package main

import (
	"github.com/spf13/cobra"

	"heddle/build"
	"heddle/codegen"
)

// explainFlag adds --explain.
func explainFlag(cmd *cobra.Command, what *string) {
	cmd.Flags().StringVar(what, "explain", "", "explain how each global memory access is addressed, and why no offset overflows: `addresses`")
}

// checkExplain rejects unknown values of --explain.
func checkExplain(what string) error {
	if what != "" && what != "addresses" {
		return usagef("--explain %q: only addresses can be explained", what)
	}
	return nil
}

// addressesJSON is the JSON output of --explain addresses.
type addressesJSON struct {
	Schema  string            `json:"schema"`
	Kernels []kernelAddresses `json:"kernels"`
}

type kernelAddresses struct {
	Name      string            `json:"name"`
	Addresses []codegen.Address `json:"addresses"`
}

// explain prints the output of --explain, or returns it for JSON.
func (s *streams) explain(what string, asJSON bool, r *build.Result) (*addressesJSON, error) {
	if what == "" || r == nil {
		return nil, nil
	}
	out := &addressesJSON{Schema: "heddle.addresses/v1"}
	for _, k := range r.Kernels {
		if asJSON {
			out.Kernels = append(out.Kernels, kernelAddresses{k.Name, k.Addresses})
			continue
		}
		if err := k.ExplainAddresses(s.out); err != nil {
			return nil, err
		}
	}
	if !asJSON {
		return nil, nil
	}
	return out, nil
}
