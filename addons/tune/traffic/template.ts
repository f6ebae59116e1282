/**
 * Templates of requests: the text around the values (literals), and the kind and field of each value (slots).
 *
 * Requests that differ only in values have the same template. Unknown parameters are left out of it.
 */

import { encodeComponent, entryOf, isOperator, LINK_COUNT } from '../../../src/content/model/index.js';
import { decode, isHead, parseBrackets, SUGGEST_PATH } from '../../../src/jsonapi/index.js';

/** The position of a value in a template. */
export interface Slot {
  /**
   * - `id`: the id of an item in the path
   * - `value`, `part`: a value to compare with, or a part of a text
   * - `words`: words to search for
   * - `plain`: a number or keyword without content, which is never hashed
   */
  readonly kind: 'id' | 'value' | 'part' | 'words' | 'plain';
  /** Path of the field from the type in the path, relationships first; empty for an id. */
  readonly fields: readonly string[];
}

export interface Template {
  /** Name of the content type in the path; undefined at the root. */
  readonly type: string | undefined;
  /** Percent-encoded text before, between and after the slots; one more than there are slots. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

export interface ReadTarget {
  readonly template: Template;
  /** One decoded value for each slot. */
  readonly values: readonly string[];
  /** Decoded names of unknown parameters, which are left out together with their values. */
  readonly leftOut: readonly string[];
}

/** Collects literals, slots and values from left to right. */
class TemplateWriter {
  readonly literals: string[] = [];
  readonly slots: Slot[] = [];
  readonly values: string[] = [];
  #literal = '';

  write(text: string): void {
    this.#literal += text;
  }

  slot(kind: Slot['kind'], fields: readonly string[], value: string): void {
    this.literals.push(this.#literal);
    this.#literal = '';
    this.slots.push({ kind, fields });
    this.values.push(value);
  }

  end(type: string | undefined): Template {
    return { type, literals: [...this.literals, this.#literal], slots: this.slots };
  }
}

/**
 * Splits a request into its template and its values.
 *
 * @param path   path below the delivery root, percent-encoded
 * @param search query, with or without its `?`
 * @returns undefined if a part is not percent-encoded UTF-8
 * Cost: O(length).
 */
export function readTarget(path: string, search: string): ReadTarget | undefined {
  const writer = new TemplateWriter();
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => decode(segment, 'literal'));
  for (const [place, segment] of segments.entries()) {
    if (segment === undefined) return undefined;
    writer.write('/');
    if (place === 1) writer.slot('id', [], segment);
    else writer.write(encodeComponent(segment));
  }
  const leftOut: string[] = [];
  let mark = '?';
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals), 'space');
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), 'space');
    if (name === undefined || value === undefined) return undefined;
    const { head, path: brackets, malformed } = parseBrackets(name);
    const isTyped = segments[0] === SUGGEST_PATH && (name === 'q' || name === 'type');
    if (!(isTyped || isHead(head)) || malformed !== undefined) {
      leftOut.push(name);
      continue;
    }
    writer.write(`${mark}${encodeComponent(head)}${brackets.map((one) => `%5B${encodeComponent(one)}%5D`).join('')}=`);
    mark = '&';
    const slot = chooseSlot(head, brackets);
    if (slot === undefined) writer.write(encodeComponent(value));
    else writer.slot(slot.kind, slot.fields, value);
  }
  return { template: writer.end(segments[0] === '' ? undefined : segments[0]), values: writer.values, leftOut };
}

const PLAIN: Slot = { kind: 'plain', fields: [] };

/** @returns whether the name is an operator that compares with a part of a text, such as `_startsWith` */
const takesPart = (name: string): boolean => {
  if (!isOperator(name)) return false;
  const { meaning, unfolded } = entryOf(name);
  return meaning.asks === 'part' && unfolded === undefined;
};

/** @returns undefined for parameters whose values are part of the shape: order, page size, included relationships */
function chooseSlot(head: string, path: readonly string[]): Slot | undefined {
  switch (head) {
    case 'page':
      return path.at(-1) === 'skip' ? PLAIN : undefined;
    case '_facet':
      return path.at(-1) === 'prefix' ? { kind: 'part', fields: (path[0] ?? '').split('.') } : undefined;
    case 'q':
      return { kind: 'words', fields: [] };
    case 'filter': {
      const parts = withoutGroups(path);
      if (parts.includes('_search')) return { kind: 'words', fields: [] };
      const fields = parts.filter((part) => !part.startsWith('_') && !isListIndex(part));
      // The searched types are part of the shape, and the type of a related item is one of few names.
      if (parts[0] === 'type' || fields.at(-1) === 'type') return undefined;
      if (parts.includes('_exists') || parts.includes(LINK_COUNT)) return PLAIN;
      return { kind: parts.some(takesPart) ? 'part' : 'value', fields };
    }
    default:
      return undefined;
  }
}

const groups: ReadonlySet<string> = new Set(['_AND', '_OR', '_NOT']);

export const isListIndex = (part: string): boolean => /^\d{0,4}$/.test(part);

/** @returns the path without the groups at its beginning and the names of their alternatives */
function withoutGroups(path: readonly string[]): readonly string[] {
  let start = 0;
  while (groups.has(path[start] ?? '')) start += 2;
  return path.slice(start);
}

/**
 * @param values one decoded value for each slot
 * @returns path and query below the delivery root, percent-encoded
 */
export function fillTemplate({ literals, slots }: Template, values: readonly string[]): string {
  let target = literals[0] ?? '';
  for (const slotIndex of slots.keys())
    target += encodeComponent(values[slotIndex] ?? '') + (literals[slotIndex + 1] ?? '');
  return target;
}
