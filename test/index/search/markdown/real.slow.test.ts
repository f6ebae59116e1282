/**
 * Real Markdown: the project's pages, the bodies of its examples, and texts of real exports. The visible text of each equals the
 * text that a browser shows of a renderer's HTML.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/index/search/index.js';
import { folded, shownOfMarkdown } from '../../../../testing/markdown/shown.js';
import { sharedPath } from '../../../../testing/shared.js';

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => (name === 'node_modules' ? [] : filesOf(join(path, name))));
}

/** @returns all texts of a file that may be Markdown: of JSON, every string of some length */
function textsOf(path: string): string[] {
  if (path.endsWith('.md')) return [readFileSync(path, 'utf8')];
  if (!/\.(?:nd)?json(?:\.gz)?$/.test(path)) return [];
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const lines = path.includes('.ndjson') ? text.split('\n').filter(Boolean) : [text];
  return lines.flatMap((line) => stringsOf(JSON.parse(line)));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 40 ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

describe('plainText of', () => {
  it.each([
    // Of Tate one text in ten.
    ['the project’s pages', ['docs', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'bench/README.md'], 60, 1],
    ['the examples', ['data'], 300, 1],
    ['genuine exports', [sharedPath('exports', 'the text of genuine Markdown') ?? []].flat(), 300, 1],
    ['Tate', [sharedPath('datasets/tate', 'the text of Tate’s long texts') ?? []].flat(), 10_000, 10],
  ])('%s › equals the text of the HTML that a renderer makes', (_, paths, atLeast, oneIn) => {
    const texts = paths
      .flatMap(filesOf)
      .flatMap(textsOf)
      .filter((__, place) => place % oneIn === 0);
    const different = texts.filter((markdown) => folded(plainText(markdown)) !== shownOfMarkdown(markdown));
    const shown = different.slice(0, 3).map((markdown) => [folded(plainText(markdown)), shownOfMarkdown(markdown)]);
    expect(shown).toEqual([]);
    if (paths.length > 0) expect(texts.length).toBeGreaterThanOrEqual(atLeast);
  });
});
