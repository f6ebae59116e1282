/**
 * Reads parsed JSON by a path of names and positions; undefined if the path does not exist.
 */
import { isRecord } from '../../src/format/index.js';

export type Json = Readonly<Record<string, unknown>>;

/** @returns the value at the path; undefined if a step of the path is missing */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined;
    else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** @returns the list at the path; an empty one if there is none */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** @returns the text at the path. @throws if there is something else, or nothing */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`at ${path.join(' › ')} there is no text, but ${String(found)}`);
  return found;
}

/** @returns `type/id` of each resource or identifier of the list at the path, in its order */
export const keysAt = (value: unknown, ...path: readonly (string | number)[]): string[] =>
  listAt(value, ...path).map((resource) => `${textAt(resource, 'type')}/${textAt(resource, 'id')}`);

/** @returns the ids of the list at the path, in its order */
export const idsAt = (value: unknown, ...path: readonly (string | number)[]): string[] =>
  listAt(value, ...path).map((resource) => textAt(resource, 'id'));
