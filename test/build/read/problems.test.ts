/**
 * The problem log: what it keeps, what it counts, how it reads, and when it throws.
 */
import { describe, expect, it } from 'vitest';
import { WARNING_KINDS } from '../../../build/read/problem-kinds.js';
import { ProblemLog } from '../../../build/read/problems.js';
import { ExportError } from '../../../src/content/errors/index.js';
import { lenient, linesOf } from './support.js';

const strict = (): ProblemLog => new ProblemLog({ strict: true });

function refusalOf(problems: ProblemLog): string {
  try {
    problems.throwIfAny();
  } catch (error) {
    if (error instanceof ExportError) return error.message;
    throw error;
  }
  return '';
}

describe('ProblemLog › render', () => {
  it('without problems › the totals', () => {
    expect(lenient().render()).toBe('0 errors, 0 warnings');
    expect(strict().render()).toBe('0 errors');
  });

  it('errors before warnings › the most important first, then by file and line; warnings by kind, the most frequent first', () => {
    const problems = lenient();
    problems.warning('unknownFile', { file: 'boook.ndjson' }, 'who is this?');
    problems.warning('danglingLink', { file: 'book.ndjson', line: 4, field: 'author' }, 'there is no author "y"');
    problems.error({ file: 'book.ndjson', line: 12, field: 'price' }, 'no');
    problems.error({ file: 'model.json' }, 'never');
    problems.warning('danglingLink', { file: 'book.ndjson', line: 3, field: 'author' }, 'there is no author "x"');
    expect(problems.render()).toBe(
      [
        'model.json: never',
        'book.ndjson:12, field price: no',
        'book.ndjson:3, field author: warning: there is no author "x"',
        'book.ndjson:4, field author: warning: there is no author "y"',
        'boook.ndjson: warning: who is this?',
        '2 errors, 3 warnings (2 links to missing items, 1 file of no content type)',
      ].join('\n'),
    );
  });

  it('brief › one line for each kind of warning, with an example and the command that shows all', () => {
    const problems = lenient();
    for (let line = 1; line <= 1500; line += 1) {
      problems.warning('danglingLink', { file: 'book.ndjson', line, field: 'author' }, 'there is no author "x"');
    }
    problems.warning('unknownFile', { file: 'boook.ndjson' }, 'who is this?');
    problems.error({ file: 'book.ndjson', line: 1501 }, 'the line is cut');
    expect(problems.renderBriefly()).toBe(
      [
        'book.ndjson:1501: the line is cut',
        'warning: 1,500 links to missing items, such as book.ndjson:1, field author: there is no author "x" (the errors above may be the cause)',
        'boook.ndjson: warning: who is this?',
        'Only one example of each kind is shown; --all-warnings shows the first hundred.',
        '1 error, 1,501 warnings (1,500 links to missing items, 1 file of no content type)',
      ].join('\n'),
    );
  });

  it('by field › three warnings of each field, the number of further ones, and the option that shows more', () => {
    const problems = lenient();
    problems.warning('unknownKey', { file: 'book.ndjson', line: 1, field: 'titel' }, 'no such field', 4);
    for (const field of ['author', 'series']) {
      for (let line = 5; line > 0; line -= 1) {
        problems.warning('danglingLink', { file: 'book.ndjson', line, field }, 'there is none');
      }
    }
    expect(problems.renderByField()).toBe(
      [
        ...[1, 1, 2, 2, 3, 3].map((line, place) => {
          const field = place % 2 === 0 ? 'author' : 'series';
          return `book.ndjson:${line}, field ${field}: warning: there is none`;
        }),
        'warning: 4 more links to missing items',
        'book.ndjson:1, field titel: warning: no such field (4 times)',
        'Only 3 warnings of each field are shown; --all-warnings shows the first hundred.',
        '0 errors, 14 warnings (10 links to missing items, 4 unknown keys)',
      ].join('\n'),
    );
  });

  it('more than ten errors, most of one field › the errors to correct first have those of other fields too', () => {
    const problems = lenient();
    for (let line = 1; line <= 20; line += 1) problems.error({ file: 'a.ndjson', line, field: 'x' }, 'no');
    problems.error({ file: 'b.ndjson', line: 1, field: 'y' }, 'neither');
    const lines = problems.render().split('\n');
    const heading = lines.indexOf('The 10 errors to correct first:');
    expect(heading).toBe(11);
    expect(lines.slice(heading + 1, -1)).toEqual([
      ...Array.from({ length: 9 }, (_, place) => `a.ndjson:${place + 1}, field x: no`),
      'b.ndjson:1, field y: neither',
    ]);
  });

  it('brief, a link to a missing item beside an error in a field › names no cause, as every item was read', () => {
    const problems = lenient();
    problems.warning('danglingLink', { file: 'book.ndjson', line: 1, field: 'author' }, 'there is no author "x"');
    problems.error({ file: 'book.ndjson', line: 2, field: 'price' }, 'no');
    expect(problems.renderBriefly()).not.toContain('cause');
  });

  it('brief, every kind and a hundred errors › the last twenty lines have all kinds and the errors of files', () => {
    const problems = lenient();
    for (const kind of WARNING_KINDS) problems.warning(kind, { file: 'a.ndjson', line: 1, field: 'x' }, 'hm', 9);
    for (let line = 1; line < 100; line += 1) problems.error({ file: 'a.ndjson', line, field: 'x' }, 'no');
    problems.error({ file: 'b.ndjson' }, 'the file is cut');
    const lastLines = refusalOf(problems).split('\n').slice(-20);
    expect(lastLines.filter((line) => line.includes('warning'))).toHaveLength(WARNING_KINDS.length + 2);
    expect(lastLines.slice(0, 2)).toEqual(['The 10 errors to correct first:', 'b.ndjson: the file is cut']);
    expect(lastLines.at(-1)).toBe('The export is refused and nothing was changed. Correct it and build again.');
  });

  it('a cut line after more than a hundred wrong fields › is the first of the last twenty lines, also as a part', () => {
    const record = (problems: ProblemLog): void => {
      for (let line = 1; line <= 150; line += 1) problems.error({ file: 'a.ndjson', line, field: 'x' }, 'no');
      problems.error({ file: 'b.ndjson', line: 7 }, 'the line is cut');
      problems.error({ file: 'c.ndjson' }, 'cannot be read');
    };
    const whole = lenient();
    record(whole);
    const lastLines = refusalOf(whole).split('\n').slice(-12, -10);
    expect(lastLines).toEqual(['c.ndjson: cannot be read', 'b.ndjson:7: the line is cut']);
    expect(whole.summary.problems).toHaveLength(100);
    const joined = lenient();
    const part = joined.createPart();
    record(part);
    joined.addPart(part);
    expect(joined.summary).toEqual(whole.summary);
    const filled = lenient();
    for (let line = 1; line <= 150; line += 1) filled.error({ file: 'a.ndjson', line, field: 'x' }, 'no');
    const last = filled.createPart();
    last.error({ file: 'b.ndjson', line: 7 }, 'the line is cut');
    last.error({ file: 'c.ndjson' }, 'cannot be read');
    filled.addPart(last);
    expect(filled.summary).toEqual(whole.summary);
  });

  it('a recorded warning without a kind › is printed separately', () => {
    const recorded = lenient();
    recorded.warning('danglingLink', { file: 'a.ndjson', line: 1 }, 'none');
    const { entries, ...rest } = recorded.recordedWarnings;
    const older = entries.map(({ kind: _, ...entry }) => entry);
    expect(ProblemLog.fromWarnings({ ...rest, entries: older }).renderBriefly()).toBe(
      'a.ndjson:1: warning: none\n0 errors, 1 warning (1 link to a missing item)',
    );
  });

  it('escapes control characters, and quotes unusual field names', () => {
    const problems = lenient();
    problems.error({ file: 'a\u001b[2J.ndjson', line: 1, field: 'x\n\u009by' }, 'text \u202e reversed');
    problems.error({ file: 'a.ndjson', field: 'thumbnail.width' }, 'wide');
    expect(linesOf(problems)).toEqual([
      'a.ndjson, field thumbnail.width: wide',
      'a\\u001b[2J.ndjson:1, field "x\\n\\u009by": text \\u202e reversed',
    ]);
  });
});

