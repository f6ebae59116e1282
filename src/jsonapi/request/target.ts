/**
 * A request's target, in its two parts.
 */
export interface Target {
  readonly path: string;
  /** `''`, or `?` and what follows. */
  readonly search: string;
}

/** @param target in origin form */
export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark) };
}
