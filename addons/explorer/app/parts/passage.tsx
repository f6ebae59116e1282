/**
 * Two marks in values: the matched words of a search, and the locale of a value that comes from a fallback.
 */
import { isObject, type Resource, readList, readNumber, readObject, readText } from '../model/resource.js';

/**
 * @param leadMaximum longest text before the first match; the text is cut before it
 * @returns the highlighted passage of the field; undefined if there is none
 */
export function renderPassage({ meta }: Pick<Resource, 'meta'>, field: string, leadMaximum = Number.POSITIVE_INFINITY) {
  const highlight = readObject(readObject(meta, 'highlights'), field);
  const text = readText(highlight, 'text');
  if (text === '') return undefined;
  const words = readList(highlight, 'words').filter(isObject);
  const passageStart = findPassageStart(text, readNumber(words[0], 'start') ?? 0, leadMaximum);
  const parts = words.map((word, place) => {
    const [start, end] = [readNumber(word, 'start') ?? 0, readNumber(word, 'end') ?? 0];
    return [
      text.slice(readNumber(words[place - 1], 'end') ?? passageStart, start),
      <mark key={String(start)}>{text.slice(start, end)}</mark>,
    ];
  });
  return [passageStart > 0 ? '… ' : '', ...parts, text.slice(readNumber(words.at(-1), 'end') ?? passageStart)];
}

/** @returns the beginning of a word at most `leadMaximum` units before the first match; 0 if the text is not cut */
function findPassageStart(text: string, matchStart: number, leadMaximum: number): number {
  if (matchStart <= leadMaximum) return 0;
  const space = text.indexOf(' ', matchStart - leadMaximum);
  return space < 0 || space >= matchStart ? matchStart : space + 1;
}

/** A reason has three lines in a narrow cell, which must show the match. */
const REASON_LEAD_MAXIMUM = 12;

/** @returns the names of the fields with a highlighted passage */
export const listPassages = ({ meta }: Pick<Resource, 'meta'>): readonly string[] =>
  Object.keys(readObject(meta, 'highlights'));

/** The passage of a field that is not shown otherwise, so that the reader sees why the item was found. */
export const renderReason = (resource: Pick<Resource, 'meta'>, field: string) => (
  <p key={field} class="reason">
    <span class="kind">found in {field}:</span> <bdi>{renderPassage(resource, field, REASON_LEAD_MAXIMUM)}</bdi>
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