describe('ProblemLog › more than a hundred problems', () => {
  it('of each severity › prints a hundred of each, counts all, and formats no further reasons', () => {
    const problems = lenient();
    let writtenCount = 0;
    const reason = (): string => {
      writtenCount += 1;
      return 'no';
    };
    for (let line = 1; line <= 1500; line += 1) {
      problems.error({ file: 'a.ndjson', line }, reason);
      problems.warning('unknownOption', { file: 'a.ndjson', line }, reason);
    }
    expect(writtenCount).toBe(200);
    expect(problems.errorCount).toBe(1500);
    expect(problems.warningCount).toBe(1500);
    expect(linesOf(problems)).toHaveLength(201);
    expect(problems.render()).toMatch(
      /1,500 errors, 1,500 warnings \(1,500 values outside the options\); the first 100 of each are shown$/,
    );
  });

  it('exactly a hundred › prints no number of further problems', () => {
    const problems = lenient();
    for (let line = 1; line <= 100; line += 1) problems.error({ file: 'a.ndjson', line }, 'no');
    expect(problems.render()).toMatch(/\n100 errors, 0 warnings$/);
  });
});

describe('ProblemLog › an unknown key', () => {
  it('repeated in a file › is reported once, at its first line, with its count', () => {
    const problems = lenient();
    for (let line = 5; line < 1205; line += 1) {
      problems.warning('unknownKey', { file: 'a.ndjson', line, field: 'prize' }, 'no such field');
    }
    problems.warning('unknownKey', { file: 'a.ndjson', line: 7, field: 'titel' }, 'no such field');
    problems.warning('unknownKey', { file: 'b.ndjson', line: 1, field: 'prize' }, 'no such field');
    expect(linesOf(problems)).toEqual([
      'a.ndjson:5, field prize: warning: no such field (1,200 times)',
      'a.ndjson:7, field titel: warning: no such field',
      'b.ndjson:1, field prize: warning: no such field',
    ]);
    expect(problems.countOf('unknownKey')).toBe(1202);
    expect(problems.render()).toMatch(/0 errors, 1,202 warnings \(1,202 unknown keys\)$/);
  });

  it('a different one in every line › is counted in bounded memory', () => {
    const problems = lenient();
    for (let line = 1; line <= 20_000; line += 1) {
      problems.warning('unknownKey', { file: 'a.ndjson', line, field: `k${line}` }, 'no such field');
    }
    expect(linesOf(problems)).toHaveLength(100);
    expect(problems.warningCount).toBe(20_000);
    expect(problems.render()).toMatch(/the first 100 of each are shown$/);
  });
});

