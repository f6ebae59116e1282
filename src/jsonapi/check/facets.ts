/**
 * `_facet[<field>]=<limit>` and its options, and `_stats=<field>,…`: what is counted beside a list.
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  type FieldType,
  isHeldAs,
  isIndexed,
  isListOfTexts,
  LIMITS,
  type Location,
  modelTypeOf,
  readOrigin,
  type Structure,
  structuresOf,
  typesWith,
} from '../../content/model/index.js';
import { type FacetQuery, type Grouping, PERIODS } from '../../engine/facets/index.js';
import { TYPE_FACET } from '../../engine/query/index.js';
import { explainBrackets, FORMS, type Parameter, type Problems } from '../request/parameter.js';
import type { RequestedCounting } from '../request/parsed-request.js';
import { explainMissing, explainNotIndexed, sharedField, typesWithout } from './fields.js';
import { follow } from './hops.js';
import { parseEnds } from './range-ends.js';

const STATISTICS_TYPES = typesWith(({ holding }) => holding === 'numbers' || holding === 'texts');
const LINK_TYPES = typesWith(({ holding }) => holding === 'links');
const PLACE_TYPES = typesWith(({ holding }) => holding === 'locations');
const FACET_TYPES = [
  ...typesWith(({ holding }) => holding === 'numbers' || holding === 'texts' || holding === 'links'),
  ...PLACE_TYPES,
];

const canFacet = (field: Field): boolean => FACET_TYPES.includes(modelTypeOf(field));
const canStatistics = (field: Field): boolean => STATISTICS_TYPES.includes(field.type) && !isListOfTexts(field);

/** Whether `_facet` takes the field: it counts by the index of values, which filters and sorts read too. */
export const hasFacet = (field: Field): boolean => canFacet(field) && isIndexed(field);
export const hasStatistics = (field: Field): boolean => canStatistics(field) && isIndexed(field);

const VALUES: readonly Structure[] = ['filter', 'sort'];

/** The options of a facet: of which types it is one, and how it is written. */
const OPTIONS = {
  interval: { types: typesWith(({ value }) => value === 'instant'), form: list(PERIODS) },
  ranges: {
    types: [...typesWith(({ value }) => value === 'integer' || value === 'decimal'), ...PLACE_TYPES],
    form: 'numbers, ascending, with commas between them, such as 0,10,20',
  },
  from: { types: PLACE_TYPES, form: 'a place: <latitude>,<longitude>, such as 52.52,13.405' },
  prefix: { types: typesWith(({ holding }) => holding === 'texts' || holding === 'links'), form: 'any text' },
  sort: { types: FACET_TYPES, form: 'value, or count' },
  own: { types: FACET_TYPES, form: 'the word "ignored"' },
  include: { types: LINK_TYPES, form: 'true or false' },
} as const satisfies Readonly<Record<string, { types: readonly FieldType[]; form: string }>>;
export type FacetOption = keyof typeof OPTIONS;

const isOption = (name: string): name is FacetOption => Object.hasOwn(OPTIONS, name);
const optionNames = Object.keys(OPTIONS).filter(isOption);

/** @returns the options that a facet of the field takes */
export const facetOptionsOf = ({ type }: Field): readonly FacetOption[] =>
  optionNames.filter((option) => OPTIONS[option].types.some((one) => one === type));

/** A facet under construction; its limit may come behind its options. */
interface Draft {
  readonly field: Field;
  limit: number | undefined;
  grouping: Grouping;
  /** What the ranges are distances from. */
  from: Location | undefined;
  /** Whether an option had a problem. */
  isWrong: boolean;
  prefix: Uint8Array | undefined;
  isByValue: boolean;
  ignoresOwnConditions: boolean;
  includes: boolean;
  /** The parameter of the first option. */
  readonly option: string | undefined;
}

/**
 * @param types  of the primary data
 * @param facets all parameters whose name begins with `_facet`, in the order sent
 * @returns undefined where nothing is counted
 */
