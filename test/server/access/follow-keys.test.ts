/**
 * The file of keys, followed by a server that runs, alone and as several.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { type FollowKeysOptions, followKeys } from '../../../src/server/access/follow-keys.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type KeysState, serve } from '../../../src/server/index.js';
import { addKey, readKeys, revokeKey } from '../../../src/server/keys/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { send } from '../../../testing/server/client.js';

const newFolder = temporaryFolders();

/** With a watch that tells only when the test says so. */
async function following(overrides: Partial<FollowKeysOptions> = {}) {
  const path = join(newFolder(), 'access.json');
  await addKey(path, { name: 'one', spaces: ['*'] });
  const { lines, logger } = capturingLogger('info');
  const states: KeysState[] = [];
  let hear = (): void => undefined;
  const follower = await followKeys({
    path,
    pollMs: 0,
    onState: (state) => states.push(state),
    logger,
    watch: (_, onChange) => {
      hear = onChange;
      return { active: () => true, stop: () => undefined };
    },
    ...overrides,
  });
  onTestFinished(() => follower.stop());
  return { path, follower, states, hear: () => hear(), told: () => lines.map((line) => JSON.parse(line)) };
}

const namesOf = (state: KeysState | undefined): readonly string[] => state?.keys.map(({ name }) => name) ?? [];

describe('followKeys', () => {
  it('a change in the watched folder › applies, and is logged without a secret', async () => {
    const { path, states, hear, told } = await following();
    const secret = await addKey(path, { name: 'two', spaces: ['*'] });
    await revokeKey(path, 'one');
    hear();
    await expect.poll(() => namesOf(states.at(-1))).toEqual(['two']);
    expect(told()).toMatchObject([{ added: ['two'], revoked: ['one'], keys: 1 }]);
    expect(JSON.stringify(told())).not.toContain(secret.slice(6));
  });

  it('the same file again › logs nothing', async () => {
    const { follower, states, told } = await following();
    await follower.look();
    await follower.look();
    expect([states, told()]).toEqual([[], []]);
  });

  it('a file that becomes unusable, or is removed › earlier keys still apply, logged once; logged again when it is usable', async () => {
    const { path, follower, states, told } = await following();
    const before = await readKeys(path);
    writeFileSync(path, '{"keys":');
    await follower.look();
    await follower.look();
    expect(states).toMatchObject([{ keys: before, problem: expect.stringContaining('the earlier keys still apply') }]);
    expect(states[0]?.problem).not.toContain(path);
    rmSync(path);
    await follower.look();
    expect(told()).toMatchObject([
      { reason: expect.stringContaining('not JSON') },
      { reason: expect.stringContaining('no file') },
    ]);
    await addKey(path, { name: 'new', spaces: ['*'] });
    await follower.look();
    expect(states.at(-1)).toMatchObject({ keys: [{ name: 'new' }], problem: null });
  });

  it('after stop › a read in progress changes nothing', async () => {
    for (const text of ['{"keys":[]}', '{"keys":']) {
      const { path, follower, states, told } = await following();
      writeFileSync(path, text);
      const looking = follower.look();
      follower.stop();
      await looking;
      expect([states, told()]).toEqual([[], []]);
    }
  });

  it('a failed watch › the next poll reads the file and watches again', async () => {
    let watches = 0;
    let stops = 0;
    const { path, follower, states } = await following({
      pollMs: 5,
      watch: () => {
        watches += 1;
        const isActive = watches > 1;
        return {
          active: () => isActive,
          stop: () => {
            stops += 1;
          },
        };
      },
    });
    await expect.poll(() => watches).toBe(2);
    await addKey(path, { name: 'two', spaces: ['*'] });
    await expect.poll(() => namesOf(states.at(-1))).toEqual(['one', 'two']);
    expect([watches, stops]).toEqual([2, 0]);
    follower.stop();
    expect(stops).toBe(1);
  });

  it('an unusable file at the start › is refused', async () => {
    const { logger } = capturingLogger('info');
    const path = join(newFolder(), 'none.json');
    await expect(followKeys({ path, pollMs: 0, onState: () => undefined, logger })).rejects.toThrow(
      /There is no file of keys/,
    );
  });
});

describe('serve with a file of keys', () => {
  it('a key revoked while the server runs › opens nothing', async () => {
    const [folder, keysFile] = [newFolder(), join(newFolder(), 'access.json')];
    await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
    const [kept, revoked] = [
      await addKey(keysFile, { name: 'kept', spaces: ['*'] }),
      await addKey(keysFile, { name: 'revoked', spaces: ['*'] }),
    ];
    const server = await serve({
      folders: [{ folder }],
      server: { host: '127.0.0.1', port: 0 },
      logger: capturingLogger('silent').logger,
      threads: 1,
      pollMs: 0,
      wait: false,
      load: loadHere,
      keysFile,
    });
    onTestFinished(async () => void (await server.close()));
    const statuses = () =>
      Promise.all(
        [kept, revoked].map(async (secret) => {
          const headers = { authorization: `Bearer ${secret}` };
          return (await send(server.origin, '/delivery/jsonapi/book', { headers })).status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await revokeKey(keysFile, 'revoked');
    await server.look();
    expect(await statuses()).toEqual([200, 401]);
  });
});
