/**
 * Details of problems with their corrections: a sentence for people, and the same advice for programs.
 *
 * `explain` joins sentences, so that a correction is written once, where the advice is found.
 */
import { type CorrectedParameter, type Correction, closest, excerpt } from '../../content/errors/index.js';

export interface Explained {
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/** Detail of a problem; a text alone has no correction. */
export type Detail = string | Explained;

/** Longer names and values are cut in the text and not repeated in a correction, so that a refusal stays small. */
const LENGTH_MAXIMUM = 80;

const hasOpenPlace = (text: string): boolean => /[<…]/.test(text);

/** Tag of a template: joins the texts, and collects the corrections of the parts in their order. */
export const explain = (strings: TemplateStringsArray, ...parts: readonly (Detail | number)[]): Explained => ({
  text: String.raw({ raw: strings }, ...parts.map((part) => (typeof part === 'object' ? part.text : part))),
  corrections: parts.flatMap((part) => (typeof part === 'object' ? part.corrections : [])),
});

/** @param wrong a name in the parameter, a key of its value, or a step of a path. @returns the text with the correction */
export const replacing = (text: string, wrong: string, right: string): Explained => ({
  text,
  corrections: wrong.length > LENGTH_MAXIMUM ? [] : [{ replace: wrong, with: right }],
});

/** @returns ` Did you mean "x"?` with its correction; empty if no name is similar */
export function suggestName(text: string, names: Iterable<string>): Detail {
  const name = closest(text, names);
  return name === undefined ? '' : replacing(` Did you mean "${name}"?`, text, name);
}

/**
 * @param text what the detail shows of the form
 * @param name of the parameter to send; without a correction if a part of the name is left open: `filter[<field>]`
 * @param value the value that was sent stays if this is undefined
 */
export function sending(text: string, name: string, value?: string): Explained {
  if (hasOpenPlace(name) || name.length > LENGTH_MAXIMUM || (value?.length ?? 0) > LENGTH_MAXIMUM)
    return { text, corrections: [] };
  return { text, corrections: [{ send: [value === undefined ? { parameter: name } : { parameter: name, value }] }] };
}

/**
 * @param form one parameter, or several joined by `&`: `page[limit]=5&page[skip]=10`. In place of its value, one parameter may
 *             have an open place: `filter[_search]=<words>`; then the value that was sent stays. `<number>` and `<locale>` mean
 *             that it is none, so there is no correction.
 * @param text what the detail shows of the form
 * @returns the text, with its correction if it shows the whole form
 */
export function suggestForm(form: string, text: string = excerpt(form)): Explained {
  const parameters = form.split(/&(?=\w+\[)/).map((part): CorrectedParameter => {
    const equals = part.indexOf('=');
    const value = part.slice(equals + 1);
    return equals < 0 || hasOpenPlace(value)
      ? { parameter: part.slice(0, equals < 0 ? part.length : equals) }
      : { parameter: part.slice(0, equals), value };
  });
  // Of several parameters, each needs a value of its own.
  const isOpen =
    /=<(?:number|locale)>$/.test(form) ||
    parameters.some(
      ({ parameter, value }) => hasOpenPlace(parameter) || (value === undefined && parameters.length > 1),
    );
  return { text, corrections: isOpen || text !== form ? [] : [{ send: parameters }] };
}

/** @returns the integers that a parameter takes; the correction lowers a higher one to the maximum */
export function suggestMaximum(name: string, value: string, maximum: number): Detail {
  const text = `an integer from 0 to ${maximum}`;
  return /^\d+$/.test(value) && Number(value) > maximum ? sending(text, name, String(maximum)) : text;
}
