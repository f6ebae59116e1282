/**
 * What is small enough to be written as JSON at once: counts, the root, errors.
 *
 * First, facets and statistics as the members of `meta` that show them.
 */

import { REQUEST_ERRORS, type RequestProblem, titleOf } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  decimalText,
  type Field,
  precisionOf,
} from '../../content/model/index.js';
import { type LabelledValue, meanOf } from '../../engine/facets/index.js';
import type { Counted, FieldStatistics } from '../../engine/query/index.js';
import { fieldAt } from '../check/hops.js';
import type { ShownSpace } from './resources.js';

const shownOrNull = (value: LabelledValue | undefined): unknown => value?.value ?? null;

function statisticsMember(statistics: FieldStatistics, of: Field | undefined): unknown {
  const { count, missing, least, greatest, sum = 0n } = statistics;
  const own = { count, missing, min: shownOrNull(least), max: shownOrNull(greatest) };
  const precision = precisionOf(of);
  if (precision === undefined) return own;
  const mean = count === 0 ? undefined : meanOf(sum, count, precision);
  return {
    ...own,
    sum: decimalText(sum, precision),
    mean: mean === undefined ? null : decimalText(mean.digits, mean.scale),
  };
}

const member = (name: string, members: readonly (readonly [string, unknown])[]): string =>
  members.length === 0
    ? ''
    : `,"${name}":{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

/**
 * @param types of the primary data, which agree on the fields
 * @returns members to follow another one: beginning with a comma, or empty
 */
export function countedMembers(
  model: ContentModel,
  types: readonly ContentType[],
  { facets, statistics }: Counted,
): string {
  const shown = facets.map(({ field, values, total, missing }): [string, unknown] => [
    field,
    { values: values.map(({ value, count }) => ({ value, count })), total, missing },
  ]);
  const stats = statistics.map((one): [string, unknown] => [
    one.field,
    statisticsMember(one, fieldAt(model, types, one.field)),
  ]);
  return member('facets', shown) + member('stats', stats);
}

/*
 * The document at the delivery root: the content types, as links, with how many items each has.
 *
 * It is made from the model alone, whose size does not grow with the content.
 */

/** @param query that every link ends with */
export function rootDocument(space: ShownSpace, base: string, query: string): string {
  const types = [...space.types.values()];
  const links = new Map([['self', `${base}${query}`]]);
  // A type that is called "self" stands in `meta` only: the link of that name is the document's own.
  for (const { name } of types) if (!links.has(name)) links.set(name, `${base}/${name}${query}`);
  const contentTypes = types.map(({ name, segment }) => ({
    name,
    items: segment.size,
    href: `${base}/${name}${query}`,
  }));
  const locales = space.model.locales.map(({ code }) => code);
  const fallbacks = space.model.locales.flatMap(({ code, fallback }) =>
    fallback === undefined ? [] : [[code, fallback]],
  );
  return JSON.stringify({
    jsonapi: { version: '1.1' },
    links: Object.fromEntries(links),
    meta: {
      space: space.model.space,
      ...(locales.length > 0 && { locales }),
      ...(fallbacks.length > 0 && { fallbacks: Object.fromEntries(fallbacks) }),
      contentTypes,
    },
  });
}

/*
 * Error documents.
 */

/** @param id of the occurrence, by which the log can be searched; only for errors that are ours */
export function renderErrors(problems: readonly RequestProblem[], id?: string): Buffer {
  const errors = problems.map(({ code, detail, parameter, header }) => {
    const source =
      parameter !== undefined ? { source: { parameter } } : header !== undefined ? { source: { header } } : {};
    return {
      ...(id === undefined ? {} : { id }),
      status: String(REQUEST_ERRORS[code]),
      code,
      title: titleOf(code),
      detail,
      ...source,
    };
  });
  return Buffer.from(JSON.stringify({ jsonapi: { version: '1.1' }, errors }));
}
