/**
 * Which space a target is about, and what is sent to its delivery root.
 */
import { readTarget } from './place.js';

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
