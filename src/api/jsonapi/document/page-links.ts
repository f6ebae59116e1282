/**
 * Pagination links of a list: `first`, `prev`, `next`, `last`, each absent where it does not apply.
 *
 * They differ in one number, so what stands around it is written once and then copied.
 */
import type { Window } from '../../../engine/query/index.js';
import { pageAround } from '../request/page-search.js';
import { type Constant, constant } from './bytes/pieces.js';
import type { ByteWriter } from './bytes/writer.js';
import { CHAR } from './constants.js';

const FIRST = constant(',"first":"');
const PREVIOUS = constant(',"prev":"');
const NEXT = constant(',"next":"');
const LAST = constant(',"last":"');

/**
 * Writes the members behind another one: nothing, or beginning with a comma.
 *
 * @param path of the list, with its base
 * @param search the request's canonical query
 * Cost: O(length of the query), and a copy of it for each further link.
 */
export function writePageLinks(out: ByteWriter, path: string, search: string, page: Window, total: number): void {
  const { skip, limit } = page;
  if (limit === 0) return;
  const lastSkip = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const { before, behind } = pageAround(search, page);
  out.raw(FIRST);
  const start = out.length;
  out.ascii(path);
  out.ascii(before);
  const beforeLength = out.length - start;
  out.uint(0);
  const end = out.length;
  out.ascii(behind);
  out.byte(CHAR.quote);
  const behindLength = out.length - end;
  const write = (name: Constant, to: number): void => {
    out.raw(name);
    out.again(start, beforeLength);
    out.uint(to);
    out.again(end, behindLength);
  };
  if (skip > 0) write(PREVIOUS, Math.max(0, Math.min(skip - limit, lastSkip)));
  if (skip + limit < total) write(NEXT, skip + limit);
  write(LAST, lastSkip);
}
