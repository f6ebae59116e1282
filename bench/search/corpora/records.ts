/**
 * Records of all types of the Tate's data set with whatever text they have: a title, and the other texts one after the
 * other, names of subjects among them.
 */
import type { SearchDocument, SearchField } from '../contestants/contestant.js';
import { recordsOf, subjectNames, textOf } from './tate.js';

export const RECORD_FIELDS: readonly SearchField[] = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'text', weight: 1, markdown: false },
];

/** The types, and which member of each is its title. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['artist', 'fullName'],
  ['artwork', 'title'],
  ['catalogueGroup', 'shortTitle'],
  ['movement', 'name'],
  ['place', 'name'],
  ['subject', 'name'],
]);

/** Addresses are no texts. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.startsWith('http');

/** One artwork in four is taken, so that making an index of them takes seconds. */
const artworksLeftOut = 4;

export function* tateRecords(): Generator<SearchDocument> {
  const names = subjectNames();
  for (const [type, titled] of TITLES) {
    let number = 0;
    for (const record of recordsOf(type)) {
      number += 1;
      if (type === 'artwork' && number % artworksLeftOut > 0) continue;
      const subjects: unknown = record.get('subjects');
      const ids: readonly unknown[] = Array.isArray(subjects) ? subjects : [];
      const texts = [...record].flatMap(([key, value]) =>
        key === 'id' || key === titled || !isText(value) ? [] : [value],
      );
      const all = [...texts, ...ids.map((id) => names.get(textOf(id)) ?? '')];
      yield { id: `${type}-${textOf(record.get('id'))}`, texts: [textOf(record.get(titled)), all.join('\n')] };
    }
  }
}
