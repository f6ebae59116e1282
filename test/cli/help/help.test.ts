/**
 * Help › its short form, its width, and its notes on options.
 */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { helpWidth, wrapParagraphs } from '../../../src/cli/help/help.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';

describe('stele build -h', () => {
  it('the short form › the main clause of each option, and the examples', async () => {
    const [short, long] = [await stele(['build', '-h']), await stele(['build', '--help'])];
    expect([short.code, short.stderr]).toEqual([0, '']);
    const lines = short.stdout.split('\n');
    for (const [flag] of long.stdout.matchAll(/^ {2}--[\w-]+/gm)) {
      const line = lines.findIndex((text) => text.startsWith(`${flag} `));
      expect(lines[line], flag).toBeDefined();
      const next = lines.slice(line + 1).findIndex((text) => !/^ {5}/.test(text));
      expect(next, flag).toBeLessThan(2);
    }
    expect(short.stdout).toContain('\nExamples:\n  $ stele build ');
    expect(short.stdout).not.toContain('The export is a folder with model.json');
    expect(lines.length).toBeLessThan(0.8 * long.stdout.split('\n').length);
  });

  it('a description of several clauses › is cut after its main clause, not at a comma', async () => {
    const words = (await stele(['build', '-h'])).stdout.replace(/\s+/g, ' ');
    expect(words).toContain(
      '--full build every content type, even if it has not changed since an earlier snapshot --all',
    );
    expect(words).toContain('this share of its items… --max-change');
    expect(words).toContain('--keep <number> number of snapshots to keep, including the current one --memory');
  });

  it.runIf(hasAddOns('import'))('an option of imports › is cut after its main clause', async () => {
    const words = (await stele(['build', '-h'])).stdout.replace(/\s+/g, ' ');
    expect(words).toContain('--model <file> model.json to keep --new-model');
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

describe('a narrow terminal', () => {
  const widths = [40, 50, 60, 70, 75, 80, 100, 160];

  it.each(widths.flatMap((columns) => ['--help', '-h'].map((flag) => [columns, flag] as const)))(
    '%d columns, %s › no line is wider, except examples and single words',
    async (columns, flag) => {
      for (const command of ['build', 'serve', 'keys']) {
        const { stdout } = await stele([command, flag], { isTTY: true, columns });
        const lines = stdout.split('\n').filter((line) => !/^(?: {2}\$| *\S+$)/.test(line));
        expect(lines.filter(({ length }) => length > Math.min(columns, 110))).toEqual([]);
      }
    },
  );

  it.each(widths)('%d columns, no arguments › the help on stderr is that of --help', async (columns) => {
    const terminal = { isTTY: true, columns };
    const [bare, asked] = [await stele([], terminal), await stele(['--help'], terminal)];
    expect([bare.code, bare.stdout]).toEqual([2, '']);
    expect(bare.stderr).toBe(asked.stdout);
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
