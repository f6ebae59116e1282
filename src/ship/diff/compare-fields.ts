/**
 * Compares the fields of an item in both snapshots by their delivered bytes, without parsing.
 *
 * An unpopulated field equals a field that is missing in the model.
 */

import type { AttributeField, DocId, RelationshipField } from '../../content/model/index.js';
import type { RecordPlaces } from '../../index/documents/index.js';
import type { MarkedValue } from '../../jsonapi/index.js';
import { compareLinks, type Differs } from './compare-links.js';
import type { RelationshipLinks, TypeContent } from './type-content.js';

/** The byte `l`: of all JSON values, only `null` ends with it. */
const LAST_BYTE_OF_NULL = 0x6c;

/** @returns the bytes of one attribute of a located record, as a view */
const viewAttribute = (places: RecordPlaces, attribute: number): Uint8Array => {
  const start = places.starts[attribute]!;
  return places.chunkOf(attribute).bytes.subarray(start, start + places.lengths[attribute]!);
};

/** @returns the texts and numbers in one attribute of a located record */
function parseAttributeValues(places: RecordPlaces, attribute: number): readonly MarkedValue[] {
  const member = Buffer.from(viewAttribute(places, attribute)).toString();
  const values: readonly unknown[] = Object.values<unknown>(JSON.parse(`{${member}}`)).flat();
  return values.filter((value): value is MarkedValue => typeof value === 'string' || typeof value === 'number');
}

/** @returns the ids of the items that a doc links to */
const readLinkedIds = ({ targets, links }: RelationshipLinks, doc: DocId): readonly string[] =>
  Array.from({ length: links.countOf(doc) }, (_, place) =>
    Buffer.from(targets.at(links.targetOf(links.firstOf(doc) + place)).subarray(1)).toString(),
  );

/** One field in one snapshot: the index of its attribute (-1: none), or its links. */
interface FieldSide {
  readonly attribute: number;
  readonly links: RelationshipLinks | undefined;
}

function findFieldSide(side: TypeContent, name: string): FieldSide {
  const isNamed = (field: AttributeField | RelationshipField): boolean => field.name === name;
  return { attribute: side.type.attributes.findIndex(isNamed), links: side.links.get(name) };
}

export class Comparison {
  /** Every field of either snapshot; fields of the earlier one come first. */
  readonly fields: readonly string[];
  readonly #before: TypeContent;
  readonly #after: TypeContent;
  readonly #placesBefore: RecordPlaces;
  readonly #placesAfter: RecordPlaces;
  readonly #attributes: readonly (readonly [field: number, differs: Differs])[];
  readonly #links: readonly (readonly [field: number, differs: Differs])[];
  /** Whether equal records mean equal attributes: no locale stores attributes in records of its own. */
  readonly #hasSameAttributes: boolean;

  /** Cost: O(distinct targets). */
  constructor(before: TypeContent, after: TypeContent) {
    this.#before = before;
    this.#after = after;
    this.#placesBefore = before.documents.newPlaces();
    this.#placesAfter = after.documents.newPlaces();
    this.fields = [...new Set([...before.type.fields, ...after.type.fields].map(({ name }) => name))];
    const attributes: [number, Differs][] = [];
    const links: [number, Differs][] = [];
    for (const [fieldIndex, name] of this.fields.entries()) {
      const [sideBefore, sideAfter] = [findFieldSide(before, name), findFieldSide(after, name)];
      if (sideBefore.links !== undefined && sideAfter.links !== undefined)
        links.push([fieldIndex, compareLinks(sideBefore.links, sideAfter.links)]);
      else if (sideBefore.attribute >= 0 && sideAfter.attribute >= 0)
        attributes.push([fieldIndex, this.#attributesDiffer(sideBefore, sideAfter)]);
      else links.push([fieldIndex, this.#isEitherPopulated(sideBefore, sideAfter)]);
    }
    this.#attributes = attributes;
    this.#links = links;
    const joinNames = (side: TypeContent): string => side.type.attributes.map(({ name }) => name).join();
    const hasNoLocalRecords = before.documents.local === undefined && after.documents.local === undefined;
    this.#hasSameAttributes = hasNoLocalRecords && joinNames(before) === joinNames(after);
  }

  /**
   * Finds the fields whose values differ.
   *
   * @param onDifference called with the index in `fields` of each field that differs
   * Cost: comparing two records, and the targets of their links.
   */
  visitDifferences(before: DocId, after: DocId, onDifference: (field: number) => void): void {
    const isSameRecord =
      this.#hasSameAttributes &&
      Buffer.compare(this.#before.documents.records.view(before), this.#after.documents.records.view(after)) === 0;
    if (!isSameRecord) {
      this.#locate(before, after);
      for (const [field, differs] of this.#attributes) if (differs(before, after)) onDifference(field);
    }
    for (const [field, differs] of this.#links) if (differs(before, after)) onDifference(field);
  }

  /**
   * @param field index in `fields`
   * @returns the texts, numbers or linked ids that only one of the two docs has. Cost: O(bytes of the values).
   */
  valuesOfOneSide(field: number, before: DocId, after: DocId): readonly MarkedValue[] {
    const name = this.fields[field]!;
    this.#locate(before, after);
    const readValues = (side: TypeContent, places: RecordPlaces, doc: DocId): ReadonlySet<MarkedValue> => {
      const { attribute, links } = findFieldSide(side, name);
      if (links !== undefined) return new Set(readLinkedIds(links, doc));
      return new Set(attribute < 0 ? [] : parseAttributeValues(places, attribute));
    };
    const valuesBefore = readValues(this.#before, this.#placesBefore, before);
    const valuesAfter = readValues(this.#after, this.#placesAfter, after);
    return [
      ...[...valuesBefore].filter((value) => !valuesAfter.has(value)),
      ...[...valuesAfter].filter((value) => !valuesBefore.has(value)),
    ];
  }

  #locate(before: DocId, after: DocId): void {
    this.#before.documents.locate(before, this.#placesBefore);
    this.#before.documents.locateAttributes(this.#placesBefore);
    this.#after.documents.locate(after, this.#placesAfter);
    this.#after.documents.locateAttributes(this.#placesAfter);
  }

  #attributesDiffer(sideBefore: FieldSide, sideAfter: FieldSide): Differs {
    return () =>
      Buffer.compare(
        viewAttribute(this.#placesBefore, sideBefore.attribute),
        viewAttribute(this.#placesAfter, sideAfter.attribute),
      ) !== 0;
  }

  /** Compares a field that only one model has, or that has changed from an attribute to a relationship or back. */
  #isEitherPopulated(sideBefore: FieldSide, sideAfter: FieldSide): Differs {
    const isPopulated = ({ attribute, links }: FieldSide, places: RecordPlaces, doc: DocId): boolean =>
      links !== undefined
        ? links.links.countOf(doc) > 0
        : attribute >= 0 && viewAttribute(places, attribute).at(-1) !== LAST_BYTE_OF_NULL;
    return (before, after) =>
      isPopulated(sideBefore, this.#placesBefore, before) || isPopulated(sideAfter, this.#placesAfter, after);
  }
}
