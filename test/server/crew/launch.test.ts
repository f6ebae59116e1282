/**
 * How members are launched: real threads and processes that run small modules of their own, so that each way to end
 * can be had.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { availableCrew, canSharePort, limitsOf, processesOf, threadsOf } from '../../../src/server/crew/launch.js';
import type { Crew, FromMember, Member } from '../../../src/server/crew/messages.js';
import { temporaryFolders } from '../../support/folder.js';

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
const threads = (): Crew =>
  threadsOf(
    moduleOf(`import { parentPort } from 'node:worker_threads';${ends}
      parentPort.on('message', (message) => act(message, (reply) => parentPort.postMessage(reply)));`),
    4,
  );
const processes = (): Crew =>
  processesOf(
    moduleOf(`${ends}
      process.on('uncaughtException', () => process.exit(1));
      process.on('message', (message) => act(message, (reply) => process.send(reply)));
      process.send({ kind: 'listens' });`),
  );

const launched: { member: Member; end: Promise<string> }[] = [];
afterEach(async () => {
  for (const { member, end } of launched.splice(0)) {
    member.end();
    await end;
  }
});

function launch(crew: Crew) {
  const messages: FromMember[] = [];
  let tell: (reason: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const member = crew.launch(3, { onMessage: (message) => messages.push(message), onEnd: tell });
  launched.push({ member, end });
  return { member, messages, end };
}

describe.each([
  ['threads', threads],
  ['processes', processes],
] as const)('%s', (kind, crewOf) => {
  it('what is said before it listens › arrives, and its answer comes back', async () => {
    const { member, messages } = launch(crewOf());
    member.post({ kind: 'stop' });
    await expect.poll(() => messages, { timeout: 20_000 }).toEqual([{ kind: 'stopped', cut: 4 }]);
    member.post({ kind: 'stop' });
    await expect.poll(() => messages.length).toBe(2);
  });

  it('is known by its thread or its process › and by nothing else', () => {
    const crew = crewOf();
    const { member } = launch(crew);
    expect(crew).toMatchObject({ kind, sharesMemory: kind === 'threads' });
    expect([typeof member.threadId, typeof member.pid]).toEqual(
      kind === 'threads' ? ['number', 'undefined'] : ['undefined', 'number'],
    );
  });

  it('one that exits › its code is told', async () => {
    const { member, end } = launch(crewOf());
    member.post({ kind: 'read', ask: 1 });
    expect(await end).toBe('ended with 7');
  });

  it('one that throws › a thread tells what, a process only that it ended', async () => {
    const { member, end } = launch(crewOf());
    member.post({ kind: 'read', ask: 2 });
    expect(await end).toMatch(kind === 'threads' ? /thrown on purpose\n.*member\.mjs/ : /^ended with 1$/);
  });

  it('one that is ended › is gone at once, and what is said to it then does no harm', async () => {
    const { member, end } = launch(crewOf());
    member.end();
    expect(await end).toMatch(kind === 'threads' ? /^ended with [01]$/ : /^ended with SIGKILL$/);
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

describe('availableCrew', () => {
  it('threads where this Node can share a port between them, otherwise processes', () => {
    const { kind, sharesMemory } = availableCrew(2);
    expect([kind, sharesMemory]).toEqual(canSharePort() ? ['threads', true] : ['processes', false]);
  });
});

describe('limitsOf', () => {
  it.each([
    [1, 48],
    [4, 12],
    [64, 8],
  ])('%i threads › young objects of %i MB each', (threads, megabytes) => {
    expect(limitsOf(threads)).toEqual({ maxYoungGenerationSizeMb: megabytes });
  });

  it('a thread › is started with them', async () => {
    const entry = moduleOf(`import { parentPort, resourceLimits } from 'node:worker_threads';
      parentPort.once('message', () => parentPort.postMessage({ kind: 'failed', reason: String(resourceLimits.maxYoungGenerationSizeMb) }));`);
    const { member, messages } = launch(threadsOf(entry, 4));
    member.post({ kind: 'stop' });
    await expect.poll(() => messages).toEqual([{ kind: 'failed', reason: '12' }]);
  });
});
