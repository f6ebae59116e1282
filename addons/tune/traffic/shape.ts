/**
 * The name of a shape: a request as people read it, with `?` where values stand, and everything in one order, so that
 * requests that ask the same of the index have the same name.
 */
import { isListIndex, type Template } from './template.js';

/** Stands for a value while the text around it is taken apart; no percent-encoded text has it. */
const VALUE = '\u0000';

/** @returns such as `/book/?` or `/book?filter[genre][_in][]=? ×3&page[skip]=?&sort=title` */
export function shapeName({ literals }: Template): string {
  const [path = '', search = ''] = literals.join(VALUE).split('?');
  const names = new GroupNames();
  const parameters = new Map<string, number>();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const [name = '', value = ''] = part.split('=');
    const shown = `${bracketed(decodeURIComponent(name), names)}=${decodeURIComponent(value).replaceAll(VALUE, '?')}`;
    parameters.set(shown, (parameters.get(shown) ?? 0) + 1);
  }
  const shown = [...parameters].map(([text, times]) => (times === 1 ? text : `${text} ×${times}`)).sort();
  const decodedPath = decodeURIComponent(path).replaceAll(VALUE, '?');
  return shown.length === 0 ? decodedPath : `${decodedPath}?${shown.join('&')}`;
}

/** Clients name the alternatives of a group as they like; here they are numbered as they come. */
class GroupNames {
  readonly #numbers = new Map<string, number>();

  of(path: string): string {
    const number = this.#numbers.get(path) ?? this.#numbers.size + 1;
    this.#numbers.set(path, number);
    return String(number);
  }
}

function bracketed(name: string, names: GroupNames): string {
  const [head = '', ...parts] = name.split('[').map((part) => part.replace(/\]$/, ''));
  let text = head;
  let before = '';
  for (const part of parts) {
    const isAlternative = before === '_OR' || before === '_AND' || before === '_NOT';
    const shown = isAlternative ? names.of(`${text}${part}`) : isListIndex(part) ? '' : part;
    text += `[${shown}]`;
    before = part;
  }
  return text;
}
