/**
 * Two marks in values: the matched words of a search, and the locale of a value that comes from a fallback.
 */
import { isObject, listAt, numberAt, objectAt, type Resource, textAt } from '../model/resource.js';

/** @returns the highlighted passage of the field; undefined if there is none */
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

/** @param from locale that the value comes from; undefined if it is the requested one, or the field is not localized */
export const fallback = (from: string | undefined) =>
  from !== undefined && (
    <span class="from" title={`Value of the fallback locale ${from}`}>
      <span class="hidden">Value of the fallback locale </span>
      {from}
    </span>
  );
