/**
 * Damages the bytes of a request, and writes texts in correct and wrong encodings.
 */
import type { Random } from '../../../data/generate/random.js';
import { BAD_ESCAPES } from './values.js';

const WORDS = [...'[ ] [] & = ? # % + , . / - \\ \0 \t \r\n'.split(' '), ...BAD_ESCAPES];

function damaged(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(random.chance(0.9) ? 8 : 200));
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(WORDS) + text.slice(at);
    case 3:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    case 4: {
      const flipped = (text.charCodeAt(at) || 0) ^ (1 << random.below(8));
      return at < text.length ? text.slice(0, at) + String.fromCharCode(flipped & 0xff) + text.slice(at + 1) : text;
    }
    case 5:
      return text.slice(0, at);
    case 6: {
      // Two pieces change places.
      const middle = at + ((end - at) >> 1);
      return text.slice(0, at) + text.slice(middle, end) + text.slice(at, middle) + text.slice(end);
    }
    default: {
      const piece = text.slice(at, end);
      const times = 2 + random.below(random.chance(0.9) ? 8 : 400);
      return (
        text.slice(0, at) + piece.repeat(Math.min(times, Math.ceil(16_000 / (piece.length + 1)))) + text.slice(end)
      );
    }
  }
}

/**
 * @param text of Latin-1 characters, one a byte; @returns the same with one to four places damaged, at most 20,000 long
 */
export function mutated(random: Random, text: string): string {
  let out = text;
  for (let times = 1 + random.below(4); times > 0; times -= 1) out = damaged(random, out);
  return out.slice(0, 20_000);
}

/** A request target below the delivery root, encoded for sending. */
export interface Target {
  /** `''`, or beginning with `/`; perhaps not well-formed. */
  readonly path: string;
  /** `''`, or beginning with `?`. */
  readonly search: string;
}

const HEX = ['0123456789ABCDEF', '0123456789abcdef'] as const;

/** Every byte of the text as an escape. */
function escaped(text: string, lowerCase = false): string {
  const hex = lowerCase ? HEX[1] : HEX[0];
  let out = '';
  for (const byte of Buffer.from(text)) out += `%${hex[byte >> 4]}${hex[byte & 15]}`;
  return out;
}

/** Escapes only characters that would end a value or are not ASCII. */
const lightly = (text: string): string =>
  text.toWellFormed().replace(/[^!$'()*,\-./0-9:;@A-Z[\]_a-z|~{}<>"^`\\]/gu, (character) => escaped(character));

/** @returns a name or value in one of its spellings. @param right whether decoding must give the original */
export function spelled(random: Random, text: string, right: boolean): string {
  const wellFormed = text.toWellFormed();
  const choice = random.below(right ? 95 : 100);
  if (choice < 70) return lightly(wellFormed);
  if (choice < 90) return encodeURIComponent(wellFormed);
  if (choice < 95)
    return wellFormed.length > 400 ? encodeURIComponent(wellFormed) : escaped(wellFormed, choice % 2 === 0);
  // Escaped twice: decoded once, it is a text with percent signs.
  if (choice < 98) return encodeURIComponent(encodeURIComponent(wellFormed));
  const at = random.below(wellFormed.length + 1);
  return lightly(wellFormed.slice(0, at)) + random.pick(BAD_ESCAPES) + lightly(wellFormed.slice(at));
}

/** A parameter's name, brackets raw or escaped. */
export function spelledName(random: Random, head: string, path: readonly string[], right: boolean): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['[', ']'],
    ['%5B', '%5D'],
    ['%5b', '%5d'],
    ['[', '%5D'],
  ] as const);
  let name = random.chance(0.97) ? head : spelled(random, head, right);
  for (const part of path) name += `${open}${spelled(random, part, right)}${close}`;
  return name;
}
