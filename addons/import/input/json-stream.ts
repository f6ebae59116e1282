/**
 * Values of JSON files that may be larger than memory: each is yielded as soon as it ends.
 *
 * Numbers that a binary float cannot represent become texts with the same digits.
 * Elsewhere: small JSON texts (value/json), lines of text (bytes).
 */
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { OperationError, reasonOf } from '../../../src/content/errors/index.js';
import { JSON_DEPTH_MAXIMUM, type Json, parseExactJson, TOO_DEEP } from '../value/json.js';
import { isExact } from '../value/numbers.js';
import { linesIn } from './bytes.js';

/** A value, and the keys that lead to it from the root. */
export interface ValueAtPath {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

const openingTokens: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const closingTokens: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

class ExactTokenizer extends Tokenizer {
  /** The digits of the number just read, if a float would change them. */
  inexact: string | undefined;

  protected override parseNumber(digits: string): number {
    this.inexact = isExact(digits) ? undefined : digits;
    return super.parseNumber(digits);
  }
}

/**
 * Yields the values at the given paths of a JSON text, each as soon as it is complete.
 *
 * @param paths     such as `$.*` for the members of the root, `$.a.*` for the members of its member `a`. The whole value at a path
 *                  is in memory, even if a longer path selects its parts.
 * @param name      of the input, for messages
 * @param onMember  called with the name of each member of the root, before its value
 * @param onTooDeep called with the place of each value that is nested deeper than JSON_DEPTH_MAXIMUM, before it is yielded; deeper
 *                  values in it are null
 * @param onRepeated called for each name that an object has twice, before the value that has it is yielded; its last value counts
 * @throws OperationError if the text is no JSON, or ends too early
 */
export async function* valuesIn(
  chunks: AsyncIterable<string>,
  paths: readonly string[],
  name: string,
  onMember: (name: string) => void = () => undefined,
  onTooDeep: (place: string) => void = refuseDepth,
  onRepeated?: (name: string) => void,
): AsyncGenerator<ValueAtPath> {
  const pending: ValueAtPath[] = [];
  let depth = 0;
  /** The value of the previous token: before a colon, the name of a member. */
  let previousValue: unknown;
  /** The depth at which values are left out; 0 if no value is. */
  let leftOutDepth = 0;
  let hasLeftOut = false;
  const objectNames: Set<unknown>[] = [];
  const tokenizer = new ExactTokenizer();
  const parser = new TokenParser({ paths: [...paths], keepStack: false });
  tokenizer.onToken = (token) => {
    const { inexact } = tokenizer;
    tokenizer.inexact = undefined;
    if (onRepeated !== undefined) readNames(objectNames, token.token, previousValue, onRepeated);
    if (openingTokens.has(token.token)) depth += 1;
    else if (closingTokens.has(token.token)) depth -= 1;
    if (leftOutDepth > 0) {
      if (depth < leftOutDepth) leftOutDepth = 0;
      return;
    }
    if (depth > JSON_DEPTH_MAXIMUM) {
      leftOutDepth = depth;
      hasLeftOut = true;
      parser.write({ token: TokenType.NULL, value: null });
      return;
    }
    if (depth === 1 && token.token === TokenType.COLON) onMember(String(previousValue));
    previousValue = token.value;
    if (inexact === undefined || typeof token.value !== 'number') parser.write(token);
    else parser.write({ token: TokenType.STRING, value: inexact });
  };
  parser.onValue = ({ value, key, stack }) => {
    const outerKeys = stack.slice(1).map(({ key: outerKey }) => outerKey ?? '');
    const path = [...outerKeys, key ?? ''];
    pending.push({ path, value: value ?? null });
    if (hasLeftOut) onTooDeep(writePlace(name, path));
    hasLeftOut = false;
  };
  let isEmpty = true;
  let lastChunk = '';
  let earlierLines = 0;
  try {
    for await (const chunk of chunks) {
      earlierLines += countLineEnds(lastChunk);
      lastChunk = chunk;
      if (chunk.trim() !== '') isEmpty = false;
      if (!tokenizer.isEnded) tokenizer.write(chunk);
      else if (chunk.trim() !== '') throw new Error('more text follows its end');
      yield* pending.splice(0);
    }
    if (isEmpty) throw new Error('it is empty');
    if (!tokenizer.isEnded) tokenizer.end();
    if (!parser.isEnded) throw new Error('it ends too early');
  } catch (error) {
    if (error instanceof OperationError) throw error;
    const reason = describeError(reasonOf(error), lastChunk, earlierLines);
    throw new OperationError(`${name} is not complete JSON: ${reason}. Export it again; nothing was written.`);
  }
  yield* pending.splice(0);
}

/** @param objectNames the names so far of each open list and object, from the outermost; lists have none */
function readNames(
  objectNames: Set<unknown>[],
  token: TokenType,
  previousValue: unknown,
  onRepeated: (name: string) => void,
): void {
  if (openingTokens.has(token)) objectNames.push(new Set());
  else if (closingTokens.has(token)) objectNames.pop();
  else if (token === TokenType.COLON) {
    const names = objectNames.at(-1);
    if (names?.has(previousValue) === true) onRepeated(String(previousValue));
    names?.add(previousValue);
  }
}

const countLineEnds = (text: string): number => text.split('\n').length - 1;

/** Signs that JSON does not have, and what to write instead. */
const signAdvice: readonly (readonly [RegExp, string])[] = [
  [/[NI]/, 'JSON has no NaN and no Infinity: write null'],
  [/[/#]/, 'JSON has no comments: remove it'],
  [/['\p{L}_$]/u, 'names and texts need double quotes'],
  [/[\]}]/, 'remove the comma before it'],
];

/**
 * @param message      of the tokenizer, with a sign and its position in bytes of the chunk
 * @param earlierLines number of line ends before the chunk
 * @returns the message with a line in place of the position, and with advice
 */
function describeError(message: string, chunk: string, earlierLines: number): string {
  const [, sign = '', position] = /^Unexpected "(.+?)" at chunk position "(\d+)"/su.exec(message) ?? [];
  const adviseOn = (text: string): string => signAdvice.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  if (position === undefined) {
    const [, token = ''] = /^Unexpected \w+ \("(.+?)"\)/s.exec(message) ?? [];
    return adviseOn(token) === '' ? message : `unexpected ${JSON.stringify(token)}; ${adviseOn(token)}`;
  }
  const line = earlierLines + 1 + countLineEnds(Buffer.from(chunk).subarray(0, Number(position)).toString());
  const advice = adviseOn(sign);
  return `unexpected ${JSON.stringify(sign)} in line ${line}${advice === '' ? '' : `; ${advice}`}`;
}

/** @returns the place of a value for messages: `data.json, authors.0` */
export const writePlace = (name: string, path: ValueAtPath['path']): string => `${name}, ${path.join('.')}`;

function refuseDepth(place: string): void {
  throw new OperationError(`${place}: ${TOO_DEEP}. Nothing was written.`);
}

/**
 * Yields the values of NDJSON, one for each line.
 *
 * @param name     of the file, for messages
 * @param onFaulty called for each line that is no JSON; the line is left out
 */
export async function* jsonLines(
  texts: AsyncIterable<string>,
  name: string,
  onFaulty: (place: string, reason: string) => void = () => undefined,
): AsyncGenerator<{ readonly value: Json; readonly number: number; readonly place: string }> {
  for await (const { line, number } of linesIn(texts)) {
    const place = `${name}, line ${number}`;
    let value: Json;
    try {
      value = parseExactJson(line);
    } catch (error) {
      onFaulty(place, `is not complete JSON: ${reasonOf(error)}`);
      continue;
    }
    yield { value, number, place };
  }
}
