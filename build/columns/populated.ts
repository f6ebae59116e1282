/**
 * How many items of a type have a value in each attribute, counted while they are added: images, which no column holds,
 * among them.
 *
 * Elsewhere: relationships, whose links may yet be dropped (link-column).
 */
import type { ContentType } from '../../src/content/model/index.js';
import { type BlockColumn, type FieldValue, isPopulated } from '../read/index.js';

export class PopulatedCounts {
  readonly #counts: number[];

  constructor(type: ContentType) {
    this.#counts = type.fields.map(() => 0);
  }

  /** @param values of an item, one per field */
  add(values: readonly (FieldValue | undefined)[]): void {
    for (const [place, value] of values.entries()) {
      if (value !== undefined && isPopulated(value)) this.#counts[place]! += 1;
    }
  }

  /** @param columns of a block, one per field */
  append(columns: readonly BlockColumn[]): void {
    for (const [place, column] of columns.entries()) this.#counts[place]! += populatedIn(column);
  }

  /** @param place of the field in the model */
  of(place: number): number {
    return this.#counts[place] ?? 0;
  }
}

function populatedIn(column: BlockColumn): number {
  let populated = 0;
  switch (column.kind) {
    case 'text':
      for (const length of column.texts.lengths) if (length > 0) populated += 1;
      return populated;
    case 'number':
      for (const value of column.values) if (!Number.isNaN(value)) populated += 1;
      return populated;
    case 'textLists': {
      const { counts, texts } = column;
      let text = 0;
      for (const count of counts) {
        let has = 0;
        for (const end = text + count; text < end; text += 1) if (texts.lengths[text]! > 0) has = 1;
        populated += has;
      }
      return populated;
    }
    case 'links':
      return 0;
    case 'none':
      return column.populated;
  }
}
