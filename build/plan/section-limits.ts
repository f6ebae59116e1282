/**
 * Finds sections that are too long for a snapshot, or nearly so.
 *
 * Elsewhere: refusing them at the end of a build (build/work/limits).
 */
import { limitAdvice } from '../work/index.js';
import type { Section } from './section-sizes.js';

/** A section that exceeds its maximum length, or comes near it. */
export interface SectionLimit extends Pick<Section, 'type' | 'name' | 'byteLength'> {
  /** Maximum length of a section. */
  readonly maximum: number;
  /** Whether `stele load` needs the section too, so that a load does not avoid the limit. */
  readonly isLoaded: boolean;
  /** Advice for the operator. */
  readonly advice: string;
}

/** Matches the names of sections that `stele load` reads into memory. */
export const LOADED_SECTIONS = /^(documents|id\/|search\.|[^/]+\/(links|linkage))/;

/** @param reportFromBytes a section is reported if it is longer than this */
export const sectionsOverLimit = (
  sections: readonly Section[],
  maximum: number,
  reportFromBytes = maximum,
): readonly SectionLimit[] =>
  sections
    .filter(({ isSplit: isCut, byteLength }) => !isCut && byteLength > reportFromBytes)
    .map(({ type, name, byteLength }) => ({
      type,
      name,
      byteLength: Math.round(byteLength),
      maximum,
      isLoaded: LOADED_SECTIONS.test(name),
      advice: limitAdvice(name),
    }));
