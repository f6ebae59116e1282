/**
 * Checks rendered items: lengths that add up, the item's own id, and a value of the field's type per attribute.
 *
 * Long texts have their dictionary in rendered items, so this check comes before every check that reads a term.
 */
import { isUtf8 } from 'node:buffer';
import { type AttributeField, entryOfType, isHeldAs, termId, termOf } from '../../content/model/index.js';
import { isRecord, type SectionMap } from '../../format/index.js';
import type { LocalDocuments } from '../documents/index.js';
import { DOCUMENTS, type FieldIndex, LOCAL_DOCUMENTS, type TextIndex, type TypeSegment } from '../segment/index.js';
import { StrictVarints } from './varints.js';

// States of an attribute in a record.
const ABSENT = 0;
const TEXT = 1;
/** A value that is not a text. */
const OTHER = 2;

/** State of each attribute of each record. */
type AttributeStates = Uint8Array;

/**
 * @param segments of one type, one for each locale, the default one first
 * @throws IntegrityError naming the first wrong record. Cost: O(bytes of the items).
 */
export function checkRendered(segments: readonly [TypeSegment, ...TypeSegment[]]): void {
  const [segment] = segments;
  const { sections } = segment.file;
  const attributes = segment.type.attributes.map(describeAttribute);
  const states = checkItems(segment, attributes);
  const local = segments.find(({ documents }) => documents.local !== undefined)?.documents.local;
  const localStates = local === undefined ? undefined : checkLocalRecords(sections, local, attributes);
  for (const { documents } of segments) if (documents.local !== undefined) checkPlaces(sections, documents.local);
  const checkedIndexes = new Set<FieldIndex>();
  for (const local of segments) {
    for (const [attribute, field] of local.type.attributes.entries()) {
      const index = local.fields.get(field.name);
      if (!isHeldAs(field, 'renderedTexts') || index?.kind !== 'text' || checkedIndexes.has(index)) continue;
      checkedIndexes.add(index);
      checkLongText(local, field.name, index, (doc) => {
        const record = local.documents.local?.places[doc] ?? 0;
        const localState = record === 0 ? ABSENT : localStates?.[(record - 1) * attributes.length + attribute];
        const hasLocalState = localState !== undefined && localState !== ABSENT;
        return hasLocalState ? localState : (states[doc * attributes.length + attribute] ?? OTHER);
      });
    }
  }
}

/**
 * Checks that every item with a value of a long text has a rendered text, from which its dictionary is read.
 *
 * @param findState finds the state of the attribute in an item
 */
function checkLongText(
  { file, locale }: TypeSegment,
  field: string,
  index: TextIndex,
  findState: (doc: number) => number,
): void {
  const wrongItem = index.column.findIndex((ordinal, doc) => ordinal > 0 && findState(doc) !== TEXT);
  if (wrongItem < 0) return;
  const expected = `a text of ${field} in item ${wrongItem}, which has a value of it`;
  throw file.sections.damage(locale === 0 ? DOCUMENTS : LOCAL_DOCUMENTS, expected, 'none');
}

interface Attribute {
  readonly field: AttributeField;
  /** `"name":` */
  readonly prefix: Buffer;
}

const describeAttribute = (field: AttributeField): Attribute => ({
  field,
  prefix: Buffer.from(`${JSON.stringify(field.name)}:`),
});

/** @returns the states of each item's attributes */
function checkItems(
  { file: { sections }, documents, id, size }: TypeSegment,
  attributes: readonly Attribute[],
): AttributeStates {
  const states = new Uint8Array(size * attributes.length);
  const varints = new StrictVarints(new Uint8Array(0));
  for (let doc = 0; doc < size; doc += 1) {
    const bytes = viewBuffer(documents.records.view(doc));
    const lengths = readLengths(varints.startReading(bytes), attributes.length + 2);
    const { at: start } = varints;
    const ordinal = id.column[doc]!;
    const ownId = ordinal === 0 ? '' : Buffer.from(id.terms.at(termId(termOf(ordinal)))).toString();
    const problem =
      lengths === undefined
        ? 'lengths'
        : findItemProblem(bytes, start, lengths, ownId, attributes, states.subarray(doc * attributes.length));
    if (problem !== undefined)
      throw sections.damage(DOCUMENTS, `the item ${JSON.stringify(ownId)} at ${doc}`, `other ${problem}`);
  }
  return states;
}

const viewBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function readLengths(varints: StrictVarints, count: number): number[] | undefined {
  const lengths: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const length = varints.next();
    if (length === undefined) return undefined;
    lengths.push(length);
  }
  return lengths;
}

/** Escapes all characters except letters, digits and `-._~`. */
const escapeForUrl = (id: string): string =>
  encodeURIComponent(id).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** @returns the wrong part of the item; undefined if there is none */
