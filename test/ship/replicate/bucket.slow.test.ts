/**
 * Pushing to a bucket and pulling from it, with a server that verifies every signature.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTarget, parseAddress, type Target } from '../../../src/ship/replicate/index.js';
import { createContent } from '../../../src/ship/replicate/push/send.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { BUCKET, type BucketServer, CREDENTIALS, hasBucketServer, startBucket } from './bucket.js';
import { targetContract } from './targets.js';

const newFolder = temporaryFolders();
const servers: BucketServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function newServer(): Promise<BucketServer> {
  const server = await startBucket(newFolder());
  servers.push(server);
  return server;
}

const open = (server: BucketServer, env: Readonly<Record<string, string>>, prefix = 'a folder/content'): Target =>
  openTarget(parseAddress(`s3://${BUCKET}/${prefix}`), {
    files: new MemoryDisk(),
    env: { HOME: '/nowhere', AWS_ENDPOINT_URL_S3: server.endpoint, ...env },
  });

if (hasBucketServer) {
  targetContract('a bucket', async () => open(await newServer(), CREDENTIALS));

  describe('a bucket', () => {
    const { signal } = new AbortController();

    it('a listing › has paths below the address, lengths and times; a removed file is gone', async () => {
      const server = await newServer();
      const target = open(server, CREDENTIALS);
      await target.put('segments/a b.segment', createContent(Buffer.from('four')), signal);
      const [storedFile, ...others] = (await target.list?.('segments/', signal)) ?? [];
      expect(others).toEqual([]);
      expect(storedFile).toMatchObject({ path: 'segments/a b.segment', byteLength: 4 });
      expect(Math.abs((storedFile?.modifiedMs ?? 0) - Date.now())).toBeLessThan(60_000);
      await target.remove?.('segments/a b.segment', signal);
      expect(await target.list?.('', signal)).toEqual([]);
    });

    it('a wrong secret › refused, and the secret is in no message and in no request', async () => {
      const server = await newServer();
      const target = open(server, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'guessed-wrongly' });
      await expect(target.lengthOf('CURRENT', signal)).rejects.toThrow(
        /answered with status 403; check the credentials and their rights/,
      );
      expect(server.requests).toHaveLength(1);
      expect(JSON.stringify(server.requests)).toMatch(/AWS4-HMAC-SHA256 Credential=S3RVER/);
      expect(JSON.stringify(server.requests)).not.toContain('guessed-wrongly');
    });

    it('credentials in the usual files › the profile that AWS_PROFILE names', async () => {
      const server = await newServer();
      const home = newFolder();
      mkdirSync(join(home, '.aws'));
      writeFileSync(
        join(home, '.aws', 'credentials'),
        '[default]\naws_access_key_id = no\naws_secret_access_key = no\n\n[stele]\naws_access_key_id = S3RVER\naws_secret_access_key=S3RVER\n',
      );
      writeFileSync(
        join(home, '.aws', 'config'),
        `[profile stele]\nregion = eu-central-1\nendpoint_url = ${server.endpoint}\n`,
      );
      const target = openTarget(parseAddress(`s3://${BUCKET}`), {
        files: new MemoryDisk(),
        env: { HOME: home, AWS_PROFILE: 'stele' },
      });
      expect(await target.lengthOf('CURRENT', signal)).toBeUndefined();
      expect(server.requests[0]?.authorization).toContain('/eu-central-1/s3/aws4_request');
    });
  });
}

describe('an address of a bucket', () => {
  it('no credentials › the message lists the places for them', () => {
    const opening = () =>
      openTarget(parseAddress('s3://content/a'), { files: new MemoryDisk(), env: { HOME: '/nowhere' } });
    expect(opening).toThrow(
      /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into ~\/\.aws\/credentials/,
    );
  });

  it('at AWS › uses the host of the bucket; if its name has dots, a path', () => {
    const env = { HOME: '/nowhere', AWS_REGION: 'eu-central-1', ...CREDENTIALS };
    for (const text of ['s3://content/a/b', 's3://content.example/a/b']) {
      expect(openTarget(parseAddress(text), { files: new MemoryDisk(), env }).name).toBe(`${text}/`);
    }
  });
});
