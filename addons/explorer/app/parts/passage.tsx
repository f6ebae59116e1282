/**
 * A passage of a text, with the words that a search has found in it.
 *
 * A value that stands in for one of another locale.
 */
import { isObject, listAt, numberAt, objectAt, type Resource, textAt } from '../model/resource.js';

/** @returns undefined where none is marked */
export function passage({ meta }: Pick<Resource, 'meta'>, field: string) {
  const found = objectAt(objectAt(meta, 'highlights'), field);
  const text = textAt(found, 'text');
  if (text === '') return undefined;
  const words = listAt(found, 'words').filter(isObject);
  const parts = words.map((word, place) => {
    const [start, end] = [numberAt(word, 'start') ?? 0, numberAt(word, 'end') ?? 0];
    return [
      text.slice(numberAt(words[place - 1], 'end') ?? 0, start),
      <mark key={String(start)}>{text.slice(start, end)}</mark>,
    ];
  });
  return [...parts, text.slice(numberAt(words.at(-1), 'end') ?? 0)];
}

/** @param from undefined where the value is of no locale, or of the one that was asked */
export const fallback = (from: string | undefined) =>
  from !== undefined && (
    <span class="from" title={`As in ${from}, which counts where there is no other value`}>
      <span class="hidden">As in </span>
      {from}
    </span>
  );