function findItemProblem(
  bytes: Buffer,
  start: number,
  [idLength = 0, urlLength = 0, ...lengths]: readonly number[],
  ownId: string,
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  const commas = Math.max(0, attributes.length - 1);
  const end = lengths.reduce((sum, length) => sum + length, start + idLength + urlLength + commas);
  if (end !== bytes.byteLength || lengths.includes(0)) return 'lengths';
  if (!isUtf8(bytes.subarray(start))) return 'bytes than UTF-8';
  const urlStart = start + idLength;
  const id = bytes.toString('utf8', start, urlStart);
  if (parseValue(`"${id}"`) !== ownId) return `id, ${JSON.stringify(id.slice(0, 80))}`;
  const url = urlLength === 0 ? id : bytes.toString('latin1', urlStart, urlStart + urlLength);
  if (url !== escapeForUrl(ownId)) return `id in URLs, ${JSON.stringify(url.slice(0, 80))}`;
  return findAttributeProblem(bytes, urlStart + urlLength, lengths, attributes, states);
}

function findAttributeProblem(
  bytes: Buffer,
  start: number,
  lengths: readonly number[],
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  let position = start;
  let isFirst = true;
  for (const [place, { field, prefix }] of attributes.entries()) {
    const length = lengths[place] ?? 0;
    states[place] = ABSENT;
    // Only records of other locales lack attributes.
    if (length === 0) continue;
    if (!isFirst && bytes[position - 1] !== 0x2c) return `bytes before ${field.name}`;
    isFirst = false;
    const end = position + length;
    if (bytes.compare(prefix, 0, prefix.byteLength, position, Math.min(end, position + prefix.byteLength)) !== 0) {
      return `bytes where ${field.name} should be`;
    }
    const value = parseValue(bytes.toString('utf8', position + prefix.byteLength, end));
    if (value === undefined || !isValueOf(field, value)) return `values of ${field.name}`;
    states[place] = typeof value === 'string' && bytes[position + prefix.byteLength] === 0x22 ? TEXT : OTHER;
    position = end + 1;
  }
  return undefined;
}

/** @returns undefined if it is not JSON */
function parseValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a field of this type may have the value. */
function isValueOf(field: AttributeField, value: unknown): boolean {
  if (value === null) return true;
  if ('many' in field && field.many === true)
    return Array.isArray(value) && value.every((element) => isSingleValueOf(field, element));
  return isSingleValueOf(field, value);
}

function isSingleValueOf(field: AttributeField, value: unknown): boolean {
  const { value: kind } = entryOfType(field.type);
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return typeof value === 'number';
    case 'text':
    case 'decimal':
    case 'instant':
      return typeof value === 'string';
    case 'location':
    case 'asset':
      return isRecord(value);
    case 'json':
    case 'link':
      return true;
    default:
      return kind satisfies never;
  }
}

/** @returns the states of the attributes of each record of other locales */
function checkLocalRecords(
  sections: SectionMap,
  { records, attributes: localizedPlaces }: LocalDocuments,
  allAttributes: readonly Attribute[],
): AttributeStates {
  const attributes = localizedPlaces.flatMap((place) => allAttributes[place] ?? []);
  const states = new Uint8Array(records.count * allAttributes.length);
  const recordStates = new Uint8Array(attributes.length);
  const varints = new StrictVarints(new Uint8Array(0));
  for (let record = 0; record < records.count; record += 1) {
    const bytes = viewBuffer(records.view(record));
    const lengths = readLengths(varints.startReading(bytes), attributes.length);
    const problem =
      lengths === undefined ? 'lengths' : findLocalProblem(bytes, varints.at, lengths, attributes, recordStates);
    if (problem !== undefined) {
      throw sections.damage(LOCAL_DOCUMENTS, `localized values in record ${record}`, `other ${problem}`);
    }
    for (const [index, place] of localizedPlaces.entries())
      states[record * allAttributes.length + place] = recordStates[index] ?? ABSENT;
  }
  return states;
}

function findLocalProblem(
  bytes: Buffer,
  start: number,
  lengths: readonly number[],
  attributes: readonly Attribute[],
  states: AttributeStates,
): string | undefined {
  const commas = Math.max(0, lengths.filter((length) => length > 0).length - 1);
  const end = lengths.reduce((sum, length) => sum + length, start + commas);
  if (end !== bytes.byteLength) return 'lengths';
  return isUtf8(bytes.subarray(start))
    ? findAttributeProblem(bytes, start, lengths, attributes, states)
    : 'bytes than UTF-8';
}

function checkPlaces(sections: SectionMap, { places, records }: LocalDocuments): void {
  const wrongItem = places.findIndex((place) => place > records.count);
  if (wrongItem < 0) return;
  throw sections.damage(LOCAL_DOCUMENTS, `${records.count} records`, `place ${places[wrongItem]} of item ${wrongItem}`);
}
