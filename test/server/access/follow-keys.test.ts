/**
 * The file of keys, followed by a server that runs, alone and as several.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addKey, readKeys, revokeKey } from '../../../src/access/index.js';
import { followKeys } from '../../../src/server/access/follow-keys.js';
import type { KeysState } from '../../../src/server/index.js';
import { capturingLogger } from '../../support/capturing-logger.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

/** With a watch that tells only when the test says so. */
async function following() {
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
  });
  onTestFinished(() => follower.stop());
  return { path, follower, states, hear: () => hear(), told: () => lines.map((line) => JSON.parse(line)) };
}

const namesOf = (state: KeysState | undefined): readonly string[] => state?.keys.map(({ name }) => name) ?? [];

describe('followKeys', () => {
  it('a change that the watch tells of › counts, and is told without a secret', async () => {
    const { path, states, hear, told } = await following();
    const secret = await addKey(path, { name: 'two', spaces: ['*'] });
    await revokeKey(path, 'one');
    hear();
    await expect.poll(() => namesOf(states.at(-1))).toEqual(['two']);
    expect(told()).toMatchObject([{ added: ['two'], revoked: ['one'], keys: 1 }]);
    expect(JSON.stringify(told())).not.toContain(secret.slice(6));
  });

  it('the same file again › nothing is told', async () => {
    const { follower, states, told } = await following();
    await follower.look();
    await follower.look();
    expect([states, told()]).toEqual([[], []]);
  });

  it('a file that breaks, or goes › the keys before it count on, told once; and again when it is whole', async () => {
    const { path, follower, states, told } = await following();
    const before = await readKeys(path);
    writeFileSync(path, '{"keys":');
    await follower.look();
    await follower.look();
    expect(states).toMatchObject([{ keys: before, problem: expect.stringContaining('the earlier keys still count') }]);
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

  it('once it is stopped › what is read then counts no more', async () => {
    const { path, follower, states } = await following();
    writeFileSync(path, '{"keys":[]}');
    const looking = follower.look();
    follower.stop();
    await looking;
    expect(states).toEqual([]);
  });

  it('a file that cannot be used at the start › is refused', async () => {
    const { logger } = capturingLogger('info');
    const path = join(newFolder(), 'none.json');
    await expect(followKeys({ path, pollMs: 0, onState: () => undefined, logger })).rejects.toThrow(
      /There is no file of keys/,
    );
  });
});
