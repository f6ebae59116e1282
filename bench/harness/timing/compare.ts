/**
 * Compares the answers of two contestants: the same items in the same order, the same total, the same bytes from `data`
 * on.
 *
 * The links before `data` name the request, and only stele writes them.
 */

const DATA = Buffer.from('"data":');

/** Two answers that should be one. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

export interface Answer {
  readonly name: string;
  readonly document: Uint8Array;
}

/** @throws DifferenceError that shows both */
export function compareAnswers(url: string, a: Answer, b: Answer): void {
  if (Buffer.compare(fromData(a), fromData(b)) === 0) return;
  throw new DifferenceError(
    `${url} is answered differently.\n${describe(a)}\n${describe(b)}\n${firstDifference(a, b)}`,
  );
}

/** @returns `meta.total` of a list, 1 for an item */
export function totalOf(document: Uint8Array): number {
  const tail = Buffer.from(document.subarray(Math.max(0, document.byteLength - 64))).toString('latin1');
  const total = /"meta":\{"total":([0-9]{1,15})\}\}$/.exec(tail)?.[1];
  // An item's own tail is a relationship's or its links.
  return total === undefined ? 1 : Number(total);
}

function fromData({ document }: Answer): Buffer {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  return bytes.subarray(Math.max(0, bytes.indexOf(DATA)));
}

const shownIds = 30;

function describe({ name, document }: Answer): string {
  const ids = idsOf(JSON.parse(Buffer.from(document).toString()));
  const rest = ids.length > shownIds ? ` and ${ids.length - shownIds} more` : '';
  return `${name}: total ${totalOf(document)}, ids ${ids.slice(0, shownIds).join(' ') || 'none'}${rest}`;
}

interface Resource {
  readonly id: string;
}

const idsOf = ({ data }: { readonly data: Resource | readonly Resource[] }): string[] =>
  [data].flat().map(({ id }) => id);

function firstDifference(a: Answer, b: Answer): string {
  const [left, right] = [fromData(a), fromData(b)];
  let at = 0;
  while (at < left.byteLength && left[at] === right[at]) at += 1;
  const around = (bytes: Buffer): string => bytes.toString('utf8', Math.max(0, at - 60), at + 60);
  return `First difference at byte ${at} of the data:\n${a.name}: …${around(left)}…\n${b.name}: …${around(right)}…`;
}
