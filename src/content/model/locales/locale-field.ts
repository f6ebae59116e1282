/**
 * The locale field `_locale`: the locales in which an item has values of its own, as filters and facets see them.
 *
 * No model defines it and no document has it as an attribute. It is like a select with several options, the codes of the
 * locales; names of a model begin with a letter, so it cannot collide. Elsewhere: its index (src/index/segment/locale-index).
 */
import type { Field, SelectField } from '../fields.js';
import type { Operator } from '../structures/operator-table.js';
import type { Locale } from './locales.js';

export const LOCALE_FIELD = '_locale';

/** The operators of the locale field. */
export const LOCALE_OPERATORS: readonly Operator[] = Object.freeze(['_eq', '_in']);

/** @returns the locale field of a content type with these locales */
export const createLocaleField = (locales: readonly Locale[]): SelectField =>
  Object.freeze({ name: LOCALE_FIELD, type: 'select', options: locales.map(({ code }) => code), many: true });

export const isLocaleField = ({ name }: Pick<Field, 'name'>): boolean => name === LOCALE_FIELD;