export function parseCounting(
  model: ContentModel,
  types: readonly ContentType[],
  facets: readonly Parameter[],
  stats: Parameter | undefined,
  problems: Problems,
): RequestedCounting | undefined {
  const drafts = new Map<string, Draft>();
  for (const parameter of facets) readFacet(model, types, parameter, drafts, problems);
  const read: FacetQuery[] = [];
  const included = new Set<string>();
  // In the model's order, whatever the order of the parameters; what is behind one relationship by name.
  const inTurn = [...drafts].sort(([a], [b]) => placeOf(types, a) - placeOf(types, b) || (a < b ? -1 : 1));
  for (const [field, { limit, includes, option, ...draft }] of inTurn) {
    if (limit === undefined) {
      if (option !== undefined) {
        problems.add('InvalidParameter', option, () => {
          return `"${excerpt(option)}" is an option of a facet that is not asked for: write _facet[${field}]=<limit> beside it.`;
        });
      }
      continue;
    }
    const { prefix, isByValue, ignoresOwnConditions } = draft;
    const grouping = groupingOf(draft, field, problems);
    read.push({ field, limit, grouping, prefix, isByValue, ignoresOwnConditions });
    if (includes) included.add(field);
  }
  if (drafts.size > LIMITS.facets) {
    problems.add('InvalidParameter', '_facet', () => {
      return `The request has ${drafts.size} facets; at most ${LIMITS.facets} are allowed. Ask for the others in another request.`;
    });
  }
  return {
    facets: read,
    included,
    statistics: stats === undefined ? [] : readStatistics(model, types, stats, problems),
  };
}

/** `_facet[type]=<limit>`, all that is counted of several types. @returns undefined where nothing is counted */
export function parseTypeFacet(facets: readonly Parameter[], problems: Problems): RequestedCounting | undefined {
  let limit: number | undefined;
  for (const parameter of facets) {
    const { name, path } = parameter;
    if (path.length === 1 && path[0] === TYPE_FACET) limit = readLimit(parameter, problems);
    else {
      problems.add('InvalidParameter', name, () => {
        return `"${excerpt(name)}" is counted in the list of one type; a search of all types has _facet[type]=<limit>.`;
      });
    }
  }
  if (limit === undefined) return undefined;
  const facet = {
    grouping: { kind: 'values' },
    prefix: undefined,
    isByValue: false,
    ignoresOwnConditions: false,
  } as const;
  return { facets: [{ field: TYPE_FACET, limit, ...facet }], included: new Set(), statistics: [] };
}

/** Of places, only distances are counted. */
function groupingOf(
  { field, grouping, from, isWrong }: Pick<Draft, 'field' | 'grouping' | 'from' | 'isWrong'>,
  name: string,
  problems: Problems,
): Grouping {
  if (!isHeldAs(field, 'locations') || isWrong) return grouping;
  if (from !== undefined && grouping.kind === 'ranges') return { kind: 'distances', from, ends: grouping.ends };
  problems.add('InvalidParameter', `_facet[${name}]`, () => {
    return `"${name}" is a place, and is counted by distance: write _facet[${name}][from]=<latitude>,<longitude> and _facet[${name}][ranges]=1000,5000, in metres, beside _facet[${name}].`;
  });
  return grouping;
}

const placeOf = ([type]: readonly ContentType[], path: string): number =>
  type?.fields.findIndex(({ name }) => name === path.split('.', 1)[0]) ?? 0;

function readFacet(
  model: ContentModel,
  types: readonly ContentType[],
  parameter: Parameter,
  drafts: Map<string, Draft>,
  problems: Problems,
): void {
  const { name, path, value } = parameter;
  const [fieldName, option, ...more] = path;
  if (fieldName === undefined || fieldName === '' || more.length > 0) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" is not a facet: the form is ${FORMS._facet}, with options such as _facet[<field>][sort]=value.`;
    });
    return;
  }
  const field = checkedField(model, types, fieldName, name, FACET, problems);
  if (field === undefined) return;
  let draft = drafts.get(fieldName);
  if (draft === undefined) {
    draft = {
      field,
      limit: undefined,
      grouping: { kind: 'values' },
      from: undefined,
      isWrong: false,
      prefix: undefined,
      isByValue: false,
      ignoresOwnConditions: false,
      includes: false,
      option: option === undefined ? undefined : name,
    };
    drafts.set(fieldName, draft);
  }
  if (option === undefined) {
    draft.limit = readLimit(parameter, problems);
  } else if (!isOption(option)) {
    problems.add('UnknownParameter', name, () => {
      return `There is no option "${excerpt(option)}" of a facet.${didYouMean(option, optionNames)} The options are: ${list(optionNames)}.`;
    });
  } else if (!OPTIONS[option].types.some((type) => type === field.type)) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" does not go with "${field.name}" (${field.type}): "${option}" is an option of fields of the types ${list(OPTIONS[option].types)}.`;
    });
  } else if (!setOption(draft, option, parameter, problems)) {
    draft.isWrong = true;
    problems.add('InvalidValue', name, () => {
      return `"${excerpt(value)}" is not a value for "${excerpt(name)}", which takes ${OPTIONS[option].form}.`;
    });
  }
}

