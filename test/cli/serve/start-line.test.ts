/**
 * The first line of a server's log: what it was told, and nothing that somebody could use.
 */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { logStart } from '../../../src/cli/serve/start-line.js';
import { PUBLIC_KEY_PREFIX, readPublicKeys } from '../../../src/ship/trust/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';

const told = (options: object) => {
  const { lines, logger } = capturingLogger('info');
  logStart(logger, options);
  expect(lines).toHaveLength(1);
  return { line: lines[0] ?? '', ...JSON.parse(lines[0] ?? '') };
};

describe('logStart', () => {
  it('options › are logged with versions and the names of trusted keys', () => {
    const raw = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
    const keys = readPublicKeys(`${PUBLIC_KEY_PREFIX}${Buffer.from(raw, 'base64url').toString('base64')}`);
    const { version, node, options, trusted, msg } = told({
      port: 8080,
      host: '::',
      keys: '/etc/keys',
      trust: [keys[0]?.text],
    });
    expect({ version, node, msg }).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      msg: 'the server starts',
    });
    expect(options).toEqual({ port: 8080, host: '::', keys: '/etc/keys' });
    expect(trusted).toEqual([keys[0]?.name]);
  });

  it.each([
    [
      'a database',
      { from: 'postgres://reader:secret@db.example/content?password=secret' },
      'postgres://db.example/content',
    ],
    ['a database on several hosts', { from: 'postgres://reader:secret@a:1,b:2/content' }, 'postgres://…'],
    [
      'an origin',
      { follow: [{ space: 'shop', address: 'https://u:secret@o.example/s?token=secret' }] },
      'https://o.example/s',
    ],
  ])('%s › without user, password and parameters', (_what, options, shown) => {
    const { line, trusted } = told(options);
    expect(line).not.toContain('secret');
    expect(line).toContain(`"${shown}"`);
    expect(trusted).toEqual([]);
  });
});
