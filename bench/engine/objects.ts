/**
 * JavaScript objects that opening a snapshot makes: how many hang on its sections, and so not on its items.
 *
 * How many sections there are follows from the model, but for three: the quantiles of a field and the sets of its
 * frequent substrings, from 32,768 items on, and further chunks of what is longer than 1 GiB. A column of wider ordinals is
 * the same section with one view more.
 */
import { sectionNames } from '../../src/index/segment/index.js';
import type { Space } from '../../src/index/snapshot/index.js';

/** Of any column. */
const SETS = sectionNames('').substringSetNodes;

/** An entry of the header, what holds entry and bytes together, and the bytes. */
const objectsEach = 3;

export interface ObjectCount {
  /** Sections of all types. */
  readonly sections: number;
  /** What the sections account for. */
  readonly objects: number;
}

/** @returns what opening makes for the sections of the types; whatever else it makes hangs on the model alone */
export function objectsOfSections({ types }: Space): ObjectCount {
  let sections = 0;
  let objects = 0;
  for (const { segment } of types.values()) {
    const { fields, file } = segment;
    const buffers = new Set<ArrayBufferLike>();
    for (const { name, element } of file.sections.entries()) {
      sections += 1;
      if (element === 'u8') buffers.add(file.sections.u8(name).buffer);
      // Bytes are used as they are; numbers are a view of their own.
      objects += objectsEach + Number(element !== 'u8');
    }
    // Sections are read in groups of up to 1 GiB, each into one buffer.
    objects += buffers.size;
    for (const name of fields.keys()) {
      if (file.sections.has(sectionNames(name).quantilePlaces)) objects += 1;
    }
    // What finds the sets of a column's substrings; where there are none, all columns have the same.
    for (const { name } of file.sections.entries()) if (name.endsWith(SETS)) objects += 1;
  }
  return { sections, objects };
}
