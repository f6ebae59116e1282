/**
 * Counts the items with a value in each attribute while they are added, including images, which have no column.
 *
 * Elsewhere: relationships, whose links may yet be dropped (link-column).
 */
import type { ContentType } from '../../src/content/model/index.js';
import type { BlockColumn } from '../read/index.js';

export class PopulatedCounts {
  readonly #counts: number[];

  constructor(type: ContentType) {
    this.#counts = type.fields.map(() => 0);
  }

  /** @param columns columns of a block, one per field */
  append(columns: readonly BlockColumn[]): void {
    for (const [place, column] of columns.entries()) this.#counts[place]! += countPopulated(column);
  }

  /** @param place place of the field in the model */
  of(place: number): number {
    return this.#counts[place] ?? 0;
  }
}

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
      let text = 0;
      for (const count of counts) {
        let hasText = 0;
        for (const end = text + count; text < end; text += 1) if (texts.lengths[text]! > 0) hasText = 1;
        populated += hasText;
      }
      return populated;
    }
    case 'links':
      return 0;
    case 'none':
      return column.populated;
  }
}
