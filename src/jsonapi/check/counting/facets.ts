/**
 * `_facet[<field>]=<limit>` with its options, and `_stats=<field>,…`: the counts of a list.
 *
 * Elsewhere: values of options (facet-options), the fields that can be counted (counted-fields), counting (engine/facets).
 */
import { excerpt, list } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  isHeldAs,
  LIMITS,
  LINK_COUNT,
  linkCountName,
} from '../../../content/model/index.js';
import type { FacetQuery, Grouping } from '../../../engine/facets/index.js';
import { TYPE_FACET } from '../../../engine/query/index.js';
import { explain, suggestMaximum, suggestName } from '../../request/explained.js';
import { FORMS } from '../../request/heads.js';
import type { Parameter } from '../../request/parameter.js';
import type { RequestedCounting } from '../../request/parsed-request.js';
import type { Problems } from '../../request/problems.js';
import { FACET, parseCountedField } from './counted-fields.js';
import { type FacetDraft, isOption, OPTIONS, optionNames, setOption } from './facet-options.js';
import { readStatistics } from './statistics.js';

/**
 * @param types  of the primary data
 * @param facets all parameters whose name begins with `_facet`, in the order sent
 * @returns the requested counts, facets in the model's order
 */
export function parseCounting(
  model: ContentModel,
  types: readonly ContentType[],
  facets: readonly Parameter[],
  stats: Parameter | undefined,
  problems: Problems,
): RequestedCounting | undefined {
  const drafts = new Map<string, FacetDraft>();
  for (const parameter of facets) readFacet(model, types, parameter, drafts, problems);
  const facetQueries: FacetQuery[] = [];
  const included = new Set<string>();
  // In the model's order, independent of the order sent; fields behind the same relationship by name.
  const ordered = [...drafts].sort(([a], [b]) => modelPosition(types, a) - modelPosition(types, b) || (a < b ? -1 : 1));
  for (const [field, { limit, includes, firstOption, ...draft }] of ordered) {
    if (limit === undefined) {
      if (firstOption !== undefined) {
        problems.add('InvalidParameter', firstOption, () => {
          return `"${excerpt(firstOption)}" is an option of a facet that the request does not have: add _facet[${field}]=<limit>.`;
        });
      }
      continue;
    }
    const { prefix, isByValue, ignoresOwnConditions } = draft;
    const grouping = groupingOf(draft, field, problems);
    facetQueries.push({ field, limit, grouping, prefix, isByValue, ignoresOwnConditions });
    if (includes) included.add(field);
  }
  if (drafts.size > LIMITS.facets) {
    problems.add('InvalidParameter', '_facet', () => {
      return `The request has ${drafts.size} facets; at most ${LIMITS.facets} are allowed. Ask for the others in another request.`;
    });
  }
  return {
    facets: facetQueries,
    included,
    statistics: stats === undefined ? [] : readStatistics(model, types, stats, problems),
  };
}

/** `_facet[type]=<limit>`, the only facet of a search of all types. @returns undefined if nothing is counted */
export function parseTypeFacet(facets: readonly Parameter[], problems: Problems): RequestedCounting | undefined {
  let limit: number | undefined;
  for (const parameter of facets) {
    const { name, path } = parameter;
    if (path.length === 1 && path[0] === TYPE_FACET) limit = readLimit(parameter, problems);
    else {
      problems.add('InvalidParameter', name, () => {
        return `"${excerpt(name)}" is not accepted in a search of all types, which takes only _facet[type]=<limit>. Count it in the list of one type.`;
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

/** @returns the grouping of a draft; a facet of locations has to count distances, otherwise a problem is added */
function groupingOf(
  { field, grouping, from, isWrong }: Pick<FacetDraft, 'field' | 'grouping' | 'from' | 'isWrong'>,
  name: string,
  problems: Problems,
): Grouping {
  if (!isHeldAs(field, 'locations') || isWrong) return grouping;
  if (from !== undefined && grouping.kind === 'ranges') return { kind: 'distances', from, ends: grouping.ends };
  problems.add('InvalidParameter', `_facet[${name}]`, () => {
    return `"${name}" is a location and is counted by distance: next to _facet[${name}], write _facet[${name}][from]=<latitude>,<longitude> and _facet[${name}][ranges]=1000,5000, in metres.`;
  });
  return grouping;
}

const modelPosition = ([type]: readonly ContentType[], path: string): number =>
  type?.fields.findIndex(({ name }) => name === path.split('.', 1)[0]) ?? 0;

function readFacet(
  model: ContentModel,
  types: readonly ContentType[],
  parameter: Parameter,
  drafts: Map<string, FacetDraft>,
  problems: Problems,
): void {
  const { name, path, value } = parameter;
  const [fieldName, option, ...extraParts] = path;
  if (option === LINK_COUNT && fieldName !== undefined) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" has "${LINK_COUNT}" in place of an option: write the count with a dot, _facet[${excerpt(linkCountName(fieldName))}]=<limit>.`;
    });
    return;
  }
  if (fieldName === undefined || fieldName === '' || extraParts.length > 0) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" is not a facet: the form is ${FORMS._facet}, with options such as _facet[<field>][sort]=value.`;
    });
    return;
  }
  const field = parseCountedField(model, types, fieldName, name, FACET, problems);
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
      firstOption: option === undefined ? undefined : name,
    };
    drafts.set(fieldName, draft);
  }
  if (option === undefined) {
    draft.limit = readLimit(parameter, problems);
  } else if (!isOption(option)) {
    problems.add('UnknownParameter', name, () => {
      return explain`Facets have no option "${excerpt(option)}".${suggestName(option, optionNames)} The options are: ${list(optionNames)}.`;
    });
  } else if (!OPTIONS[option].types.some((type) => type === field.type)) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" is not accepted for "${field.name}" (${field.type}): "${option}" is an option for fields of the types ${list(OPTIONS[option].types)}.`;
    });
  } else if (!setOption(draft, option, parameter, problems)) {
    draft.isWrong = true;
    problems.add('InvalidValue', name, () => {
      return `"${excerpt(value)}" is not a value for "${excerpt(name)}", which takes ${OPTIONS[option].form}.`;
    });
  }
}

function readLimit({ name, value }: Parameter, problems: Problems): number {
  const limit = /^\d{1,4}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
  if (limit <= LIMITS.facetValues) return limit;
  problems.add('InvalidValue', name, () => {
    return explain`"${excerpt(value)}" is not a value for "${excerpt(name)}", which takes the maximum number of values: ${suggestMaximum(name, value, LIMITS.facetValues)}.`;
  });
  return 0;
}
