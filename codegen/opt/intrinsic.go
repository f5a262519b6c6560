package opt

import "heddle/ir"

// lowerIntrinsics replaces operations that are only other names for existing ones.
func lowerIntrinsics(c *Context) error {
	var err error
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		if err != nil || op.Decl.StandsFor == nil {
			return true
		}
		same, e := op.Decl.StandsFor(op)
		if e != nil {
			err = c.Module.At(op, op.Name()+": "+e.Error())
			return true
		}
		w.Insert(same)
		return w.ReplaceOp(op, same.Results...)
	})
	return err
}
