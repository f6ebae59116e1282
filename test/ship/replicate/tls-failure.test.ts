/**
 * Failures of TLS: each message says what to do.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOrigin, parseAddress } from '../../../src/ship/replicate/index.js';
import { explainTlsFailure } from '../../../src/ship/replicate/origin/tls-failure.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const url = new URL('https://content.example/snapshots/');

describe('explainTlsFailure', () => {
  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', '', /authority of its certificate is unknown; .* NODE_EXTRA_CA_CERTS=<file>/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', /no known authority has signed .* NODE_EXTRA_CA_CERTS=<file>/],
    ['CERT_HAS_EXPIRED', '', /has expired; renew it on the server, and check this machine's clock/],
    ['CERT_NOT_YET_VALID', '', /not valid yet; check this machine's clock/],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      "Hostname/IP does not match certificate's altnames: Host: content.example. is not in the cert's altnames: DNS:other.example",
      /not for content\.example but for DNS:other\.example; use an address with that name/,
    ],
    ['EPROTO', '', /does not answer with TLS; check the port/],
  ])('%s › names the problem and the remedy', (code, message, expected) => {
    expect(explainTlsFailure(code, url, message)).toMatch(expected);
  });

  it('a code of another layer › undefined', () => {
    expect(explainTlsFailure('ECONNRESET', url, '')).toBeUndefined();
  });
});

const newFolder = temporaryFolders();

describe('an origin with a certificate of its own authority', () => {
  it('a read › fails at once with the advice', async () => {
    const folder = newFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=localhost',
    ];
    execFileSync('openssl', args, { stdio: 'ignore' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const origin = openOrigin(parseAddress(`https://localhost:${port}/`), { files: new MemoryDisk(), env: {} });
    const read = origin.read('CURRENT', { signal: new AbortController().signal });
    await expect(read).rejects.toMatchObject({
      message: expect.stringMatching(/signed by itself; .*NODE_EXTRA_CA_CERTS=<file>.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
      isTemporary: false,
    });
    server.close();
  });
});
