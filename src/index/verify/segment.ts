/**
 * Checks that the structures of a segment agree with each other: for `verify`, as opening a snapshot does not read them.
 *
 * Each check returns its findings as sentences; no check throws on contradictory bytes.
 */

import { isLocalized, storedFieldName, termOf } from '../../content/model/index.js';
import {
  countPopulated,
  createLocaleRows,
  findItem,
  ID_FIELD,
  LOCALE_ROWS,
  localSearchName,
  ownItemCounts,
  populatedByField,
  readLocaleSets,
  SIMILAR,
  sectionNames,
  type TypeSegment,
} from '../segment/index.js';
import { checkBlocks } from './blocks.js';
import { checkField } from './field.js';
import { checkSearch } from './search.js';
import { checkSimilar } from './similar.js';

/** A contradiction between structures. */
export interface Contradiction {
  /** Section, or a pattern for several. */
  readonly section: string;
  /** A sentence. */
  readonly finding: string;
}

/**
 * Finds contradictions in a segment whose sections are within their bounds (checkType).
 *
 * @param earlierLocales the type's segments in earlier locales: structures shared with them are not checked again
 * Cost: O(bytes of the segment).
 */
export function checkSegment(segment: TypeSegment, earlierLocales: readonly TypeSegment[] = []): Contradiction[] {
  const contradictions: Contradiction[] = [];
  const add = (section: string, findings: readonly string[]): void => {
    contradictions.push(...findings.map((sentence) => ({ section, finding: sentence })));
  };
  const { type } = earlierLocales[0] ?? segment;
  for (const [name, index] of segment.fields) {
    if (earlierLocales.some(({ fields }) => fields.get(name) === index)) continue;
    const prefix = name === ID_FIELD ? name : storedFieldName(type, name, segment.locale);
    add(`${prefix}/*`, checkField(index, segment.size));
  }
  for (let doc = 0; earlierLocales.length === 0 && doc < segment.size; doc += 1) {
    const ordinal = segment.id.column[doc]!;
    if (ordinal === 0 || findItem(segment, segment.id.terms.at(termOf(ordinal))) !== doc) {
      add(sectionNames(ID_FIELD).hash, [`the id of item ${doc} is not found, or belongs to another item`]);
      break;
    }
  }
  if (segment.search !== undefined && !earlierLocales.some(({ search }) => search === segment.search)) {
    add(`${localSearchName(type, segment.locale)}.*`, checkSearch(segment.search));
  }
  add('header', checkPopulated(segment));
  if (earlierLocales.length > 0) return contradictions;
  add(SIMILAR, checkSimilar(segment));
  add('locales.*', checkOwnLocales(segment));
  add('*.blocks', checkBlocks(segment));
  return contradictions;
}

/** The header's counts of items with own values per locale must equal the counts of the stored sets. */
function checkOwnLocales({ own, type, file }: TypeSegment): string[] {
  if (own === undefined) return [];
  const codes = type.locales.map(({ code }) => code);
  const itemsPerSet = new Uint32Array(own.sets.count);
  for (const [doc, set] of own.docs.entries()) {
    if (set >= own.sets.count) return [`item ${doc} refers to a missing set of locales`];
    itemsPerSet[set]! += 1;
  }
  const counts = new Map(codes.map((code) => [code, 0]));
  for (const [set, items] of itemsPerSet.entries()) {
    const text = Buffer.from(own.sets.view(set)).toString();
    const codesInSet = codes.filter((code) => text.includes(JSON.stringify(code)));
    if (JSON.stringify(codesInSet) !== text)
      return [`set ${set} of locales is ${text.slice(0, 80)}, which is not a list of the locales`];
    for (const code of codesInSet) counts.set(code, (counts.get(code) ?? 0) + items);
  }
  const derivedRows = createLocaleRows(type.locales, readLocaleSets(own), own.docs);
  const storedRows = file.sections.has(LOCALE_ROWS) ? file.sections.u32(LOCALE_ROWS, derivedRows.length) : derivedRows;
  if (storedRows.some((word, at) => word !== derivedRows[at]))
    return ['the sets of items by locale differ from the sets of locales by item'];
  const storedCounts = ownItemCounts(file.meta);
  return [...counts].flatMap(([code, itemCount]) =>
    storedCounts?.get(code) === itemCount
      ? []
      : [
          `${itemCount} items have values of their own in ${code}, and the header says ${storedCounts?.get(code) ?? 'nothing'}`,
        ],
  );
}

/** The header's counts of items with a value must equal the counts of the fields' structures. */
function checkPopulated({ file, fields, type, locale }: TypeSegment): string[] {
  const counts = populatedByField(file.meta);
  return type.fields.flatMap((field) => {
    const { name } = field;
    const count = counts?.get(isLocalized(field) ? storedFieldName(type, name, locale) : name);
    const index = fields.get(name);
    if (count === undefined) return [];
    const itemCount = index === undefined ? count : countPopulated(index);
    return itemCount === count ? [] : [`field ${name}: ${itemCount} items have a value, and the header says ${count}`];
  });
}
