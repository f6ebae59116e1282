/**
 * `stele check`: it says of an export what a build would, and writes nothing.
 *
 * Elsewhere: exports that are refused, each with the words of both (test/system/hostile/exports).
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot, checkExport } from '../../build/publish/index.js';
import { ExportError } from '../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../src/format/files/index.js';
import { amount } from '../../testing/amount.js';
import { stele } from '../../testing/cli/stele.js';
import { MemoryDisk } from '../../testing/disk/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { BOOKSHOP_EXPORT, exportedCount, exportedTypes } from '../../testing/samples/bookshop.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';
import { modelOf } from '../../testing/samples/model.js';

const newFolder = temporaryFolders();

const flawed = {
  ...shelf,
  'book.ndjson': [
    { id: 'b1', author: 'none' },
    { id: 'b2', colour: 'red' },
  ],
  'author.ndjson': [{ id: 'a1', books: ['b3', 'b1'] }],
};

describe('stele check', () => {
  it('a valid export › exits with 0, prints a summary, and writes nothing', async () => {
    const { code, stdout, stderr } = await stele(['check', BOOKSHOP_EXPORT]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `The export can be built: ${exportedCount()} items in ${exportedTypes().length} content types\nNext: stele build ${BOOKSHOP_EXPORT} --out snapshots\n`,
    );
    expect(stderr).toBe('');
    const untouched: Files = { ...diskFiles };
    for (const name of ['makeFolder', 'rename', 'link', 'remove', 'syncFolder'] as const) {
      untouched[name] = () => Promise.reject(new Error(`${name} was called`));
    }
    const open: Files['open'] = (path, mode) =>
      mode === 'read' ? diskFiles.open(path, mode) : Promise.reject(new Error(`${path} was written`));
    const report = await checkExport(BOOKSHOP_EXPORT, { files: { ...untouched, open }, strict: true });
    expect(report).toMatchObject({ accepted: true, items: exportedCount(), problems: [] });
  });

  it('warnings › exits with 0 and prints each; --strict › exits with 1 and prints the same', async () => {
    const folder = writeFiles(newFolder(), flawed);
    const lenient = await stele(['check', folder]);
    expect(lenient.code).toBe(0);
    expect(lenient.stdout).toBe(
      'The export can be built: 3 items in 2 content types; 2 links dropped, 1 unknown key\n' +
        `Next: stele build ${folder} --out snapshots\n`,
    );
    for (const place of [
      'book.ndjson:1, field author',
      'book.ndjson:2, field colour',
      'author.ndjson:1, field books',
    ]) {
      expect(lenient.stderr).toContain(`${place}: warning: `);
    }
    const strict = await stele(['check', folder, '--strict']);
    expect([strict.code, strict.stdout]).toEqual([1, '']);
    expect(strict.stderr).toContain('3 errors, of them 2 links to missing items, 1 unknown key');
  });

  it('times with microseconds after a byte order mark › build and check print one counted warning per field', async () => {
    const line = (id: string, at: string) => `{"id":"${id}","at":"${at}","day":"2024-02-29"}\n`;
    const folder = writeFiles(newFolder(), {
      'model.json': `\ufeff${JSON.stringify(modelOf({ event: { at: 'dateTime', day: 'date' } }))}`,
      'event.ndjson': `\ufeff${line('a', '2024-02-29T01:02:03.456Z')}${line('b', '2024-02-29T01:02:03.456789+00:00')}${line('c', '2024-02-29T01:02:03.45678')}`,
    });
    const out = newFolder();
    const warning =
      'event.ndjson:2, field at: warning: "2024-02-29T01:02:03.456789+00:00" is more precise than a millisecond; the digits after it are cut off (2 times)\n0 errors, 2 warnings (2 times cut to milliseconds)\n';
    const checked = await stele(['check', folder]);
    expect(checked.stdout).toContain('3 items in 1 content type; 2 times cut to milliseconds\n');
    expect(checked.stderr).toContain(warning);
    const built = await stele(['build', folder, '--out', out]);
    expect(built.stderr).toContain(warning);
    const { data } = JSON.parse(
      (await stele(['query', out, '/event?filter[at][_eq]=2024-02-29T01:02:03.456Z'])).stdout,
    );
    expect(data.map(({ id, attributes }: { id: string; attributes: object }) => ({ id, ...attributes }))).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, at: '2024-02-29T01:02:03.456Z', day: '2024-02-29' })),
    );
    expect((await stele(['check', folder, '--strict'])).code).toBe(1);
  });

  it('--report › writes the verdict and the problems as JSON', async () => {
    const folder = writeFiles(newFolder(), flawed);
    const path = join(newFolder(), 'report.json');
    expect((await stele(['check', folder, '--report', path])).code).toBe(0);
    const accepted = JSON.parse(readFileSync(path, 'utf8'));
    expect(accepted).toMatchObject({
      accepted: true,
      items: 3,
      types: [
        { name: 'book', items: 2 },
        { name: 'author', items: 1 },
      ],
    });
    expect(
      accepted.problems.map(({ severity, file, line }: Record<string, unknown>) => [severity, file, line]),
    ).toEqual([
      ['warning', 'book.ndjson', 2],
      ['warning', 'book.ndjson', 1],
      ['warning', 'author.ndjson', 1],
    ]);
    const { code, stdout } = await stele(['check', folder, '--strict', '--report', '-']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ accepted: false, errors: 3, warnings: 0, failure: expect.any(String) });
  });

  it('a refused export with warnings › prints each once, and says to check again', async () => {
    const folder = writeFiles(newFolder(), { ...flawed, 'author.ndjson': [{ id: '' }] });
    for (const options of [[], ['--report', '-']]) {
      const { code, stderr } = await stele(['check', folder, ...options]);
      expect(code).toBe(1);
      const warningLines = stderr.split('\n').filter((line) => line.includes(': warning: '));
      expect(warningLines.map((line) => line.replace('stele: ', '').split(': ')[0])).toEqual([
        'book.ndjson:1, field author',
        'book.ndjson:2, field colour',
      ]);
      expect(stderr).toMatch(/A build would refuse the export\. Correct it and check again\.\n$/);
      expect(stderr).not.toMatch(/nothing was changed|--all-warnings/);
    }
    const { stderr } = await stele(['check', writeFiles(newFolder(), flawed), '--strict']);
    expect(stderr).toContain('Correct it and check again, or check without --strict.');
  });

  it('stele build --all-warnings, a refused export › prints each warning once', async () => {
    const folder = writeFiles(newFolder(), { ...flawed, 'author.ndjson': [{ id: '' }] });
    const { code, stderr } = await stele(['build', folder, '--out', newFolder(), '--all-warnings']);
    expect(code).toBe(1);
    expect(stderr.match(/field colour: warning: /g)).toHaveLength(1);
  });

  it('a path without export, or an impossible report path › exits with 1 and a reason', async () => {
    expect((await stele(['check', '/nowhere'])).stderr).toContain('/nowhere does not exist');
    const folder = newFolder();
    const { code, stderr } = await stele(['check', folder, '--report', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(`the report cannot be written to ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a signal to stop › prints a message', async () => {
    const signal = AbortSignal.abort();
    await expect(checkExport(BOOKSHOP_EXPORT, { files: diskFiles, strict: false, signal })).rejects.toThrow(
      'was stopped',
    );
  });
});

describe('a check and a build', () => {
  const targets = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'c', 'x'),
      fc.record({ type: fc.constantFrom('one', 'two', 'six'), id: fc.constantFrom('a', 'b') }),
    ),
    { maxLength: 4 },
  );
  const item = fc.record(
    { id: fc.constantFrom('a', 'b', 'c', ''), links: targets, to: fc.constantFrom('a', 'x', 7), other: fc.constant(1) },
    { requiredKeys: ['id'] },
  );
  const fields = [
    { name: 'links', type: 'relationship', to: ['one', 'two'], many: true },
    { name: 'to', type: 'relationship', to: 'one' },
  ];
  const model = { space: 's', contentTypes: ['one', 'two'].map((name) => ({ name, fields })) };

  it('any small export › give the same verdict', async () => {
    const items = fc.array(item, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(items, items, fc.boolean(), async (one, two, strict) => {
        const disk = new MemoryDisk();
        disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
        for (const [name, lines] of Object.entries({ one, two })) {
          disk.put(`/export/${name}.ndjson`, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
        }
        const said = async (act: Promise<{ warnings: string; items: number; problems: readonly unknown[] }>) => {
          try {
            const { warnings, items: count, problems } = await act;
            return { warnings, count, problems };
          } catch (error) {
            if (!(error instanceof ExportError)) throw error;
            return { found: error.report };
          }
        };
        const checked = await said(checkExport('/export', { files: disk, strict }));
        expect(checked).toEqual(await said(buildSnapshot('/export', '/out', { files: disk, strict })));
      }),
      { numRuns: amount(300, 20) },
    );
  });
});
