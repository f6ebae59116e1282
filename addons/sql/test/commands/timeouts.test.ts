/**
 * Timeouts of `stele serve --from`: combinations under which a slow answer would end with a closed connection are refused at
 * the start.
 */
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../../src/content/errors/index.js';
import { database } from '../../commands/database.js';

const URL = 'postgres://stele@db.example/content';
const DEFAULTS = { schema: 'stele', connections: 10, statementTimeout: 10, poolTimeout: 5 };

const follow = (options: Readonly<Record<string, unknown>>) =>
  database.follow(URL, { ...DEFAULTS, ...options }, false, 5000);

describe('timeouts of a server that answers from a database', () => {
  it('defaults › are accepted', () => {
    expect(follow({ requestTimeout: 30, stallTimeout: 30 })).toBeTypeOf('function');
  });

  it.each([
    ['--statement-timeout too long', { statementTimeout: 30, stallTimeout: 30 }],
    ['--pool-timeout too long', { poolTimeout: 25, stallTimeout: 30 }],
    ['--stall-timeout too short', { stallTimeout: 15 }],
  ])('%s › refused, naming the three options', (_, options) => {
    expect(() => follow(options)).toThrow(OperationError);
    for (const option of ['--statement-timeout', '--pool-timeout', '--stall-timeout']) {
      expect(() => follow(options)).toThrow(option);
    }
  });

  it('an answer that may take a little less than the stall timeout › accepted', () => {
    expect(follow({ statementTimeout: 24.9, poolTimeout: 5, stallTimeout: 30 })).toBeTypeOf('function');
  });

  it('--request-timeout shorter than an answer › accepted: it only limits the arrival of a request', () => {
    expect(follow({ requestTimeout: 1, stallTimeout: 30 })).toBeTypeOf('function');
  });
});
