/**
 * The items whose text in a column is the same as in an earlier snapshot, found by comparing rendered items.
 *
 * Elsewhere: comparing whole records (match-records), the layout of a record (src/index/documents/document-store).
 */
import { type ContentType, docId, modelFieldName } from '../../../src/content/model/index.js';
import { Blob, Offsets, Records } from '../../../src/format/index.js';
import { DocumentStore, RecordRange } from '../../../src/index/documents/index.js';
import { unfoldedName } from '../../../src/index/segment/index.js';
import type { RecordSource } from '../../work/index.js';
import { type MatchedRecords, matchRecords, type RecordPlace } from './match-records.js';

export class UnchangedDocs {
  readonly #type: ContentType;
  readonly #earlier: RecordSource;
  readonly #current: RecordSource;
  #matched: Promise<MatchedRecords | undefined> | undefined;

  /**
   * @param type    without localized fields, whose texts are not in these records
   * @param earlier the rendered items of the earlier snapshot, from the same model
   * @param current the rendered items of this build
   */
  constructor(type: ContentType, earlier: RecordSource, current: RecordSource) {
    this.#type = type;
    this.#earlier = earlier;
    this.#current = current;
  }

  /**
   * @param column name of a text column, possibly of folded values
   * @returns earlier doc → doc with the same text; −1 if there is none, or if it is not known. undefined if many items differ
   * Cost: the first call compares all items; each call reads the items that differ.
   */
  async of(column: string): Promise<Int32Array | undefined> {
    this.#matched ??= matchRecords(this.#earlier, this.#current);
    const matched = await this.#matched;
    if (matched === undefined) return undefined;
    const docs = matched.equal.slice();
    const name = modelFieldName(unfoldedName(column));
    const attribute = this.#type.attributes.findIndex((field) => field.name === name);
    // The id is no attribute.
    if (attribute < 0) return docs;
    for (const { earlier, current } of matched.changed) {
      const [before, after] = [
        await this.#readAttribute(this.#earlier, earlier, attribute),
        await this.#readAttribute(this.#current, current, attribute),
      ];
      if (before.equals(after)) docs[earlier.record] = current.record;
    }
    return docs;
  }

  /** @returns `"name":value` of one attribute */
  async #readAttribute(source: RecordSource, { start, end }: RecordPlace, attribute: number): Promise<Buffer> {
    const bytes = await source.sliceBytes(start, end);
    const records = new Records(new Blob([bytes]), new Offsets(Float64Array.of(0), Uint32Array.of(0, end - start)));
    const store = new DocumentStore(records, this.#type.attributes.length);
    const range = new RecordRange();
    store.attribute(docId(0), attribute, store.newPlaces(), range);
    return Buffer.from(range.bytes.subarray(range.start, range.end));
  }
}
