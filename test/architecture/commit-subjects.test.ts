/**
 * The check of commit subjects that .ci/run makes.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../testing/pages/markdown.js';

function check(subject: string): { readonly status: number | null; readonly problem: string } {
  const { status, stderr } = spawnSync(process.execPath, ['.ci/commit-subjects.mjs', subject], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, problem: stderr.trim() };
}

describe('commit subjects', () => {
  it.each([
    'server: queue expensive requests separately',
    'addons/sql, docs: name the worker that does not answer',
    'import: pass unknown marks through as inline HTML',
  ])('%s › accepted', (subject) => {
    expect(check(subject)).toEqual({ status: 0, problem: '' });
  });

  it.each([
    ['Queue expensive requests separately', 'lacks a scope'],
    ['server: queued expensive requests', 'begins with "queued"'],
    ['server: queues expensive requests', 'begins with "queues"'],
    ['server: queueing expensive requests', 'begins with "queueing"'],
    ['server: queue expensive requests.', 'ends with a full stop'],
    [`server: ${'queue '.repeat(11)}`, 'has 74 characters; at most 72 are allowed'],
  ])('%s › refused with the reason', (subject, reason) => {
    const { status, problem } = check(subject);
    expect(status).toBe(1);
    expect(problem).toContain(reason);
  });
});
