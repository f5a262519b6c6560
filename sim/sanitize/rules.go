package sanitize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"heddle/isa"
)

// Rules of the checks, by which findings can be told apart and left out. Those of hazards and
// hazards-manual, and those of waits about store data, are the names in isa's table.
const (
	ruleEarlyRead  = "early-read"  // a register is read before it is loaded
	ruleEarlyWrite = "early-write" // or written
	ruleEarlyDMA   = "early-dma"   // LDS is read before a direct-to-LDS load has come, or loaded into before it is read
	ruleNoBarrier  = "no-barrier"  // nothing is between two accesses of a workgroup
	ruleNoWait     = "no-wait"     // the access before the barrier is not complete there
	ruleNoAtomic   = "no-atomic"   // nothing is between accesses of two workgroups
	ruleNotAtomic  = "not-atomic"  // one of the two accesses is atomic
	ruleAddress    = "address"     // where undefined bits come to
	ruleIndex      = "index"
	ruleBranch     = "branch"
	ruleExec       = "exec"
	ruleStore      = "store"
	ruleLDSRead    = "lds-read"
	ruleTorn       = "torn"
	ruleUnread     = "unread"
	ruleOverwrite  = "overwritten"
	ruleLDS        = "lds" // what is accessed out of bounds
	ruleMemory     = "memory"
	ruleProtected  = "protected"
	ruleScratch    = "scratch"
	ruleRegister   = "register"
	ruleVOffset    = "voffset"
	ruleAlignment  = "alignment"
	ruleOther      = "other"
	ruleLoads      = "loads"
	ruleStores     = "stores"
	ruleCount      = "count"
)

// ownRules are the rules of checks, without those in isa's table.
var ownRules = map[string][]string{
	"waits":         {ruleEarlyRead, ruleEarlyWrite, ruleEarlyDMA},
	"races":         {ruleNoBarrier, ruleNoWait, ruleNoAtomic, ruleNotAtomic},
	"lds-dma":       {ruleNoBarrier, ruleNoWait, ruleNotAtomic},
	"undefined":     {ruleAddress, ruleIndex, ruleBranch, ruleExec, ruleStore, ruleLDSRead},
	"lds-torn":      {ruleTorn},
	"lds-unused":    {ruleUnread, ruleOverwrite},
	"bounds":        {ruleLDS, ruleMemory, ruleProtected, ruleScratch, ruleRegister, ruleVOffset, ruleAlignment, ruleOther},
	"bounds-buffer": {ruleLoads, ruleStores},
	"barriers":      {ruleCount},
}

// RuleNames returns the names of the rules of a check, in the order of the alphabet.
func RuleNames(check string) []string {
	rules := map[string]bool{}
	for _, r := range ownRules[check] {
		rules[r] = true
	}
	for _, target := range isa.Targets() {
		hazards := target.Hazards()
		for i := range hazards {
			switch data := hazards[i].Dep == isa.DepOverwriteData; check {
			case "hazards":
				rules[hazards[i].Name] = rules[hazards[i].Name] || !data
			case "hazards-manual":
				rules[hazards[i].Name] = true
			case "waits":
				rules[hazards[i].Name] = rules[hazards[i].Name] || data
			}
		}
	}
	maps.DeleteFunc(rules, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(rules))
}

// checkRule checks that a check has a rule.
func checkRule(check, rule string) error {
	names := RuleNames(check)
	if len(names) == 0 {
		return fmt.Errorf("there is no check %q; the checks are %s", check, strings.Join(CheckNames(), ", "))
	}
	if !slices.Contains(names, rule) {
		return fmt.Errorf("%s has no rule %q; its rules are %s", check, rule, strings.Join(names, ", "))
	}
	return nil
}
