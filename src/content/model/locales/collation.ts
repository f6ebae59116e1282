/**
 * Natural order of texts: the collation of a language, and the version of the rules that this Node.js has.
 */
import type { ContentType } from '../content-type.js';
import type { Field } from '../fields.js';
import { fieldOfStored } from './localized.js';

const { icu = 'none', cldr = 'none', unicode = 'none' } = process.versions;

/** Other versions may order texts otherwise. */
export const COLLATION_VERSION = `ICU ${icu}, CLDR ${cldr}, Unicode ${unicode}`;

/**
 * @param code a language tag; of one that is not known the root's order counts, as it does in English
 * @returns an order of texts: letters first, then accents, then case, and numbers in them by value
 */
export const collatorOf = (code: string): Intl.Collator => new Intl.Collator([code, 'en'], { numeric: true });

/** Whether a sort by the field is as people expect it. */
export const isNatural = (field: Field): boolean =>
  field.type === 'text' && field.order === 'natural' && field.sort !== false;

/** @returns the language tag by which a stored field is ordered */
export const collationOf = (type: ContentType, stored: string): string =>
  stored === fieldOfStored(stored) ? type.collation : stored.slice(fieldOfStored(stored).length + 1);
