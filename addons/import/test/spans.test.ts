import { describe, expect, it } from 'vitest';
import { buildEndTagPattern, replaceSpans } from '../text/spans.js';

const marked = (open: RegExpExecArray, inner: string, close: RegExpExecArray): string =>
  `{${open[0]}|${inner}|${close[0]}}`;

/** @returns every text of up to `length` of the pieces */
function* texts(pieces: readonly string[], length: number): Generator<string> {
  yield '';
  if (length > 0) for (const rest of texts(pieces, length - 1)) for (const piece of pieces) yield piece + rest;
}

describe('replaceSpans', () => {
  it('every short text › the result of one expression for both ends', () => {
    for (const text of texts(['<a ', '<B>', '</a>', '</b >', 'x'], 5)) {
      const slow = text.replace(/(<(a|b)\b)([\s\S]*?)(<\/\2\s*>)/gi, (_, open, __, inner, close) => {
        return `{${open}|${inner}|${close}}`;
      });
      expect(replaceSpans(text, /<(a|b)\b/gi, buildEndTagPattern, marked), text).toBe(slow);
    }
  });

  it('openings without an end › take time proportional to their length, and change nothing', () => {
    // With one expression for both ends hours.
    for (const text of ['<a '.repeat(1_000_000), '<a>'.repeat(500_000) + '</b '.repeat(500_000)]) {
      expect(replaceSpans(text, /<(a|b)\b/gi, buildEndTagPattern, marked) === text).toBe(true);
    }
  });
});
