/**
 * The names of parameters, each read once: requests of one shape differ in their values, and clients have few shapes.
 *
 * What was read is remembered, some hundreds of names for all clients together. Whoever sends ever new names only has
 * them read each time.
 */
import { encodeComponent } from '../../model/index.js';
import { type BracketedName, parseBrackets } from './brackets.js';
import { decode } from './percent.js';
import { isListed } from './value-lists.js';

export interface ParameterName extends BracketedName {
  /** As sent, decoded. */
  readonly name: string;
  /** In the canonical encoding. */
  readonly canonical: string;
  /** Whether its values are a list, where it is a filter's. */
  readonly isListed: boolean;
}

/** Longer ones are read each time. */
const lengthMaximum = 128;
const namesMaximum = 512;

const known = new Map<string, ParameterName>();

/** @param raw still percent-encoded. @returns undefined where it is not percent-encoded UTF-8. Cost: one look-up, mostly. */
export function readName(raw: string): ParameterName | undefined {
  const found = known.get(raw);
  if (found !== undefined) return found;
  if (raw.length > lengthMaximum) return read(raw);
  // A part of a text keeps the whole of it in memory: what stays has its own letters.
  const own = raw.isWellFormed() ? Buffer.from(raw).toString() : raw;
  const name = read(own);
  if (name === undefined) return undefined;
  if (known.size >= namesMaximum) known.clear();
  known.set(own, name);
  return name;
}

/** @returns the name of a parameter that was not sent as a text. @param path what stands in its brackets */
export function nameOf(head: string, path: readonly string[]): ParameterName {
  const name = path.reduce((before, part) => `${before}[${part}]`, head);
  const canonical = path.reduce((before, part) => `${before}%5B${encodeComponent(part)}%5D`, head);
  return { name, head, path, malformed: undefined, canonical, isListed: isListed(path) };
}

function read(raw: string): ParameterName | undefined {
  const name = decode(raw, 'space');
  if (name === undefined) return undefined;
  const { head, path, malformed } = parseBrackets(name);
  return Object.freeze({ ...nameOf(head, Object.freeze(path)), name, malformed });
}
