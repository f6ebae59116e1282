/**
 * What terms and groups of terms are called where they are shown.
 */
import { InvariantError } from '../../content/errors/index.js';
import { shownNumber } from '../../content/model/index.js';
import type { FieldIndex, SortableIndex } from '../../index/segment/index.js';
import { decimalUnits } from '../../index/termdict/index.js';
import type { CountedValue, FacetQuery } from './facet.js';
import { periodName } from './groups.js';

type Named = Omit<CountedValue, 'count'>;

/** A value may begin with U+FEFF, which is not there to tell how the bytes are written. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param term of the field; of one with groups, the group. @param edges where the groups begin */
export function namedGroup(
  index: FieldIndex,
  { grouping }: FacetQuery,
  edges: Uint32Array | undefined,
  term: number,
): Named {
  if (index.kind === 'links') return namedTarget(index.field.to, index.targets.at(term));
  if (index.kind === 'textLists') return namedText(index.terms.at(term));
  switch (grouping.kind) {
    case 'values':
      return namedTerm(index, term);
    case 'period': {
      if (index.kind !== 'numbers' || edges === undefined) throw new InvariantError('periods are of instants');
      const value = periodName(index.terms.at(edges[term]!), grouping.period);
      // Names of periods are of one length, so that their own order is that of time.
      return { value, order: Buffer.from(value) };
    }
    case 'ranges': {
      const from = grouping.ends[term - 1]?.shown;
      const to = grouping.ends[term]?.shown;
      return {
        value: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
        order: term,
      };
    }
  }
}

function namedTarget(to: readonly string[], key: Uint8Array): Named {
  const type = to[key[0] ?? 0];
  if (type === undefined) throw new InvariantError('a target is of no type that its relationship leads to');
  return {
    value: { type, id: textOf(key.subarray(1)) },
    order: Buffer.concat([Buffer.from(`${type}\0`), key.subarray(1)]),
  };
}

const namedText = (bytes: Uint8Array): Named => ({ value: textOf(bytes), order: bytes });

/** Up to so many letters, reading them one by one costs less than asking the engine to. */
const shortText = 32;

function textOf(bytes: Uint8Array): string {
  if (bytes.length > shortText) return decoder.decode(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i]! >= 0x80) return decoder.decode(bytes);
    text += String.fromCharCode(bytes[i]!);
  }
  return text;
}

/** A value as the field is delivered. */
export function namedTerm(index: SortableIndex, term: number): Named {
  switch (index.kind) {
    case 'text':
      return namedText(index.terms.at(term));
    case 'longDecimals': {
      const units = decimalUnits(index.terms.at(term));
      return { value: shownNumber(index.field, units), order: units };
    }
    case 'numbers': {
      const number = index.terms.at(term);
      return { value: shownNumber(index.field, number), order: number };
    }
  }
}

/** @returns negative, 0 or positive; both of one field */
export function compareOrders(a: CountedValue['order'], b: CountedValue['order']): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return a < b ? -1 : Number(a > b);
}
