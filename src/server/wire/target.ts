/**
 * The request target, undecoded: from whatever form a client sent to the path and query that routing and parsing read.
 *
 * Nothing is percent-decoded here: whether `%2F` separates or belongs to an id is the parser's question.
 */

import type { IncomingMessage } from 'node:http';

export interface Target {
  readonly path: string;
  /** `''`, or `?` and what follows. */
  readonly search: string;
}

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** @returns the target of the request line, which Node knows of every request that it hands to a server */
export const targetOf = ({ url }: IncomingMessage): string => url!;

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

const unreserved = /%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])/g;

/**
 * The same target with its path as clients usually write it: letters, digits and `-._~` need no percent-encoding, and
 * mean the same without.
 *
 * @param target in origin form
 */
export function plainTarget(target: string): string {
  const { path, search } = splitTarget(target);
  if (!path.includes('%')) return target;
  return path.replace(unreserved, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) + search;
}
