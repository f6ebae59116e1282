/**
 * The soak of replicas for one short night, and its judge: it must notice faults.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { openSnapshot } from '../../src/client/library/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { start } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { Answers, type Heard, QUESTIONS } from '../replicas/answers.js';

const fresh = temporaryFolders();

describe('soak:replicas', () => {
  it('one night › exit code 0: answers were compared, and no files are left', { timeout: 240_000 }, async () => {
    const scratch = fresh();
    const short = ['--minutes', '0.02', '--night-seconds', '1', '--quick-nights', '1'];
    const { code, stdout, stderr } = await start('soak/replicas/main.js', short, { TMPDIR: scratch }).ended;
    expect(code, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain('memory in the quick nights: 1 nights tell no slope');
    expect(stdout).toMatch(/replicas: 1 nights, [1-9]\d* answers/);
    expect(stdout).toMatch(/ [1-9]\d* hostile conversations;/);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe('the comparison of an answer', () => {
  const answers = new Answers();
  let right: Heard;

  beforeAll(async () => {
    const out = join(fresh(), 'snapshots');
    const { snapshot } = await buildSnapshot('data/bookshop', out, { files: diskFiles, strict: false });
    await expect(answers.learn(out, snapshot, 1)).rejects.toThrow('another night');
    await answers.learn(out, snapshot, 1, 'The Drowned Verger');
    const open = await openSnapshot(out);
    const question = QUESTIONS[0] ?? '';
    const body = Buffer.from(open.answer(question).body).toString();
    right = { question, status: 200, snapshot, tag: '"a"', askedTag: undefined, body };
  });

  it('equal bytes, then a 304 with their tag › no fault', () => {
    expect(answers.wrongWith(right)).toBeUndefined();
    expect(answers.wrongWith({ ...right, status: 304, body: '', askedTag: '"a"' })).toBeUndefined();
  });

  it('other bytes, another tag, an unknown snapshot, or an error › the fault', () => {
    expect(answers.wrongWith({ ...right, body: `${right.body} ` })).toMatch(/of night 1, but with another answer$/);
    expect(answers.wrongWith({ ...right, status: 304, body: '', askedTag: '"b"' })).toMatch(/another answer$/);
    expect(answers.wrongWith({ ...right, snapshot: 'f'.repeat(64) })).toMatch(/a snapshot that nobody built/);
    expect(answers.wrongWith({ ...right, status: 500, body: 'no' })).toMatch(/status 500, no$/);
  });
});
