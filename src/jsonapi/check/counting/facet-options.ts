/**
 * The options of a facet, `_facet[<field>][<option>]=<value>`: the field types that accept each option, and its values.
 *
 * Elsewhere: the facet itself and its limit (facets), the numbers of `ranges` (range-ends).
 */
import { list } from '../../../content/errors/index.js';
import { type Field, type FieldType, type Location, readOrigin, typesWith } from '../../../content/model/index.js';
import { type Grouping, PERIODS } from '../../../engine/facets/index.js';
import type { Parameter } from '../../request/parameter.js';
import type { Problems } from '../../request/problems.js';
import { FACET_TYPES, LINK_TYPES, PLACE_TYPES } from './counted-fields.js';
import { parseRangeEnds } from './range-ends.js';

/** Option → field types that accept it, and the form of its value in messages. */
export const OPTIONS = {
  interval: { types: typesWith(({ value }) => value === 'instant'), form: list(PERIODS) },
  ranges: {
    types: [...typesWith(({ value }) => value === 'integer' || value === 'decimal'), ...PLACE_TYPES],
    form: 'numbers, ascending, separated by commas, such as 0,10,20',
  },
  from: { types: PLACE_TYPES, form: 'a place: <latitude>,<longitude>, such as 52.52,13.405' },
  prefix: { types: typesWith(({ holding }) => holding === 'texts' || holding === 'links'), form: 'any text' },
  sort: { types: FACET_TYPES, form: 'value, or count' },
  own: { types: FACET_TYPES, form: 'the word "ignored"' },
  include: { types: LINK_TYPES, form: 'true or false' },
} as const satisfies Readonly<Record<string, { types: readonly FieldType[]; form: string }>>;

export type FacetOption = keyof typeof OPTIONS;

export const isOption = (name: string): name is FacetOption => Object.hasOwn(OPTIONS, name);

export const optionNames = Object.keys(OPTIONS).filter(isOption);

/** @returns the options that a facet of the field accepts */
export const facetOptionsOf = ({ type }: Field): readonly FacetOption[] =>
  optionNames.filter((option) => OPTIONS[option].types.some((one) => one === type));

/** A facet under construction: its options may come before its limit. */
export interface FacetDraft {
  readonly field: Field;
  limit: number | undefined;
  grouping: Grouping;
  /** The origin of distance ranges. */
  from: Location | undefined;
  /** Whether an option had a problem. */
  isWrong: boolean;
  prefix: Uint8Array | undefined;
  isByValue: boolean;
  ignoresOwnConditions: boolean;
  includes: boolean;
  /** The parameter of the first option. */
  readonly firstOption: string | undefined;
}

/** Sets an option of the draft. @returns false if the value is wrong and no problem was added yet */
export function setOption(draft: FacetDraft, option: FacetOption, parameter: Parameter, problems: Problems): boolean {
  const { value } = parameter;
  switch (option) {
    case 'interval': {
      const period = PERIODS.find((one) => one === value);
      if (period !== undefined) draft.grouping = { kind: 'period', period };
      return period !== undefined;
    }
    case 'ranges': {
      const ends = parseRangeEnds(draft.field, parameter, problems);
      if (ends === undefined) draft.isWrong = true;
      else draft.grouping = { kind: 'ranges', ends };
      return true;
    }
    case 'from': {
      const from = readOrigin(value);
      if (typeof from !== 'string') draft.from = from;
      return typeof from !== 'string';
    }
    case 'prefix':
      draft.prefix = value === '' ? undefined : new TextEncoder().encode(value);
      return true;
    case 'sort':
      draft.isByValue = value === 'value';
      return value === 'value' || value === 'count';
    case 'own':
      draft.ignoresOwnConditions = true;
      return value === 'ignored';
    case 'include':
      draft.includes = value === 'true';
      return value === 'true' || value === 'false';
  }
}
