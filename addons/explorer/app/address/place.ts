/**
 * The place in the explorer: the shown request and tab, read from and written to the part of the address after `#`,
 * such as `#explain+ask/book?filter[price][_lt]=10`. A view can therefore be shared by its address.
 *
 * The request keeps its spelling; the explorer rewrites only the parameters that it changes.
 */
import { decodeQueryPart, decodeText, encodePathPart, encodeQueryPart } from './encode.js';

export const TABS = ['items', 'document', 'explain', 'code', 'docs'] as const;
export type Tab = (typeof TABS)[number];

export interface Place {
  readonly tab: Tab;
  /** Whether the query panel is open. */
  readonly ask: boolean;
  /** Path and query below the delivery root. If the server has several spaces, the path begins with the name of one. */
  readonly target: string;
}

/** A decoded parameter. */
export type Param = readonly [name: string, value: string];

export interface Request {
  /** Decoded segments. */
  readonly path: readonly string[];
  readonly params: readonly Param[];
}

const isTab = (text: string): text is Tab => TABS.some((tab) => tab === text);

/** @param defaultTab the tab of an address that names none */
export function readPlace(hash: string, defaultTab: Tab = 'items'): Place {
  const text = decodeFragment(hash.replace(/^#/, ''));
  const slash = text.indexOf('/');
  const words = (slash < 0 ? text : text.slice(0, slash)).split('+');
  return {
    tab: words.find(isTab) ?? defaultTab,
    ask: words.includes('ask'),
    target: slash < 0 ? '/' : text.slice(slash),
  };
}

/** Decodes the characters that browsers escape in a fragment, except characters with a meaning in a query. */
const decodeFragment = (text: string): string =>
  text
    .replace(/(?:%[89A-F][0-9A-F])+/gi, (bytes) => decodeText(bytes))
    .replace(/%(5B|5D|22|3C|3E|60|7C)/gi, decodeText);

export function writePlace({ tab, ask, target }: Place, defaultTab: Tab = 'items'): string {
  const words = [...(tab === defaultTab ? [] : [tab]), ...(ask ? ['ask'] : [])];
  return `#${words.join('+')}${target}`;
}

export function readTarget(target: string): Request {
  const queryStart = target.indexOf('?');
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  const search = queryStart < 0 ? '' : target.slice(queryStart + 1);
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeText),
    params: search
      .split('&')
      .filter((part) => part !== '')
      .map((part): Param => {
        const equals = part.indexOf('=');
        return equals < 0
          ? [decodeQueryPart(part), '']
          : [decodeQueryPart(part.slice(0, equals)), decodeQueryPart(part.slice(equals + 1))];
      }),
  };
}

export function writeTarget({ path, params }: Request): string {
  const search = params.map(([name, value]) => `${encodeQueryPart(name)}=${encodeQueryPart(value)}`).join('&');
  return `/${path.map(encodePathPart).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** @returns the space of a target; undefined if the target names none of several */
export const findSpace = <Space extends { readonly name: string }>(
  spaces: readonly Space[],
  target: string,
): Space | undefined =>
  spaces.length > 1 ? spaces.find(({ name }) => name === readTarget(target).path[0]) : spaces[0];

/** @returns path and query below the delivery root of the space, in their original spelling */
export function requestTarget(spaces: readonly unknown[], target: string): string {
  const text = target === '/' ? '' : target;
  return spaces.length > 1 ? text.replace(/^\/[^/?]*/, '') : text;
}
