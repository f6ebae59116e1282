/**
 * Sections that are, or will be, longer than a snapshot can hold.
 */
import { limitAdvice } from '../work/index.js';
import type { Section } from './weighed-sections.js';

/** A section that will be longer than a snapshot holds. */

export interface SectionLimit extends Pick<Section, 'type' | 'name' | 'byteLength'> {
  /** How long it may be. */
  readonly maximum: number;
  /** Whether a load would have it, too. */
  readonly isLoaded: boolean;
  /** What to do. */
  readonly advice: string;
}

/** What a load reads and renders, which is in memory meanwhile. */
export const LOADED = /^(documents|id\/|search\.|[^/]+\/(links|linkage))/;
/** @param from how long a section is told of */
export const sectionsOverLimit = (
  sections: readonly Section[],
  maximum: number,
  from = maximum,
): readonly SectionLimit[] =>
  sections
    .filter(({ isCut, byteLength }) => !isCut && byteLength > from)
    .map(({ type, name, byteLength }) => ({
      type,
      name,
      byteLength: Math.round(byteLength),
      maximum,
      isLoaded: LOADED.test(name),
      advice: limitAdvice(name),
    }));
