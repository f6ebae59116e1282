/**
 * Connections with TLS to a real server: a server without TLS, an expired certificate, and a role without rights get advice.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isThere } from '../../../testing/is-there.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../testing/postgres/server.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const hasOpenssl = (): boolean => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return isThere(false, 'openssl is not installed, so certificates are not tried.');
  }
};

/** @returns a free port of this machine */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

describe.runIf(hasPostgres('messages about TLS and rights') && hasOpenssl())(
  'stele load › a failing connection',
  () => {
    const newFolder = temporaryFolders();
    let server: PostgresServer | undefined;
    afterEach(() => server?.remove());

    const load = async (url: string): Promise<string> => {
      const from = writeFiles(join(newFolder(), 'export'), shelf);
      const { code, stderr } = await stele(['load', from, '--to', url, '--temp', newFolder()]);
      expect(code).toBe(1);
      return stderr;
    };

    /** @param days until the certificate expires; negative: it has expired */
    function certificate(days: number): readonly string[] {
      const folder = newFolder();
      const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')];
      const request = join(folder, 'server.csr');
      const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
      openssl(
        'req',
        '-new',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        request,
        '-subj',
        '/CN=127.0.0.1',
      );
      openssl('x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-out', cert);
      chmodSync(folder, 0o755);
      chmodSync(key, 0o600);
      if (process.getuid?.() === 0) {
        const id = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
        chownSync(key, id('-u'), id('-g'));
      }
      return ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`];
    }

    it('a server without TLS › says how to turn it on, or to leave it out', async () => {
      const port = await freePort();
      server = await startPostgres(undefined, [], port);
      const message = await load(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=require`);
      expect(message).toContain('The server does not offer TLS');
      expect(message).toContain('sslmode=disable');
    });

    it.each([
      [-1, 'The certificate of the server has expired'],
      [1, 'NODE_EXTRA_CA_CERTS'],
    ])('a self-signed certificate that expires in %i days › names its fault and the remedy', async (days, advice) => {
      const port = await freePort();
      server = await startPostgres(undefined, certificate(days), port);
      const message = await load(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=verify-full`);
      expect(message).toContain(advice);
    });

    it('a role without rights › names the database and the role', async () => {
      server = await startPostgres();
      server.sql('CREATE ROLE guest LOGIN');
      const message = await load(server.url('postgres', 'guest'));
      expect(message).toContain('GRANT CREATE ON DATABASE "postgres" TO "guest"');
      expect(message).not.toContain('reading book');
    });
  },
);
