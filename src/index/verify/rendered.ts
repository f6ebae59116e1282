/**
 * Checks all rendered items of a type, in every locale.
 *
 * Long texts have their dictionary in rendered items, so this check comes before every check that reads a term.
 * Elsewhere: checking one record (rendered-records).
 */
import { isHeldAs, termId, termOf } from '../../content/model/index.js';
import type { SectionMap } from '../../format/index.js';
import type { LocalDocuments } from '../documents/index.js';
import { DOCUMENTS, type FieldIndex, LOCAL_DOCUMENTS, type TextIndex, type TypeSegment } from '../segment/index.js';
import {
  ABSENT,
  type Attribute,
  type AttributeStates,
  describeAttribute,
  findItemProblem,
  findLocalProblem,
  OTHER,
  TEXT,
} from './rendered-records.js';
import { StrictVarints } from './varints.js';

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

function checkPlaces(sections: SectionMap, { places, records }: LocalDocuments): void {
  const wrongItem = places.findIndex((place) => place > records.count);
  if (wrongItem < 0) return;
  throw sections.damage(LOCAL_DOCUMENTS, `${records.count} records`, `place ${places[wrongItem]} of item ${wrongItem}`);
}
