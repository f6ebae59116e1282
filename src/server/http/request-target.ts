/**
 * Request targets in origin form: the path and query that routing and parsing read.
 *
 * Only unreserved characters of the path are percent-decoded: the parser decides whether
 * `%2F` separates segments or belongs to an id.
 */
import type { IncomingMessage } from 'node:http';
import { splitTarget } from '../../jsonapi/index.js';

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** @returns the target of the request line, which Node sets on every request of a server */
export const readTarget = ({ url }: IncomingMessage): string => url!;

/**
 * @param raw the target of the request line: `/path?query`, `http://host/path?query`, or `*`
 * @returns `/path?query`, or `*`; the host of an absolute form is dropped
 */
export function originForm(raw: string): string {
  const local = raw.startsWith('/') ? raw : raw.replace(absoluteForm, '');
  return local === '*' || local.startsWith('/') ? local : `/${local}`;
}

/** @param target in origin form. @returns the index of the `?`, or the target's length */
export function pathEnd(target: string): number {
  const mark = target.indexOf('?');
  return mark < 0 ? target.length : mark;
}

const unreserved = /%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])/g;

/**
 * Decodes percent-encoded letters, digits and `-._~` in the path, which mean the same without encoding.
 *
 * @param target in origin form
 */
export function normalizePath(target: string): string {
  const percent = target.indexOf('%');
  if (percent < 0 || percent > pathEnd(target)) return target;
  const { path, search } = splitTarget(target);
  return path.replace(unreserved, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) + search;
}
