/**
 * How members are launched: real threads that run small modules of their own, so that each way to end
 * can be had.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { computeYoungBytes } from '../../../src/server/memory/budget.js';
import { canSharePort, checkThreads, computeLimits, createLaunch } from '../../../src/server/threads/launch.js';
import type { FromMember, Launch, Member } from '../../../src/server/threads/messages.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

function moduleOf(text: string): URL {
  const file = join(newFolder(), 'member.mjs');
  writeFileSync(file, text);
  return pathToFileURL(file);
}

/** What a member does with what it hears: it ends as it is told, and says how many it had to cut. */
const ends = `
  const act = (message, post) => {
    if (message.kind === 'stop') post({ kind: 'stopped', cut: 4 });
    if (message.kind === 'read' && message.ask === 1) process.exit(7);
    if (message.kind === 'read' && message.ask === 2) throw new Error('thrown on purpose');
  };`;
const threads = (): Launch =>
  createLaunch(
    moduleOf(`import { parentPort } from 'node:worker_threads';${ends}
      parentPort.on('message', (message) => act(message, (reply) => parentPort.postMessage(reply)));`),
    8 * 2 ** 20,
  );

const running: { member: Member; end: Promise<string> }[] = [];
afterEach(async () => {
  for (const { member, end } of running.splice(0)) {
    member.end();
    await end;
  }
});

function launched(start: Launch) {
  const messages: FromMember[] = [];
  let tell: (reason: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const member = start(3, { onMessage: (message) => messages.push(message), onEnd: tell });
  running.push({ member, end });
  return { member, messages, end };
}

describe('threadsOf', () => {
  it('a message posted before the thread listens › arrives, and its answer comes back', async () => {
    const { member, messages } = launched(threads());
    member.post({ kind: 'stop' });
    await expect.poll(() => messages, { timeout: 20_000 }).toEqual([{ kind: 'stopped', cut: 4 }]);
    member.post({ kind: 'stop' });
    await expect.poll(() => messages.length).toBe(2);
  });

  it('has the id of its thread', () => {
    expect(launched(threads()).member.threadId).toBeGreaterThan(0);
  });

  it('an exit › reports its code', async () => {
    const { member, end } = launched(threads());
    member.post({ kind: 'read', ask: 1 });
    expect(await end).toBe('ended with 7');
  });

  it('an exception › reports its stack', async () => {
    const { member, end } = launched(threads());
    member.post({ kind: 'read', ask: 2 });
    expect(await end).toMatch(/thrown on purpose\n.*member\.mjs/);
  });

  it('an ended thread › is gone at once, and later messages are ignored', async () => {
    const { member, end } = launched(threads());
    member.end();
    expect(await end).toMatch(/^ended with [01]$/);
    member.post({ kind: 'stop' });
    member.end();
  });
});

describe('canSharePort', () => {
  it.each([
    ['20.19.0', 'linux', false],
    ['22.11.0', 'linux', false],
    ['22.12.0', 'linux', true],
    ['23.0.0', 'linux', false],
    ['23.1.0', 'linux', true],
    ['24.0.0', 'linux', true],
    ['24.0.0', 'freebsd', true],
    ['24.0.0', 'darwin', false],
    ['24.0.0', 'win32', false],
    ['24', 'linux', true],
    ['', 'linux', false],
  ] as const)('Node %s on %s › %s', (version, platform, can) => {
    expect(canSharePort(version, platform)).toBe(can);
  });
});

describe('checkThreads', () => {
  it('a platform that shares ports › no error; another › an error with the requirement and advice', () => {
    expect(() => checkThreads('22.12.0', 'linux')).not.toThrow();
    for (const [version, platform] of [
      ['20.19.0', 'linux'],
      ['24.0.0', 'darwin'],
    ] as const) {
      const check = () => checkThreads(version, platform);
      expect(check).toThrow(OperationError);
      expect(check).toThrow(
        `--threads needs Node 22.12 or newer (of 23: 23.1) on Linux, FreeBSD, Solaris or AIX, where threads can share a port; this is Node ${version} on ${platform}. Update Node, or leave --threads out and start one server for each processor, each on its own port, behind a load balancer.`,
      );
    }
  });
});

describe('limitsOf', () => {
  it.each([
    [1, 48],
    [4, 12],
    [64, 8],
  ])('%i threads › young generations of %i MB each', (threads, megabytes) => {
    expect(computeLimits(computeYoungBytes(threads))).toEqual({ maxYoungGenerationSizeMb: megabytes });
  });

  it('a thread › is started with the limits', async () => {
    const entry = moduleOf(`import { parentPort, resourceLimits } from 'node:worker_threads';
      parentPort.once('message', () => parentPort.postMessage({ kind: 'failed', reason: String(resourceLimits.maxYoungGenerationSizeMb) }));`);
    const { member, messages } = launched(createLaunch(entry, 12 * 2 ** 20));
    member.post({ kind: 'stop' });
    await expect.poll(() => messages).toEqual([{ kind: 'failed', reason: '12' }]);
  });
});
