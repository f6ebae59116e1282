/**
 * Why a snapshot could not be loaded: what `/health` shows, what the log says, and whether trying again is of use.
 */
import { describe, expect, it } from 'vitest';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { describeFailure, LoadRefused } from '../../../src/server/follow/load-failure.js';

describe('failureOf', () => {
  it('damage › is lasting, and names the damaged part', () => {
    const error = new IntegrityError({ file: 'bb/book.segment', expected: 'CRC-32 1', found: '2' });
    expect(describeFailure(error)).toEqual({
      detail: `the snapshot is damaged: ${error.message}`,
      reason: error.message,
      isLasting: true,
    });
  });

  it('an OperationError › is lasting, in its own words', () => {
    const words = 'the snapshot is not signed';
    expect(describeFailure(new OperationError(words))).toEqual({ detail: words, reason: words, isLasting: true });
  });

  it('an error of the system › is not lasting, and shows no path of this machine', () => {
    const error = Object.assign(new Error("EMFILE: too many open files, open '/srv/secret'"), { code: 'EMFILE' });
    expect(describeFailure(error)).toEqual({
      detail: 'the snapshot could not be read (EMFILE); the log says more',
      reason: error.message,
      isLasting: false,
    });
  });

  it('any other error › is not lasting', () => {
    const detail = 'the snapshot could not be read; the log says more';
    expect(describeFailure(new Error('out of memory'))).toEqual({ detail, reason: 'out of memory', isLasting: false });
    expect(describeFailure('nothing')).toEqual({ detail, reason: 'nothing', isLasting: false });
    expect(describeFailure({ code: 7 })).toMatchObject({ detail, isLasting: false });
  });

  it('a failure from another thread › is unchanged', () => {
    const failure = { detail: 'the disk is full', reason: 'ENOSPC: /srv', isLasting: false };
    const refused = new LoadRefused(failure);
    expect(describeFailure(refused)).toBe(failure);
    expect([refused.name, refused.message]).toEqual(['LoadRefused', 'ENOSPC: /srv']);
  });
});
