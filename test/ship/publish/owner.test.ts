/**
 * Who holds a lock, and what can be told of a holder: of this process, of another that runs, and of those that cannot be
 * looked at.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  decodeOwner,
  encodeOwner,
  type Owner,
  ownerState,
  releaseToken,
  thisOwner,
} from '../../../src/ship/publish/owner.js';

const onLinux = process.platform === 'linux';

let mine: Owner;
beforeEach(async () => {
  mine = await thisOwner();
});
afterEach(() => releaseToken(mine));

/** Field 22 of the process's line; none of these programs has a bracket in its name. */
const startOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';

describe('thisOwner', () => {
  it('names the host, the process, and a token of its own', async () => {
    const again = await thisOwner();
    releaseToken(again);
    expect(mine).toMatchObject({ host: hostname(), pid: process.pid });
    expect(mine.token).toMatch(/^[0-9a-f]{16}$/);
    expect({ ...again, token: mine.token }).toEqual(mine);
    expect(again.token).not.toBe(mine.token);
  });

  it.runIf(onLinux)('on Linux › names boot, namespace and start time from the system', () => {
    expect(mine).toMatchObject({
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidNamespace: readlinkSync('/proc/self/ns/pid'),
      started: startOf(process.pid),
    });
    expect(mine.started).toMatch(/^\d+$/);
  });
});

describe('stateOf', () => {
  it('a lock of this process › runs until its token is released; without a token it is gone', async () => {
    expect(await ownerState(mine, mine)).toBe('runs');
    expect(await ownerState({ ...mine, token: 'other' }, mine)).toBe('gone');
    releaseToken(mine);
    expect(await ownerState(mine, mine)).toBe('gone');
  });

  it.each<[string, Partial<Owner>, string]>([
    ['another host', { host: 'another' }, 'unknown'],
    ['another host, before its restart', { host: 'another', boot: 'before' }, 'unknown'],
    ['this host before its restart, or another of its name', { boot: 'before' }, 'unknown'],
    ['a container beside this one', { pidNamespace: 'pid:[1]' }, 'unknown'],
  ])('%s › although its process has the number of this process', async (_, changes, state) => {
    expect(await ownerState({ ...mine, ...changes }, mine)).toBe(state);
  });

  it.runIf(onLinux)(
    'the number of this process with another start time › gone, because another process had it',
    async () => {
      expect(await ownerState({ ...mine, started: '1' }, mine)).toBe('gone');
      expect(await ownerState({ ...mine, started: '' }, mine)).toBe('unknown');
    },
  );

  describe.runIf(onLinux)('another process', () => {
    let child: ChildProcess;
    let other: Owner;
    beforeEach(async () => {
      child = spawn('sleep', ['60']);
      await once(child, 'spawn');
      const pid = child.pid ?? 0;
      other = { ...mine, pid, started: startOf(pid), token: 'other' };
    });
    afterEach(() => child.kill('SIGKILL'));

    it('the same start time › runs; another start time › gone; no start time › unknown', async () => {
      expect(await ownerState(other, mine)).toBe('runs');
      expect(await ownerState({ ...other, started: mine.started }, mine)).toBe('gone');
      expect(await ownerState({ ...other, started: '' }, mine)).toBe('unknown');
    });

    it('an ended process › gone', async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      expect(await ownerState(other, mine)).toBe('gone');
    });
  });
});

describe('decodeOwner', () => {
  it('an encoded owner › is one line of JSON and a heartbeat byte, and decodes to the same owner', () => {
    expect(Buffer.from(encodeOwner(mine)).toString()).toBe(`${JSON.stringify(mine)}\n0`);
    expect(decodeOwner(Buffer.from(`${JSON.stringify(mine)}\n7`))).toEqual(mine);
    expect(decodeOwner(Buffer.from(JSON.stringify({ ...mine, more: 1 })))).toEqual(mine);
  });

  const members = ['host', 'boot', 'pidNamespace', 'started', 'token', 'pid'] as const;
  it.each(members.flatMap((member) => [null, true, [], undefined].map((value) => [member, value] as const)))(
    'a %s that is %j › is not an owner',
    (member, value) => {
      expect(decodeOwner(Buffer.from(JSON.stringify({ ...mine, [member]: value })))).toBeUndefined();
    },
  );
});
