/**
 * `page[limit]` and `page[skip]`, also of relationships (`page[books][limit]`): the windows of lists that a document shows.
 */
import { closest, excerpt } from '../../content/errors/index.js';
import { type ContentModel, isRelationship, LIMITS } from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import { readPageSize, writePage } from '../foreign-parameters.js';
import { normalizeName } from '../operator-advice.js';
import { acceptedBy, describeEndpoint, listParameters } from '../request/accepted.js';
import type { Endpoint } from '../request/endpoint.js';
import { type Explained, explain, sending, suggestForm, suggestMaximum } from '../request/explained.js';
import type { Parameter, Query } from '../request/parameter.js';
import { BARE_SHAPE, windowAt } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';
import { explainNoRelationship, type IncludeNode, isAttributeOf, shownLinksDefault, typesBehind } from './include.js';

export const DEFAULT_PAGE: Window = Object.freeze({ skip: 0, limit: LIMITS.pageLimitDefault });

const MEMBERS = ['limit', 'skip'] as const;

export type Member = (typeof MEMBERS)[number];

const isMember = (name: string | undefined): name is Member => name === 'limit' || name === 'skip';

/** Names of the members in other interfaces: lower case, letters only. */
const MEMBER_BY_ALIAS: ReadonlyMap<string, Member> = new Map([
  ['size', 'limit'],
  ['count', 'limit'],
  ['first', 'limit'],
  ['number', 'skip'],
  ['offset', 'skip'],
  ['start', 'skip'],
  ['after', 'skip'],
  ['before', 'skip'],
  ['cursor', 'skip'],
]);

/** Paths of `page` may be one step longer than paths of `include`: the last included resources show linkage, too. */
const pathMaximum = LIMITS.includeDepth + 1;

/**
 * Sets the windows of `root` and the places below it. A window of a relationship that is not included is checked, but has
 * no effect.
 *
 * @param root undefined if the endpoint has no include tree, as for linkage
 * @param query the parameters of pages, and all others for advice
 * @returns the window of the list itself
 */
export function parsePage(
  model: ContentModel,
  endpoint: Endpoint,
  root: IncludeNode | undefined,
  { page: parameters, readSent }: Pick<Query, 'page' | 'readSent'>,
  problems: Problems,
): Window {
  let page = endpoint.kind === 'linkage' ? windowAt(BARE_SHAPE, endpoint.relationship) : DEFAULT_PAGE;
  const limitMaximum = endpoint.kind === 'linkage' ? LIMITS.relationshipLimitMaximum : LIMITS.pageLimitMaximum;
  for (const parameter of parameters) {
    const { name, path } = parameter;
    const member = path.at(-1);
    if (!isMember(member)) {
      problems.add(path.length === 0 ? 'InvalidParameter' : 'UnknownParameter', name, () => {
        return explainMember(model, parameter, endpoint, root, readPageSize(readSent));
      });
    } else if (path.length > 1) {
      if (root === undefined) {
        problems.add('UnknownParameter', name, () => {
          return `${describeEndpoint(endpoint)} takes no "${excerpt(name)}". ${listParameters(acceptedBy(endpoint), model.locales.length > 0)}`;
        });
      } else {
        parseRelationshipWindow(model, root, parameter, member, problems);
      }
    } else if (!acceptedBy(endpoint).page) {
      problems.add('InvalidParameter', name, () => explainToOnePage(name, member, endpoint));
    } else {
      page = replaceMember(page, member, parameter, limitMaximum, problems);
    }
  }
  return page;
}

/** `page[<relationship>]…[limit]`: sets the window of a to-many relationship at the place that its path leads to. */
function parseRelationshipWindow(
  model: ContentModel,
  root: IncludeNode,
  parameter: Parameter,
  member: Member,
  problems: Problems,
): void {
  const { name, path } = parameter;
  const steps = path.length - 1;
  if (steps > pathMaximum) {
    problems.add('InvalidParameter', name, () => {
      return `"${excerpt(name)}" leads through ${steps} relationships; at most ${pathMaximum} are followed.`;
    });
    return;
  }
  let place: IncludeNode | undefined = root;
  let types = root.types;
  for (let i = 0; i < steps; i += 1) {
    const step = path[i] ?? '';
    const targetTypes = typesBehind(model, types, step);
    if (targetTypes === undefined) {
      const from = types;
      problems.add(step === '' || isAttributeOf(from, step) ? 'InvalidParameter' : 'UnknownField', name, () => {
        return step === ''
          ? `"${excerpt(name)}" has empty brackets in place of a relationship: the form is page[<relationship>][${member}]=<number>.`
          : explainNoRelationship(from, step, 'given a limit');
      });
      return;
    }
    if (i < steps - 1) {
      place = place?.includes.get(step);
      types = targetTypes;
    }
  }
  const last = path[steps - 1] ?? '';
  const many = types.some((type) => {
    const field = type.fieldByName.get(last);
    return field !== undefined && isRelationship(field) && field.many;
  });
  if (!many) {
    problems.add('InvalidParameter', name, () => {
      return `"${last}" is to-one; only to-many relationships take a ${member}.`;
    });
    return;
  }
  const windowBefore = place?.windows.get(last) ?? { skip: 0, limit: shownLinksDefault(types, last) };
  const window = replaceMember(windowBefore, member, parameter, LIMITS.relationshipLimitMaximum, problems);
  place?.windows.set(last, window);
}

