/**
 * Help › its short form, its width, and its notes on options.
 */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { helpWidth, wrapParagraphs } from '../../../src/cli/help/help.js';
import { stele } from '../../../testing/cli/stele.js';

describe('stele build -h', () => {
  it('the short form › one line for each option, and the examples', async () => {
    const [short, long] = [await stele(['build', '-h']), await stele(['build', '--help'])];
    expect([short.code, short.stderr]).toEqual([0, '']);
    const lines = short.stdout.split('\n');
    for (const [flag] of long.stdout.matchAll(/^ {2}--[\w-]+/gm)) {
      const line = lines.findIndex((text) => text.startsWith(`${flag} `));
      expect(lines[line], flag).toBeDefined();
      expect(lines[line + 1], flag).not.toMatch(/^ {5}/);
    }
    expect(short.stdout).toContain('\nExamples:\n  $ stele build ');
    expect(short.stdout).not.toContain('The export is a folder with model.json');
    expect(lines.length).toBeLessThan(0.6 * long.stdout.split('\n').length);
  });
});

describe('the long form', () => {
  it('paragraphs and options › have at most the width of the terminal', async () => {
    const { stdout } = await stele(['check', '--help']);
    const proseLines = stdout.split('\n').filter((line) => !line.startsWith('  $'));
    expect(Math.max(...proseLines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain('default: false');
  });

  it('a switch has no default; an option with choices › lists them', async () => {
    const { stdout } = await stele(['serve', '--help']);
    expect(stdout).not.toContain('default: false');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '(choices: fatal, error, warn, info, debug, trace, silent; default: warn)',
    );
  });
});

describe('wrapParagraphs', () => {
  it('a paragraph › is wrapped; indented lines › stay', () => {
    const text = 'One two three\nfour five.\n\nExamples:\n  $ stele build a very long line\n';
    expect(wrapParagraphs(text, 13)).toBe('One two three\nfour five.\n\nExamples:\n  $ stele build a very long line\n');
    expect(wrapParagraphs(text, 20)).toBe('One two three four\nfive.\n\nExamples:\n  $ stele build a very long line\n');
  });
});

describe('helpWidth', () => {
  it.each([
    [{ isTTY: false, columns: 200 }, 80],
    [{ isTTY: true, columns: 200 }, 110],
    [{ isTTY: true, columns: 72 }, 72],
    [{ isTTY: true, columns: 0 }, 80],
  ])('%j › %d', (stream, width) => {
    expect(helpWidth(Object.assign(new PassThrough(), stream))).toBe(width);
  });
});
