/**
 * What the address says: which request is shown, and how. All of it stands behind `#`, so that a view can be sent to
 * somebody: `#explain+ask/book?filter[price][_lt]=10`.
 *
 * The request is kept as it was written; only what the explorer changes is written anew.
 */
import { decoded, decodedQuery, pathPart, queryPart } from './encode.js';

export const TABS = ['items', 'document', 'explain', 'code', 'docs'] as const;
export type Tab = (typeof TABS)[number];

export interface Place {
  readonly tab: Tab;
  /** Whether the query is open for editing. */
  readonly ask: boolean;
  /** Path and query below the delivery root; with several spaces the path begins with the space's name. */
  readonly target: string;
}

/** A parameter, decoded. */
export type Param = readonly [name: string, value: string];

export interface Request {
  /** Decoded. */
  readonly path: readonly string[];
  readonly params: readonly Param[];
}

const isTab = (text: string): text is Tab => TABS.some((tab) => tab === text);

/** @param usual what an address shows that does not say */
export function readPlace(hash: string, usual: Tab = 'items'): Place {
  const text = decodedSafely(hash.replace(/^#/, ''));
  const slash = text.indexOf('/');
  const words = (slash < 0 ? text : text.slice(0, slash)).split('+');
  return {
    tab: words.find(isTab) ?? usual,
    ask: words.includes('ask'),
    target: slash < 0 ? '/' : text.slice(slash),
  };
}

/** Browsers escape some characters of a fragment, others not; what means something in a query stays escaped. */
const decodedSafely = (text: string): string =>
  text.replace(/(?:%[89A-F][0-9A-F])+/gi, (bytes) => decoded(bytes)).replace(/%(5B|5D|22|3C|3E|60|7C)/gi, decoded);

export function writePlace({ tab, ask, target }: Place, usual: Tab = 'items'): string {
  const words = [...(tab === usual ? [] : [tab]), ...(ask ? ['ask'] : [])];
  return `#${words.join('+')}${target}`;
}

export function readTarget(target: string): Request {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark + 1);
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decoded),
    params: search
      .split('&')
      .filter((part) => part !== '')
      .map((part): Param => {
        const equals = part.indexOf('=');
        return equals < 0
          ? [decodedQuery(part), '']
          : [decodedQuery(part.slice(0, equals)), decodedQuery(part.slice(equals + 1))];
      }),
  };
}

export function writeTarget({ path, params }: Request): string {
  const search = params.map(([name, value]) => `${queryPart(name)}=${queryPart(value)}`).join('&');
  return `/${path.map(pathPart).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** @param target as the address has it: with several spaces its path begins with the name of one. */
export const spaceAt = <Space extends { readonly name: string }>(
  spaces: readonly Space[],
  target: string,
): Space | undefined =>
  spaces.length > 1 ? spaces.find(({ name }) => name === readTarget(target).path[0]) : spaces[0];

/** @returns path and query below the delivery root, as written */
export function sentTo(spaces: readonly unknown[], target: string): string {
  const text = target === '/' ? '' : target;
  return spaces.length > 1 ? text.replace(/^\/[^/?]*/, '') : text;
}