describe('ProblemLog › throwIfAny', () => {
  it('with warnings only › does not throw', () => {
    const problems = lenient();
    for (const kind of WARNING_KINDS) problems.warning(kind, { file: 'a.ndjson' }, 'hm');
    expect(problems.errorCount).toBe(0);
    expect(problems.warningCount).toBe(WARNING_KINDS.length);
    expect(refusalOf(problems)).toBe('');
  });

  it('with an error › throws an ExportError with all problems', () => {
    const problems = lenient();
    problems.error({ file: 'a.ndjson', line: 1 }, 'no');
    problems.warning('repeatedLink', { file: 'a.ndjson', line: 2, field: 'b' }, 'twice');
    expect(refusalOf(problems)).toBe(
      'a.ndjson:1: no\na.ndjson:2, field b: warning: twice\n1 error, 1 warning (1 repeated link)\n' +
        'The export is refused and nothing was changed. Correct it and build again.',
    );
  });

  it.each(WARNING_KINDS)('strict, with a warning of kind %s › throws it as an error', (kind) => {
    const problems = strict();
    problems.warning(kind, { file: 'a.ndjson', line: 2 }, 'hm');
    expect(problems.errorCount).toBe(1);
    expect(problems.warningCount).toBe(0);
    expect(problems.countOf(kind)).toBe(1);
    expect(refusalOf(problems)).toMatch(
      /^a\.ndjson:2: hm\n1 error, of them 1 .*\n.*build again, or build without --strict\.$/,
    );
  });

  it('strict › omits notes about repairs', () => {
    for (const [problems, expected] of [
      [lenient(), 'a.ndjson: warning: none such, so it is left out'],
      [strict(), 'a.ndjson: none such'],
    ] as const) {
      problems.warning('unknownKey', { file: 'a.ndjson' }, (mended) => `none such${mended(', so it is left out')}`);
      expect(linesOf(problems)).toEqual([expected]);
    }
  });

  it('strict, with an error too › does not advise to omit --strict', () => {
    const problems = strict();
    problems.warning('unknownKey', { file: 'a.ndjson', field: 'b' }, 'hm');
    problems.error({ file: 'a.ndjson' }, 'no');
    expect(refusalOf(problems)).toMatch(/2 errors, of them 1 unknown key\n.*build again\.$/);
  });
});
