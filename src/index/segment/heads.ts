/**
 * Where searches in a list of terms begin, of whatever list.
 */
import type { SectionMap } from '../../format/index.js';
import { Heads, headCount } from '../termdict/index.js';

export const openHeads = (sections: SectionMap, name: string, terms: number): Heads =>
  new Heads(sections.f64(name, headCount(terms)), terms);
