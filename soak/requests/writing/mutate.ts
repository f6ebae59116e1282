/**
 * Damage to the bytes of a request: what no grammar would write.
 */
import type { Random } from '../../../data/generate/random.js';
import { BAD_ESCAPES } from './values.js';

const WORDS = [
  '[',
  ']',
  '[]',
  '&',
  '=',
  '?',
  '#',
  '%',
  '+',
  ',',
  '.',
  '/',
  '-',
  '\\',
  '\0',
  '\t',
  '\r\n',
  ...BAD_ESCAPES,
] as const;

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

/** @param text of Latin-1 characters, one a byte; @returns the same with one to four places damaged, at most 20,000 long */
export function mutated(random: Random, text: string): string {
  let out = text;
  for (let times = 1 + random.below(4); times > 0; times -= 1) out = damaged(random, out);
  return out.slice(0, 20_000);
}
