/**
 * The request target, undecoded: from whatever form a client sent to the path and query that routing and parsing read.
 *
 * Nothing is percent-decoded here: whether `%2F` separates or belongs to an id is the parser's question.
 */

export interface Target {
  readonly path: string;
  /** `''`, or `?` and what follows. */
  readonly search: string;
}

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/**
 * @param raw the target of the request line: `/path?query`, `http://host/path?query`, or `*`
 * @returns `/path?query`, or `*`; the host of an absolute form is dropped, as one server answers for all
 */
export function originForm(raw: string): string {
  const local = raw.startsWith('/') ? raw : raw.replace(absoluteForm, '');
  return local === '*' || local.startsWith('/') ? local : `/${local}`;
}

/** @param target in origin form */
export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark) };
}
