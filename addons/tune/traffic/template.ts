/**
 * What requests have in common that differ in values only: the text around the values, and what each value is of.
 */

import { encodeComponent, entryOf, isOperator } from '../../../src/content/model/index.js';
import { decode, isHead, parseBrackets, SUGGEST_PATH } from '../../../src/jsonapi/index.js';

/** What stands in a place that differs from request to request. */
export interface Slot {
  /**
   * An item's id, a value that is compared, a part of one, words that are searched, or a number or word that gives
   * nothing away.
   */
  readonly kind: 'id' | 'value' | 'part' | 'words' | 'plain';
  /** The fields from the primary type to the value's, relationships first; of an id: none. */
  readonly fields: readonly string[];
}

export interface Template {
  /** Name of the content type in the path; undefined at the root. */
  readonly type: string | undefined;
  /** One more than there are slots; percent-encoded. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

export interface ReadTarget {
  readonly template: Template;
  /** Decoded, one a slot. */
  readonly values: readonly string[];
  /** Names of parameters that the interface does not have, decoded. They are left out, and so is what they held. */
  readonly leftOut: readonly string[];
}

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
 * @param path   below the delivery root, percent-encoded
 * @param search with or without its `?`
 * @returns undefined where something is not percent-encoded UTF-8
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
    const slot = slotOf(head, brackets);
    if (slot === undefined) writer.write(encodeComponent(value));
    else writer.slot(slot.kind, slot.fields, value);
  }
  return { template: writer.end(segments[0] === '' ? undefined : segments[0]), values: writer.values, leftOut };
}

const PLAIN: Slot = { kind: 'plain', fields: [] };

/** Whether it is an operator that takes a part of a text as it is written. */
const takesPart = (name: string): boolean => {
  if (!isOperator(name)) return false;
  const { meaning, unfolded } = entryOf(name);
  return meaning.asks === 'part' && unfolded === undefined;
};

/** @returns undefined for what belongs to the shape of a request: order, pages of a size, what is included */
function slotOf(head: string, path: readonly string[]): Slot | undefined {
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
      // Which types are searched together belongs to the shape, and a related item's type is one of few names.
      if (parts[0] === 'type' || fields.at(-1) === 'type') return undefined;
      if (parts.includes('_exists')) return PLAIN;
      return { kind: parts.some(takesPart) ? 'part' : 'value', fields };
    }
    default:
      return undefined;
  }
}

const groups: ReadonlySet<string> = new Set(['_AND', '_OR', '_NOT']);

export const isListIndex = (part: string): boolean => /^\d{0,4}$/.test(part);

/** @returns the path without groups and the names of their alternatives */
function withoutGroups(path: readonly string[]): readonly string[] {
  let at = 0;
  while (groups.has(path[at] ?? '')) at += 2;
  return path.slice(at);
}

/** @param values decoded. @returns path and query below the delivery root, percent-encoded */
export function targetOf({ literals, slots }: Template, values: readonly string[]): string {
  let target = literals[0] ?? '';
  for (const place of slots.keys()) target += encodeComponent(values[place] ?? '') + (literals[place + 1] ?? '');
  return target;
}