/** @returns whether the value is one of the option's, or a problem was added already */
function setOption(draft: Draft, option: FacetOption, parameter: Parameter, problems: Problems): boolean {
  const { value } = parameter;
  switch (option) {
    case 'interval': {
      const period = PERIODS.find((one) => one === value);
      if (period !== undefined) draft.grouping = { kind: 'period', period };
      return period !== undefined;
    }
    case 'ranges': {
      const ends = parseEnds(draft.field, parameter, problems);
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

function readLimit({ name, value }: Parameter, problems: Problems): number {
  const limit = /^\d{1,4}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
  if (limit <= LIMITS.facetValues) return limit;
  problems.add('InvalidValue', name, () => {
    return `"${excerpt(value)}" is not a value for "${excerpt(name)}", which takes how many values are shown: an integer from 0 to ${LIMITS.facetValues}.`;
  });
  return 0;
}

function readStatistics(
  model: ContentModel,
  types: readonly ContentType[],
  { name, path, value }: Parameter,
  problems: Problems,
): string[] {
  const fields: string[] = [];
  if (path.length > 0) {
    problems.add('InvalidParameter', name, () => explainBrackets('_stats'));
    return fields;
  }
  for (const part of value.split(',')) {
    if (part === '') {
      problems.add('InvalidParameter', name, () => {
        return `"_stats" has an empty place where a field belongs: the form is ${FORMS._stats}.`;
      });
    } else if (fields.includes(part)) {
      problems.add('InvalidParameter', name, () => `"_stats" names "${excerpt(part)}" more than once.`);
    } else if (checkedField(model, types, part, name, STATISTICS, problems) !== undefined) {
      fields.push(part);
    }
  }
  if (fields.length > LIMITS.statistics) {
    problems.add('InvalidParameter', name, () => {
      return `"_stats" names ${fields.length} fields; at most ${LIMITS.statistics} are allowed. Ask for the others in another request.`;
    });
  }
  return fields;
}

/** What is counted: of which fields, and how messages name it. */
interface Kind {
  readonly types: readonly FieldType[];
  readonly isWanted: (field: Field) => boolean;
  readonly one: string;
  readonly none: string;
  /** Whether items may have several values. */
  readonly many: boolean;
}

const FACET: Kind = { types: FACET_TYPES, isWanted: canFacet, one: 'A facet', none: 'is no facet', many: true };
const STATISTICS: Kind = {
  types: STATISTICS_TYPES,
  isWanted: canStatistics,
  one: 'A statistic',
  none: 'are no statistics',
  many: false,
};

/** @returns undefined when a problem was added */
function checkedField(
  model: ContentModel,
  primary: readonly ContentType[],
  path: string,
  parameter: string,
  { types: wanted, isWanted, one, none, many }: Kind,
  problems: Problems,
): Field | undefined {
  const end = follow(primary, path, { model, parameter, what: one, many }, problems);
  if (end === undefined) return undefined;
  const { types, name: fieldName } = end;
  const field = sharedField(types, fieldName);
  if (field === undefined) {
    return problems.add('UnknownField', parameter, () => explainMissing(types, fieldName, isWanted, []));
  }
  if (!isWanted(field)) {
    return problems.add('InvalidParameter', parameter, () => {
      const many = isListOfTexts(field) ? ', with "many": true' : '';
      return `There ${none} of "${fieldName}" (${modelTypeOf(field)}${many}), only of fields of the types ${list(wanted)}${many === '' ? '' : ', without "many"'}.`;
    });
  }
  const without = typesWithout(types, fieldName, (other) => !isIndexed(other));
  if (without.length === 0) return field;
  const needed = structuresOf(field).filter((structure) => VALUES.includes(structure));
  return problems.add('NotIndexed', parameter, () => explainNotIndexed(one, fieldName, needed, without));
}
