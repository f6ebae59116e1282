/**
 * The error for a condition that does not fit the index of its field: a bug, since conditions are checked before planning.
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { FieldIndex } from '../../../index/segment/index.js';
import type { Condition } from '../query-tree.js';

export const mismatchError = (condition: Condition, index: FieldIndex): InvariantError =>
  new InvariantError(
    `${condition.operator} with a ${condition.operand.kind} does not fit ${condition.field}, whose index is ${index.kind}`,
  );
