/**
 * Request targets (RFC 9112, origin form): path and query.
 */
export interface Target {
  readonly path: string;
  /** `''`, or the query beginning with `?`. */
  readonly search: string;
}

/** Splits a target in origin form at its first `?`. */
export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark) };
}
