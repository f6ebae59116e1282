/**
 * The corpus of the Tate collection: artworks with title, subjects and inscription, or records of all types with all
 * their texts.
 *
 * The data set is not in the repository; it is used if it lies next to the checkout.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../../harness/root.js';
import type { SearchDocument, SearchField } from '../contestants/contestant.js';

export const TATE_FOLDER = join(ROOT, '..', 'shared', 'datasets', 'tate');

export const isTateThere = (): boolean => existsSync(join(TATE_FOLDER, 'artwork.ndjson.gz'));

export const TATE_FIELDS: readonly SearchField[] = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'subjects', weight: 2, markdown: false },
  { name: 'inscription', weight: 1, markdown: false },
];

/** @param type one of the data set's */
export function* recordsOf(type: string): Generator<ReadonlyMap<string, unknown>> {
  const text = gunzipSync(readFileSync(join(TATE_FOLDER, `${type}.ndjson.gz`))).toString();
  for (const line of text.split('\n')) {
    const value: unknown = line === '' ? undefined : JSON.parse(line);
    if (typeof value === 'object' && value !== null) yield new Map<string, unknown>(Object.entries(value));
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns the name of each subject by its id */
function subjectNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const subject of recordsOf('subject')) names.set(textOf(subject.get('id')), textOf(subject.get('name')));
  return names;
}

/** Each subject is in a line of its own, in the order of the data set. */
export function* tateArtworks(): Generator<SearchDocument> {
  const names = subjectNames();
  for (const artwork of recordsOf('artwork')) {
    const subjects: unknown = artwork.get('subjects');
    const ids: readonly unknown[] = Array.isArray(subjects) ? subjects : [];
    const named = ids.map((id) => names.get(textOf(id)) ?? '').join('\n');
    yield {
      id: textOf(artwork.get('id')),
      texts: [textOf(artwork.get('title')), named, textOf(artwork.get('inscription'))],
    };
  }
}

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
