/**
 * `include` and `page[<relationship>]`: what is shown of the resources at each place of the include tree.
 *
 * A place is reached by a path of relationships and may hold resources of several types; a relationship exists there
 * when any of them has it.
 */
import { closest, didYouMean, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  isRelationship,
  LIMITS,
  type RelationshipField,
} from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import { lettersOf } from '../advice.js';
import { acceptedBy, describe, type Endpoint, leadAlike, parametersOf, targetsOf } from '../request/endpoint.js';
import { FORMS, type Parameter, type Problems } from '../request/parameter.js';
import { DEFAULT_WINDOW, type Shape } from '../request/parsed-request.js';

/** A place of the include tree under construction. */
export interface IncludeNode extends Shape {
  readonly windows: Map<string, Window>;
  readonly includes: Map<string, IncludeNode>;
  /** Of the resources that may be here. */
  readonly types: readonly ContentType[];
}

export const includeNode = (types: readonly ContentType[]): IncludeNode => ({
  windows: new Map(),
  includes: new Map(),
  types,
});

/**
 * Adds the paths of `include` below `root`; paths that begin alike share their places.
 *
 * Cost: O(length + places · types of a place).
 */
export function parseInclude(model: ContentModel, root: IncludeNode, parameter: Parameter, problems: Problems): void {
  if (parameter.value === '') return;
  for (const path of parameter.value.split(',')) {
    const names = path.split('.');
    if (names.length > LIMITS.includeDepth) {
      problems.add('InvalidParameter', 'include', () => {
        return `The path "${excerpt(path)}" has ${names.length} steps; at most ${LIMITS.includeDepth} are followed.`;
      });
    } else if (names.includes('')) {
      problems.add('InvalidParameter', 'include', () => {
        return `"include" has an empty place where a relationship belongs: the form is ${FORMS.include}.`;
      });
    } else {
      follow(model, root, names, problems);
    }
  }
}

function follow(model: ContentModel, root: IncludeNode, names: readonly string[], problems: Problems): void {
  let here = root;
  for (const name of names) {
    let next = here.includes.get(name);
    if (next === undefined) {
      const types = typesBehind(model, here.types, name);
      if (types === undefined) {
        const { types: from } = here;
        problems.add(isAttributeOf(from, name) ? 'InvalidParameter' : 'UnknownField', 'include', () => {
          return explainNoRelationship(from, name, 'included');
        });
        return;
      }
      next = includeNode(types);
      here.includes.set(name, next);
      const limit = limitInModel(here.types, name);
      if (limit !== undefined) here.windows.set(name, { skip: 0, limit });
    }
    here = next;
  }
}

/** @returns the least, as the window is that of the name; undefined where no type sets one. */
export function limitInModel(types: readonly ContentType[], name: string): number | undefined {
  let least: number | undefined;
  for (const { fieldByName } of types) {
    const field = fieldByName.get(name);
    const limit = field !== undefined && isRelationship(field) ? field.limit : undefined;
    if (limit !== undefined && (least === undefined || limit < least)) least = limit;
  }
  return least;
}

/**
 * @returns the types that the relationship leads to from any of `types`, each once; undefined when none has it
 * Cost: O(types · targets) at worst.
 */
export function typesBehind(
  model: ContentModel,
  types: readonly ContentType[],
  name: string,
): readonly ContentType[] | undefined {
  let found: readonly ContentType[] | undefined;
  let last: RelationshipField | undefined;
  for (const type of types) {
    const field = type.fieldByName.get(name);
    if (field === undefined || !isRelationship(field)) continue;
    if (last !== undefined && leadAlike(last, field)) continue;
    last = field;
    const targets = targetsOf(model, field);
    found = found === undefined ? targets : [...new Set([...found, ...targets])];
  }
  return found;
}

export const isAttributeOf = (types: readonly ContentType[], name: string): boolean =>
  types.some((type) => type.fieldByName.has(name));

/**
 * @param name that is a relationship of none of the types
 * @param use  what cannot be done: "… cannot be …"
 */
export function explainNoRelationship(types: readonly ContentType[], name: string, use: string): string {
  const names = [...new Set(types.flatMap((type) => type.relationships.map((field) => field.name)))];
  const where = list(types.map((type) => `"${type.name}"`));
  const wrong = isAttributeOf(types, name)
    ? `"${name}" is an attribute of ${where}, not a relationship, and cannot be ${use}.`
    : `${types.length === 1 ? where : `None of ${where}`} has ${types.length === 1 ? 'no' : 'a'} relationship "${excerpt(name)}".${didYouMean(name, names)}`;
  return `${wrong} The relationships there are: ${list(names)}.`;
}

/*
 * `page[limit]`, `page[skip]` and the same behind a path of relationships: which part of a list is shown.
 */

export const DEFAULT_PAGE: Window = Object.freeze({ skip: 0, limit: LIMITS.pageLimitDefault });

const MEMBERS = ['limit', 'skip'] as const;
export type Member = (typeof MEMBERS)[number];

const isMember = (name: string | undefined): name is Member => name === 'limit' || name === 'skip';

