/**
 * The line on stdout when a server changes to another snapshot, at the default level of the log.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXECUTABLE, start, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

it('another snapshot of a space, and of its preview › a line each, and no log', async () => {
  const [snapshots, preview] = [newFolder(), newFolder()];
  const keys = join(newFolder(), 'keys.json');
  await stele(['keys', 'add', keys, 'editor', '--preview']);
  const [first = '', next = ''] = ['Mason', 'Carver'].map((name) =>
    writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] }),
  );
  for (const out of [snapshots, preview]) await stele(['build', first, '--out', out]);
  const args = [
    'serve',
    snapshots,
    '--preview',
    preview,
    '--keys',
    keys,
    '--port',
    '0',
    '--poll',
    '0.1',
    '--drain-delay',
    '0',
  ];
  const { child, until, ended } = start(EXECUTABLE, args);
  await until(/shelf: http/);
  for (const [out, verb] of [
    [snapshots, 'served'],
    [preview, 'the preview'],
  ] as const) {
    expect((await stele(['build', next, '--out', out])).code).toBe(0);
    const id = readFileSync(join(out, 'CURRENT'), 'utf8').trim();
    await until(new RegExp(`^shelf: snapshot ${id} is ${verb} from now on$`, 'm'));
  }
  child.kill();
  const { code, stdout, stderr } = await ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/ from now on$/gm)).toHaveLength(2);
});
