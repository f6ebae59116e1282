/**
 * Two marks in values: the matched words of a search, and the locale of a value that comes from a fallback.
 */
import { isObject, type Resource, readList, readNumber, readObject, readText } from '../model/resource.js';

/** @returns the highlighted passage of the field; undefined if there is none */
export function renderPassage({ meta }: Pick<Resource, 'meta'>, field: string) {
  const highlight = readObject(readObject(meta, 'highlights'), field);
  const text = readText(highlight, 'text');
  if (text === '') return undefined;
  const words = readList(highlight, 'words').filter(isObject);
  const parts = words.map((word, place) => {
    const [start, end] = [readNumber(word, 'start') ?? 0, readNumber(word, 'end') ?? 0];
    return [
      text.slice(readNumber(words[place - 1], 'end') ?? 0, start),
      <mark key={String(start)}>{text.slice(start, end)}</mark>,
    ];
  });
  return [...parts, text.slice(readNumber(words.at(-1), 'end') ?? 0)];
}

/** @returns the names of the fields with a highlighted passage */
export const listPassages = ({ meta }: Pick<Resource, 'meta'>): readonly string[] =>
  Object.keys(readObject(meta, 'highlights'));

/** The passage of a field that is not shown otherwise, so that the reader sees why the item was found. */
export const renderReason = (resource: Pick<Resource, 'meta'>, field: string) => (
  <p key={field} class="reason">
    <span class="kind">found in {field}:</span> <bdi>{renderPassage(resource, field)}</bdi>
  </p>
);

/** @param fallbackLocale locale that the value comes from; undefined if it is the requested one, or the field is not localized */
export const renderFallback = (fallbackLocale: string | undefined) =>
  fallbackLocale !== undefined && (
    <span class="from" title={`Value of the fallback locale ${fallbackLocale}`}>
      <span class="hidden">Value of the fallback locale </span>
      {fallbackLocale}
    </span>
  );
