/**
 * Failures of a database while answering → 503 or 500, without a server.
 */
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/content/errors/index.js';
import { Cancelled, NoAnswer, NoConnectionFree } from '../../connection/pool.js';
import { classifyFailure, createUnavailableError } from '../../serve/failures.js';

const failure = (code: string): Error => Object.assign(new Error('no'), { code });

describe('kindOf', () => {
  it.each([
    ['a connection that is refused', 'lost', failure('ECONNREFUSED')],
    ['addresses of which none answers', 'lost', new AggregateError([failure('ETIMEDOUT')])],
    ['a connection that the driver has lost', 'lost', failure('CONNECTION_CLOSED')],
    ['a server that stops', 'lost', failure('57P01')],
    ['a server with too many connections', 'lost', failure('53300')],
    ['a password that is wrong', 'lost', failure('28P01')],
    ['tables that were dropped', 'lost', failure('42P01')],
    ['tables that may not be read', 'lost', failure('42501')],
    ['a statement that takes too long', 'late', failure('57014')],
    ['a server that says nothing', 'late', new NoAnswer('')],
    ['no connection that is free', 'busy', new NoConnectionFree('')],
    ['nobody who waits', 'gone', new Cancelled('')],
  ])('%s › %s', (_, kind, error) => {
    expect(classifyFailure(error)).toBe(kind);
  });

  it.each([
    ['a statement that is no SQL', failure('42601')],
    ['a value that is none', failure('22P02')],
    ['a mistake of ours', new InvariantError('no')],
    ['nothing that is an error', 'no'],
  ])('%s › undefined', (_, error) => {
    expect(classifyFailure(error)).toBeUndefined();
  });
});

describe('unavailable', () => {
  it.each([
    ['lost', 'cannot be reached at present'],
    ['late', 'takes longer than 2.5 s'],
    ['busy', 'is busy with other answers'],
    ['gone', 'was cancelled'],
  ] as const)('%s › 503 with the complexity and a reason', (kind, words) => {
    const error = createUnavailableError(kind, 2500, 7);
    expect([error.status, error.complexity]).toEqual([503, 7]);
    expect(error.message).toContain(words);
  });
});
