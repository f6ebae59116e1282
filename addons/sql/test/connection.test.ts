/**
 * Addresses of databases, and advice for their failures, without a server.
 */
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { formatAddress } from '../connection/address.js';
import { explainDatabaseFailure } from '../connection/failure.js';
import { isDatabaseUrl, parseAddress } from '../index.js';
import { explainMissingTrigrams } from '../load/trigram-extension.js';

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('parseAddress', () => {
  it.each([
    ['postgres://me@db.example:5433/content', 'db.example:5433, database content'],
    ['postgresql://db.example/a%20b', 'db.example:5432, database a b'],
    ['postgres://me@/content?host=%2Fvar%2Frun%2Fpostgresql', '/var/run/postgresql:5432, database content'],
    ['postgres://[::1]/x', '::1:5432, database x'],
  ])('%s › only server and database are printed', (url, shown) => {
    expect(isDatabaseUrl(url)).toBe(true);
    expect(formatAddress(parseAddress(url))).toBe(shown);
  });

  it.each(['postgres://me:geheim@db/x', 'postgres://db/x?password=geheim', 'postgres://me:geheim@/x?host=/run'])(
    '%s › a password is refused and not repeated',
    (url) => {
      expect(() => parseAddress(url)).toThrow('put it into the environment variable PGPASSWORD or into ~/.pgpass');
      expect(() => parseAddress(url)).not.toThrow('geheim');
    },
  );

  it('an invalid URL › is not repeated', () => {
    expect(() => parseAddress('postgres://me:geheim@[/x')).toThrow('cannot be read');
    expect(() => parseAddress('postgres://me:geheim@[/x')).not.toThrow('geheim');
    expect(() => parseAddress('./snapshots')).toThrow('postgres://<user>@<host>:<port>/<database>');
  });

  it.each([
    ['load', 'x', '--to'],
    ['serve', '--from'],
  ])('stele %s › does not repeat a password', async (...command) => {
    const { code, stdout, stderr } = await stele([...command, 'postgres://me:geheim@db/x']);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('PGPASSWORD');
    expect(stdout + stderr).not.toContain('geheim');
  });
});

describe('explainDatabaseFailure', () => {
  const address = parseAddress('postgres://me@db/x');

  it.each([
    ['53100', 'could not extend file: No space left on device', "The server's disk is full."],
    [
      '08006',
      'connection to the remote node failed',
      'A server of the cluster does not answer the one that was asked.',
    ],
    ['53300', 'sorry, too many clients already', 'The server has too many connections. Give fewer with --connections'],
    [
      '25006',
      'cannot execute CREATE SCHEMA in a read-only transaction',
      'The server only reads; it may be a replica. Give the URL of its primary.',
    ],
    ['XX999', 'something new', 'Look into the log of the server.'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', 'There is no host of that name.'],
  ])('%s › the message of the server, and advice', (code, message, advice) => {
    const explained = explainDatabaseFailure(failure(code, message), 'load', address);
    expect(explained).toBeInstanceOf(OperationError);
    expect(String(explained)).toContain(`cannot load at db:5432, database x: ${message}. ${advice}`);
  });

  it('an error without a database cause › is unchanged', () => {
    const error = new TypeError('a bug');
    expect(explainDatabaseFailure(error, 'load', address)).toBe(error);
  });
});

describe('explainNoTrigrams', () => {
  it.each([
    ['0A000', "Install PostgreSQL's contrib package"],
    ['42501', 'Have the owner of the database do it'],
  ])('%s › names the role and the command', (code, advice) => {
    expect(String(explainMissingTrigrams(failure(code, 'no')))).toContain(advice);
  });

  it('another error › is unchanged', () => {
    const error = failure('53100', 'full');
    expect(explainMissingTrigrams(error)).toBe(error);
  });
});
