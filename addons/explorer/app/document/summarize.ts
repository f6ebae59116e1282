/**
 * The short text of a folded member of a document.
 */
import { readText } from '../model/resource.js';

const LENGTH_MAXIMUM = 60;

/** @returns whole names as long as there is room, then the number of those left out; always the first name */
function listNames(names: readonly string[]): string {
  let shownCount = 0;
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (shownCount > 0 && length > LENGTH_MAXIMUM) break;
    shownCount += 1;
  }
  const leftOut = names.length - shownCount;
  return `${names.slice(0, shownCount).join(', ')}${leftOut === 0 ? '' : `, +${leftOut}`}`;
}

/** @returns a short text for a folded member: its length, its type and id, or its names */
export function summarize(value: object): string {
  if (Array.isArray(value)) return `[ ${value.length} ]`;
  const [type, id] = [readText(value, 'type'), readText(value, 'id')];
  if (type !== '' && id !== '') return `{ ${type} ${id} }`;
  return `{ ${listNames(Object.keys(value))} }`;
}
