/**
 * Reads the description of the spaces that a server gives to the explorer.
 */
import type { DescribedSpace, Description } from '../app/model/space.js';

const isDescription = (value: unknown): value is Description =>
  typeof value === 'object' && value !== null && 'spaces' in value && 'limits' in value;

/** @throws if the answer is no description, or has no space */
export async function fetchDescription(
  origin: string,
): Promise<{ space: DescribedSpace; limits: Description['limits'] }> {
  const content: unknown = await (await fetch(`${origin}/explore/model.json`)).json();
  if (!isDescription(content) || content.spaces[0] === undefined) throw new Error('The server described nothing.');
  return { space: content.spaces[0], limits: content.limits };
}
