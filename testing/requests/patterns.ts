/**
 * Operands of conditions on a part of a text: a few characters, and the most expensive ones, such as long pieces, near
 * misses and repeated characters.
 */
import type { Random } from '../../data/generate/random.js';

/** Bytes of an escaped pattern: a little less than the headers of a request may have in all. */
const bytesMaximum = 15_000;

/** In all rules, tables and indentations of Markdown, and in padded numbers. */
const repeated = ['-', '0', 'a', ' ', '=', '\n', '\\', '"', '| ', '- ', 'é', '日'];

/** @returns the first characters of the text that fit into a URL */
export function fitting(text: string, mostBytes = bytesMaximum): string {
  let byteLength = 0;
  let length = 0;
  for (const character of text) {
    byteLength += encodeURIComponent(character).length;
    if (byteLength > mostBytes) break;
    length += character.length;
  }
  return text.slice(0, length);
}

/**
 * @param text  a value of some item; never empty
 * @param other gives others
 */
export function drawPattern(random: Random, operator: string, text: string, other: () => string): string {
  const short = part(random, operator, text, random.pick([1, 1, 1, 2, 2, 3, 5, 9]));
  if (random.chance(0.7)) return short;
  const mostBytes = random.pick([100, 1000, bytesMaximum]);
  const piece = fitting(part(random, operator, text, random.pick([20, 40, 100, 1000, text.length])), mostBytes);
  switch (random.below(5)) {
    case 0:
      return piece;
    case 1:
      return fitting(nearMiss(random, piece), mostBytes);
    case 2:
      return fitting(piece + other() + other(), mostBytes);
    case 3:
      return fitting(random.pick(repeated).repeat(mostBytes), mostBytes);
    default:
      return fitting(short.repeat(Math.ceil(mostBytes / short.length)), mostBytes);
  }
}

function part(random: Random, operator: string, text: string, length: number): string {
  const characters = [...text];
  if (operator.endsWith('ndsWith')) return characters.slice(-length).join('');
  const start = operator.endsWith('tartsWith') ? 0 : random.below(characters.length);
  return characters.slice(start, start + length).join('');
}

/**
 * One character is another: at the beginning, in the middle or at the end, until where all that is compared is equal.
 */
function nearMiss(random: Random, text: string): string {
  const characters = [...text];
  characters[random.pick([0, Math.floor(characters.length / 2), characters.length - 1])] = '~';
  return characters.join('');
}