/** What other interfaces call the members: lower case, letters only. */
const CALLED: ReadonlyMap<string, Member> = new Map([
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

/** Paths of `page` lead one step further than `include`: to the linkage shown by what was included last. */
const pathMaximum = LIMITS.includeDepth + 1;

/**
 * Sets the windows of `root` and below it. A window behind a relationship that is not included is checked and
 * changes nothing.
 *
 * @param root undefined where there is nothing but the list itself, as on linkage
 * @returns the window of the list itself
 */
export function parsePage(
  model: ContentModel,
  endpoint: Endpoint,
  root: IncludeNode | undefined,
  parameters: readonly Parameter[],
  problems: Problems,
): Window {
  let page = endpoint.kind === 'linkage' ? DEFAULT_WINDOW : DEFAULT_PAGE;
  const limitMaximum = endpoint.kind === 'linkage' ? LIMITS.relationshipLimitMaximum : LIMITS.pageLimitMaximum;
  for (const parameter of parameters) {
    const { name, path } = parameter;
    const member = path.at(-1);
    if (!isMember(member)) {
      problems.add(path.length === 0 ? 'InvalidParameter' : 'UnknownParameter', name, () => {
        return explainMember(model, parameter, endpoint, root);
      });
    } else if (path.length > 1) {
      if (root === undefined) {
        problems.add('UnknownParameter', name, () => {
          return `${describe(endpoint)} takes no "${excerpt(name)}". ${parametersOf(acceptedBy(endpoint), model.locales.length > 0)}`;
        });
      } else {
        parseCap(model, root, parameter, member, problems);
      }
    } else if (!acceptedBy(endpoint).page) {
      problems.add('InvalidParameter', name, () => explainSingle(name, member, endpoint));
    } else {
      page = amended(page, member, parameter, limitMaximum, problems);
    }
  }
  return page;
}

/** `page[<relationship>]…[limit]`: the window of a to-many relationship at the place its path leads to. */
function parseCap(
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
    const behind = typesBehind(model, types, step);
    if (behind === undefined) {
      const from = types;
      problems.add(step === '' || isAttributeOf(from, step) ? 'InvalidParameter' : 'UnknownField', name, () => {
        return step === ''
          ? `"${excerpt(name)}" has empty brackets where a relationship belongs: the form is page[<relationship>][${member}]=<number>.`
          : explainNoRelationship(from, step, 'given a limit');
      });
      return;
    }
    if (i < steps - 1) {
      place = place?.includes.get(step);
      types = behind;
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
  const before = place?.windows.get(last) ?? DEFAULT_WINDOW;
  const window = amended(before, member, parameter, LIMITS.relationshipLimitMaximum, problems);
  place?.windows.set(last, window);
}

/** @returns the window with one of its numbers replaced, or as it was when a problem was added */
export function amended(
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
      return `"${excerpt(parameter.value)}" is not a value for "${excerpt(parameter.name)}", which takes an integer from 0 to ${maximum}.`;
    });
    return window;
  }
  return member === 'limit' ? { skip: window.skip, limit: value } : { skip: value, limit: window.limit };
}

/** @returns the integer that the digits write, 0 to `maximum`, or undefined */
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

function explainSingle(name: string, member: Member, endpoint: Endpoint): string {
  const possible =
    endpoint.kind === 'linkage'
      ? 'only to-many relationships have a page'
      : `its to-many relationships take a page: page[<relationship>][${member}]=<number>`;
  return `${describe(endpoint)} takes no "${name}"; ${possible}.`;
}

/** A name that does not end in `limit` or `skip`. */
function explainMember(
  { locales }: ContentModel,
  parameter: Parameter,
  endpoint: Endpoint,
  root: IncludeNode | undefined,
): string {
  const { name, path } = parameter;
  const takes = parametersOf(acceptedBy(endpoint), locales.length > 0);
  const last = path.at(-1);
  if (last === undefined) return `"page" names what it sets in brackets. ${takes}`;
  const before = path
    .slice(0, -1)
    .map((part) => `[${part}]`)
    .join('');
  const names = relationshipNames(root);
  const [first = ''] = path;
  const halfSaid = `"${excerpt(name)}" does not say what it sets: write ${excerpt(name)}[limit]=<number> or ${excerpt(name)}[skip]=<number>. ${takes}`;
  if (path.length === 1 && names.has(first)) return halfSaid;
  const words = lettersOf(last);
  const meant = CALLED.get(words) ?? closest(last, MEMBERS);
  const unknown = `There is no parameter "${excerpt(name)}" here.`;
  if (meant !== undefined) {
    const unit = words === 'number' ? ' It counts items, not pages.' : '';
    return `${unknown} Did you mean "${excerpt(`page${before}[${meant}]`)}"?${unit} ${takes}`;
  }
  if (names.has(first)) return halfSaid;
  const near = closest(first, names);
  return `${unknown}${near === undefined ? '' : ` Did you mean "page[${near}][limit]"?`} ${takes}`;
}

const relationshipNames = (root: IncludeNode | undefined): ReadonlySet<string> =>
  new Set(root?.types.flatMap((type) => type.relationships.map((field) => field.name)));
