package ir

import "fmt"

// checkDynamic checks a list of numbers of which some are operands: there is one
// operand for every [Dynamic] in the attribute.
func checkDynamic(op *Operation, static, dynamic string) error {
	n := 0
	for _, v := range op.Ints(static) {
		if v == Dynamic {
			n++
		}
	}
	if got := len(op.OperandGroup(dynamic)); got != n {
		return fmt.Errorf("%s has %d dynamic entries, but there are %d operands for them", static, n, got)
	}
	return nil
}

// checkMixed checks such a list that has n numbers, none negative if from is 0.
func checkMixed(op *Operation, static, dynamic string, n int, signed bool) error {
	nums := op.Ints(static)
	if len(nums) != n {
		return fmt.Errorf("%s needs %d numbers, not %d", static, n, len(nums))
	}
	if err := checkDynamic(op, static, dynamic); err != nil {
		return err
	}
	for _, v := range nums {
		if v < 0 && v != Dynamic && !signed {
			return fmt.Errorf("%s must not be negative, but %d is", static, v)
		}
	}
	return nil
}
