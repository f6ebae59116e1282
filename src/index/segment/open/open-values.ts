/**
 * Opens the column, the posting lists and the quantiles of a field, which every kind of value has.
 */
import type { SectionMap } from '../../../format/index.js';
import { Quantiles, RunPostings } from '../../postings/index.js';
import type { ValueIndex } from '../fields.js';
import { sectionNames } from '../names.js';

/** @returns the index, and `terms`: the number of terms */
export function openValues(sections: SectionMap, name: string, size: number): ValueIndex & { terms: number } {
  const names = sectionNames(name);
  const column = sections.unsigned(names.ordinals, size);
  const starts = sections.u32(names.starts);
  if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
  const docs = sections.u32(names.docs, size);
  const quantiles = openQuantiles(sections, name, docs);
  return { column, postings: new RunPostings(docs, starts), quantiles, terms: starts.length - 1 };
}

function openQuantiles(sections: SectionMap, name: string, docs: Uint32Array): Quantiles | undefined {
  const names = sectionNames(name);
  if (!sections.has(names.quantilePlaces)) return undefined;
  const places = sections.u32(names.quantilePlaces);
  const words = sections.u32(names.quantileBits, places.length * Math.ceil(docs.length / 32));
  if (places.length < 2) throw sections.damage(names.quantilePlaces, 'at least two places', `${places.length}`);
  return new Quantiles(places, words, docs);
}

/** Opens the posting lists of another column with the same terms. */
export function openPostings(sections: SectionMap, name: string, size: number, terms: number): RunPostings {
  const names = sectionNames(name);
  return new RunPostings(sections.u32(names.docs, size), sections.u32(names.starts, terms + 1));
}
