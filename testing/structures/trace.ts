/**
 * A trace that ignores all events; a test overrides the events it needs.
 */
import type { Trace } from '../../src/engine/query/index.js';

const nothing = (): void => undefined;

export const deafTrace: Trace = {
  step: nothing,
  bound: nothing,
  item: nothing,
  condition: nothing,
  searched: () => undefined,
  folded: nothing,
  negated: nothing,
  planned: nothing,
  members: nothing,
  page: nothing,
  result: nothing,
  counted: nothing,
};
