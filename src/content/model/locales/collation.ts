/**
 * Natural order of texts: the collation of a language, and the version of the rules that this Node.js has.
 */
import type { ContentType } from '../content-type.js';
import type { Field } from '../fields.js';
import { modelFieldName } from './localized.js';

const { icu = 'none', cldr = 'none', unicode = 'none' } = process.versions;

/** Other versions may order texts differently. */
export const COLLATION_VERSION = `ICU ${icu}, CLDR ${cldr}, Unicode ${unicode}`;

/**
 * @param code a language tag; an unknown language has the root order, as English does
 * @returns an order of texts: letters first, then accents, then case, and numbers in them by value
 */
export const collatorOf = (code: string): Intl.Collator => new Intl.Collator([code, 'en'], { numeric: true });

/** Whether a sort by the field follows the natural order of its language. */
export const isNatural = (field: Field): boolean =>
  field.type === 'text' && field.order === 'natural' && field.sort !== false;

/** @returns the language tag of the natural order of a stored field */
export const collationOf = (type: ContentType, stored: string): string =>
  stored === modelFieldName(stored) ? type.collation : stored.slice(modelFieldName(stored).length + 1);
