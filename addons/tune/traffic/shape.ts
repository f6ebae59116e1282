/**
 * Names of shapes: a readable request with `?` for each value and sorted parameters, such as `/book?filter[genre][_eq]=?`.
 *
 * Requests that the index answers by the same steps have the same name.
 */
import { isListIndex, type Template } from './template.js';

/** Placeholder for a value while the text is split; percent-encoded text never contains it. */
const VALUE = '\u0000';

/** @returns a name such as `/book/?` or `/book?filter[genre][_in][]=? ×3&page[skip]=?&sort=title` */
export function shapeName({ literals }: Template): string {
  const [path = '', search = ''] = literals.join(VALUE).split('?');
  const names = new GroupNames();
  /** Parameter → how often the request has it. */
  const parameters = new Map<string, number>();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const [name = '', value = ''] = part.split('=');
    const parameter = `${simplifyBrackets(decodeURIComponent(name), names)}=${showValues(value)}`;
    parameters.set(parameter, (parameters.get(parameter) ?? 0) + 1);
  }
  const parameterTexts = [...parameters].map(([text, count]) => (count === 1 ? text : `${text} ×${count}`)).sort();
  return parameterTexts.length === 0 ? showValues(path) : `${showValues(path)}?${parameterTexts.join('&')}`;
}

/** @returns the decoded text with `?` for each value */
const showValues = (text: string): string => decodeURIComponent(text).replaceAll(VALUE, '?');

/** Numbers the alternatives of a group in their order, because clients may give them any names. */
class GroupNames {
  readonly #numbers = new Map<string, number>();

  numberOf(path: string): string {
    const number = this.#numbers.get(path) ?? this.#numbers.size + 1;
    this.#numbers.set(path, number);
    return String(number);
  }
}

/** @returns the parameter name with numbered alternatives and without the indexes of lists */
function simplifyBrackets(name: string, names: GroupNames): string {
  const [head = '', ...parts] = name.split('[').map((part) => part.replace(/\]$/, ''));
  let text = head;
  let previousPart = '';
  for (const part of parts) {
    const isAlternative = previousPart === '_OR' || previousPart === '_AND' || previousPart === '_NOT';
    if (isAlternative) text += `[${names.numberOf(`${text}${part}`)}]`;
    else text += isListIndex(part) ? '[]' : `[${part}]`;
    previousPart = part;
  }
  return text;
}
