/**
 * The parameters of a failing request as they were sent: the entry of a list that is wrong, and parameters that a
 * correction would repeat. Read when the first problem is reported.
 *
 * Elsewhere: the parameters of a correct request (read-query).
 */
import type { Correction } from '../../content/errors/index.js';
import { parseBrackets } from './brackets.js';
import { isHead, isList } from './heads.js';
import { listNameOf } from './parameter-names.js';

interface Sent {
  readonly name: string;
  readonly value: string;
  /** The list that it is an entry of; undefined if it is none. */
  readonly list: string | undefined;
}

export class SentParameters {
  readonly #search: string;
  #parameters: readonly Sent[] | undefined = undefined;
  /** Names that the corrections before send; a program may apply one correction of each error. */
  readonly #corrected = new Set<string>();

  constructor(search: string) {
    this.#search = search;
  }

  /**
   * @param name of a parameter, or of a list whose entries may be separate parameters: `sort`
   * @returns the name as it was sent: of the first entry that has the wrong name of a correction, otherwise of the first one
   */
  nameOfEntry(name: string, corrections: readonly Correction[]): string {
    const sent = this.#read();
    if (sent.some((parameter) => parameter.name === name)) return name;
    const entries = sent.filter(({ list }) => list === name);
    const [{ replace, omit: [omitted] = [] } = {}] = corrections;
    const wrong = replace ?? omitted;
    const entry = entries.find(({ value }) => wrong !== undefined && hasName(value, wrong)) ?? entries[0];
    return entry?.name ?? name;
  }

  /**
   * @param wrong the parameter that the corrections replace
   * @returns the name of a parameter that the request, or a correction before, has too; filters and whole lists may repeat
   */
  repeatedBy(corrections: readonly Correction[], wrong: string | undefined): string | undefined {
    const parameters = corrections.flatMap(({ send = [] }) => send);
    for (const { parameter, value } of parameters) {
      const repeated = parameter === wrong ? undefined : this.#repeated(parameter, value ?? this.#valueOf(wrong));
      if (repeated !== undefined) return repeated;
    }
    for (const { parameter } of parameters) this.#corrected.add(parameter);
    return undefined;
  }

  #repeated(name: string, value: string): string | undefined {
    const { head, path } = parseBrackets(name);
    if (head === 'filter') return undefined;
    if (!isHead(head) || !isList(head, path))
      return this.#corrected.has(name) ? name : this.#read().find((sent) => sent.name === name)?.name;
    // A list has one form, and names a key once.
    const keys = new Set(namesIn(value));
    const isInTheWay = (sent: Sent): boolean =>
      sent.list === name || (sent.name === name && head === 'sort' && namesIn(sent.value).some((key) => keys.has(key)));
    return this.#read().find(isInTheWay)?.name;
  }

  #valueOf(name: string | undefined): string {
    return this.#read().find((sent) => sent.name === name)?.value ?? '';
  }

  /** Cost: O(length of the query), once. */
  #read(): readonly Sent[] {
    this.#parameters ??= [...new URLSearchParams(this.#search)].map(([name, value]) => {
      return { name, value, list: listNameOf(name) };
    });
    return this.#parameters;
  }
}

/** @returns the paths of a list, without the sign of a descending key */
const namesIn = (value: string): readonly string[] => value.split(',').map((path) => path.replace(/^-/, ''));

/** Whether a list of paths has the path, or a path with the step, or one that begins with the path. */
const hasName = (value: string, name: string): boolean =>
  value.split(',').includes(name) ||
  namesIn(value).some((path) => path === name || path.split('.').includes(name) || path.startsWith(`${name}.`));