/** @returns the window with one number replaced; unchanged if a problem was added */
export function replaceMember(
  window: Window,
  member: Member,
  parameter: Parameter,
  limitMaximum: number,
  problems: Problems,
): Window {
  const maximum = member === 'limit' ? limitMaximum : Number.MAX_SAFE_INTEGER;
  const value = parseCount(parameter.value, maximum);
  if (value === undefined) {
    problems.add('InvalidValue', parameter.name, () => {
      return explain`"${excerpt(parameter.value)}" is not a value for "${excerpt(parameter.name)}", which takes ${suggestMaximum(parameter.name, parameter.value, maximum)}.`;
    });
    return window;
  }
  return member === 'limit' ? { skip: window.skip, limit: value } : { skip: value, limit: window.limit };
}

/** @returns the integer, 0 to `maximum`; undefined if the text is anything else */
function parseCount(text: string, maximum: number): number | undefined {
  if (text.length === 0 || text.length > 16) return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value <= maximum ? value : undefined;
}

function explainToOnePage(name: string, member: Member, endpoint: Endpoint): string {
  const alternativeText =
    endpoint.kind === 'linkage'
      ? 'only to-many relationships have a page'
      : `its to-many relationships take a page: page[<relationship>][${member}]=<number>`;
  return `${describeEndpoint(endpoint)} takes no "${name}"; ${alternativeText}.`;
}

/** @returns the detail for a name that does not end in `limit` or `skip` */
function explainMember(
  { locales }: ContentModel,
  parameter: Parameter,
  endpoint: Endpoint,
  root: IncludeNode | undefined,
  pageSize: string | undefined,
): Explained {
  const { name, path, value } = parameter;
  const acceptedSentence = listParameters(acceptedBy(endpoint), locales.length > 0);
  const last = path.at(-1);
  if (last === undefined) {
    const page = writePage(value, pageSize);
    const question = page === undefined ? '' : explain` Did you mean "${suggestForm(page)}"?`;
    return explain`"page" needs a name in brackets.${question} ${acceptedSentence}`;
  }
  const pathBefore = path
    .slice(0, -1)
    .map((part) => `[${part}]`)
    .join('');
  const names = relationshipNames(root);
  const [first = ''] = path;
  const memberMissing = explain`"${excerpt(name)}" sets neither a limit nor a skip: write ${sending(`${excerpt(name)}[limit]`, `${name}[limit]`)}=<number> or ${excerpt(name)}[skip]=<number>. ${acceptedSentence}`;
  if (path.length === 1 && names.has(first)) return memberMissing;
  const normalized = normalizeName(last);
  const suggestedMember = MEMBER_BY_ALIAS.get(normalized) ?? closest(last, MEMBERS);
  const unknownSentence = `There is no parameter "${excerpt(name)}" here.`;
  if (suggestedMember !== undefined) {
    const unit = normalized === 'number' ? ' It counts items, not pages.' : '';
    const member = `page${pathBefore}[${suggestedMember}]`;
    const page = normalized === 'number' && path.length === 1 ? writePage(value, pageSize) : undefined;
    const isCount = normalized !== 'number' && parseCount(value, Number.MAX_SAFE_INTEGER) !== undefined;
    const request = page ?? `${member}=${isCount ? value : '<number>'}`;
    return explain`${unknownSentence} Did you mean "${suggestForm(request)}"?${unit} ${acceptedSentence}`;
  }
  if (names.has(first)) return memberMissing;
  const suggestedName = closest(first, names);
  return explain`${unknownSentence}${suggestedName === undefined ? '' : explain` Did you mean "${suggestForm(`page[${suggestedName}][limit]`)}"?`} ${acceptedSentence}`;
}

const relationshipNames = (root: IncludeNode | undefined): ReadonlySet<string> =>
  new Set(root?.types.flatMap((type) => type.relationships.map((field) => field.name)));
