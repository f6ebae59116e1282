/**
 * The templates of a space's requests, found by what a request says besides its values: a tree of parameters as they
 * follow each other, still percent-encoded. Clients have few templates, and ask for each very often.
 *
 * Only a part of the requests that have none yet leaves one, so that a client whose every request is another kind costs
 * the others little; and what is kept is bounded: when it is full, all of it is forgotten, and what is asked often
 * is back at once. Nothing is made of requests with lists of values or words to search for.
 */
import type { ContentType } from '../../model/index.js';
import { SEARCH_KEY } from '../check/search-words.js';
import type { Endpoint } from '../request/endpoint.js';
import type { IgnoresParameter } from '../request/ignored-parameters.js';
import { type ParameterName, readName } from '../request/parameter-names.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import type { RequestTemplate } from './request-template.js';

/** Places of all templates of a space together; about 200 bytes each, beside the templates. */
const placesMaximum = 4096;
/** Longer requests are read anew each time: a template keeps letters of the one that it was made of. */
const lengthMaximum = 1024;
const parametersMaximum = 32;
/** One of so many requests without a template leaves one. */
const oneOf = 8;

/** Where a parameter may follow. */
class Place {
  readonly next = new Map<string, Step>();
  template: RequestTemplate | undefined = undefined;
}

/** A parameter at a place: what follows it, whatever its value is, or by its value. */
type Step =
  | { readonly kind: 'hole'; readonly behind: Place }
  | { readonly kind: 'fixed'; readonly byValue: Map<string, Place> };

/** A parameter of a request that a template is made of; its value is still percent-encoded. */
export interface Placed {
  readonly named: ParameterName;
  readonly value: string;
  /** Whether another request may have another value. */
  readonly isHole: boolean;
}

export class TemplateCache {
  /** By the type that the path begins with, and the rest of what it addresses, ids aside. */
  #roots = new Map<ContentType, Map<string, Place>>();
  #places = 0;
  #missed = 0;
  /** Values of the holes of the request at hand. */
  #values: string[] = [];

  /** @returns the request, where a template answers for it. Cost: a look-up a parameter, and filling the template. */
  find(endpoint: Endpoint, search: string, ignores: IgnoresParameter | undefined): ParsedRequest | undefined {
    let place = this.#root(endpoint);
    if (place === undefined) return undefined;
    const values = this.#values;
    values.length = 0;
    for (let at = search.startsWith('?') ? 1 : 0; at < search.length; ) {
      const ampersand = search.indexOf('&', at);
      const end = ampersand < 0 ? search.length : ampersand;
      if (end > at) {
        const equals = search.indexOf('=', at);
        const nameEnd = equals < 0 || equals > end ? end : equals;
        const name = search.slice(at, nameEnd);
        if (ignores === undefined || !isIgnored(name, ignores)) {
          const step: Step | undefined = place.next.get(name);
          if (step === undefined) return undefined;
          const value = search.slice(nameEnd + 1, end);
          if (step.kind === 'hole') values.push(value);
          place = step.kind === 'hole' ? step.behind : step.byValue.get(value);
          if (place === undefined) return undefined;
        }
      }
      at = end + 1;
    }
    return place.template?.fill(endpoint, values);
  }

  /**
   * May keep a template of a request that was right.
   *
   * @param make called where one is to be kept
   */
  learn(
    endpoint: Endpoint,
    search: string,
    ignores: IgnoresParameter | undefined,
    make: (placed: readonly Placed[]) => RequestTemplate | undefined,
  ): void {
    this.#missed += 1;
    if (endpoint.kind === 'root' || this.#missed % oneOf !== 0) return;
    const parts = partsOf(search, ignores);
    const template = parts === undefined ? undefined : make(parts);
    if (parts === undefined || template === undefined) return;
    if (this.#places + parts.length + 1 > placesMaximum) {
      this.#roots = new Map();
      this.#places = 0;
    }
    const byRest = this.#roots.get(endpoint.type) ?? new Map<string, Place>();
    this.#roots.set(endpoint.type, byRest);
    let place = byRest.get(restOf(endpoint)) ?? this.#place();
    byRest.set(restOf(endpoint), place);
    for (const part of parts) place = this.#behind(place, part);
    place.template = template;
  }

  #behind(place: Place, { raw, value, isHole }: Part): Place {
    let step = place.next.get(raw);
    if (step === undefined) {
      step = isHole ? { kind: 'hole', behind: this.#place() } : { kind: 'fixed', byValue: new Map() };
      place.next.set(raw, step);
    }
    if (step.kind === 'hole') return step.behind;
    const behind = step.byValue.get(value) ?? this.#place();
    step.byValue.set(value, behind);
    return behind;
  }

  #place(): Place {
    this.#places += 1;
    return new Place();
  }

  #root(endpoint: Endpoint): Place | undefined {
    return endpoint.kind === 'root' ? undefined : this.#roots.get(endpoint.type)?.get(restOf(endpoint));
  }
}

const restOf = (endpoint: Exclude<Endpoint, { kind: 'root' }>): string =>
  'relationship' in endpoint ? `${endpoint.kind}/${endpoint.relationship.name}` : endpoint.kind;

function isIgnored(raw: string, ignores: IgnoresParameter): boolean {
  const named = readName(raw);
  return named !== undefined && ignores(named.name);
}

interface Part extends Placed {
  /** The name, still percent-encoded. */
  readonly raw: string;
}

/** @returns undefined where no template is to be made of the request. Cost: O(length). */
function partsOf(search: string, ignores: IgnoresParameter | undefined): readonly Part[] | undefined {
  if (search.length > lengthMaximum) return undefined;
  const parts: Part[] = [];
  for (const part of search.slice(search.startsWith('?') ? 1 : 0).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const raw = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    const named = readName(raw);
    if (named === undefined) return undefined;
    if (ignores?.(named.name) === true) continue;
    const isFilter = named.head === 'filter';
    if (isFilter && (named.isListed || named.path.includes(SEARCH_KEY))) return undefined;
    const isHole = isFilter || (named.head === 'page' && named.path.length === 1);
    parts.push({ raw, named, value, isHole });
  }
  return parts.length > parametersMaximum ? undefined : parts;
}
