/**
 * Populated counts: field -> number of items with a value, counted while items are added.
 *
 * Images are included, although they have no column. Elsewhere: relationships, which are counted when their links are
 * resolved (link-column).
 */
import type { ContentType } from '../../src/content/model/index.js';
import type { BlockColumn } from '../read/index.js';

export class PopulatedCounts {
  readonly #counts: number[];

  constructor(type: ContentType) {
    this.#counts = type.fields.map(() => 0);
  }

  /** Counts the values of a block. @param columns one column per field */
  append(columns: readonly BlockColumn[]): void {
    for (const [field, column] of columns.entries()) this.#counts[field]! += countPopulated(column);
  }

  /** @param field index of the field in the model */
  countOf(field: number): number {
    return this.#counts[field] ?? 0;
  }
}

/** @returns number of items of a block with a value */
function countPopulated(column: BlockColumn): number {
  let populated = 0;
  switch (column.kind) {
    case 'text':
      for (const length of column.texts.lengths) if (length > 0) populated += 1;
      return populated;
    case 'number':
      for (const value of column.values) if (!Number.isNaN(value)) populated += 1;
      return populated + column.bigValues.size;
    case 'textLists': {
      const { counts, texts } = column;
      let nextText = 0;
      for (const count of counts) {
        let hasText = false;
        const listEnd = nextText + count;
        for (; nextText < listEnd; nextText += 1) hasText ||= texts.lengths[nextText]! > 0;
        if (hasText) populated += 1;
      }
      return populated;
    }
    case 'links':
      return 0;
    case 'none':
      return column.populated;
  }
}
