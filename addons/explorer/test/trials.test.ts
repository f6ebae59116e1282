/**
 * The requests that the reference tries: the server refuses none of them.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { startBookshop } from '../../../testing/server/server.js';
import { listRefused, listTrialTargets } from './list-trials.js';

describe('trials of the reference', () => {
  it.each([
    ['bookshop', openBookshop, 1000],
    ['museum', openMuseum, 200],
  ] as const)('of the %s › are answered', async (name, openSpace, least) => {
    const space = await openSpace();
    const server = await startBookshop({ spaces: [{ name, space }] });
    onTestFinished(() => server.stop());
    const targets = await listTrialTargets(server.origin);
    expect(targets.length).toBeGreaterThan(least);
    expect(listRefused(space, targets)).toEqual([]);
  });
});
