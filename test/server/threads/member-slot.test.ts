/**
 * One place for a thread: which answers of its member settle what, and what becomes of the rest.
 */
import { describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import type { SnapshotBytes } from '../../../src/index/snapshot/index.js';
import { LoadRefused } from '../../../src/server/follow/load-failure.js';
import type { Readings } from '../../../src/server/metrics/readings.js';
import { MemberSlot } from '../../../src/server/threads/member-slot.js';
import type { Launch, MemberEvents, ToMember } from '../../../src/server/threads/messages.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';

const idOf = (digit: string): SnapshotId => snapshotId(digit.repeat(64))!;
const [first, second] = [idOf('a'), idOf('b')];
const bytesOf = (id: SnapshotId): SnapshotBytes => ({ id, manifest: new Uint8Array(), segments: [] });
const failure = { detail: 'no', reason: 'no room', isLasting: true };
const ready = { kind: 'ready', origin: 'http://x', roots: ['r'] } as const;

interface Launched extends MemberEvents {
  readonly told: ToMember[];
  ended: number;
}

function slotOf() {
  const launched: Launched[] = [];
  const launch: Launch = (_, events) => {
    const member: Launched = { ...events, told: [], ended: 0 };
    launched.push(member);
    return {
      threadId: launched.length,
      post: (message) => member.told.push(message),
      end: () => {
        member.ended += 1;
      },
    };
  };
  const { lines, logger } = capturingLogger('info');
  const happened: string[] = [];
  const slot = new MemberSlot({
    thread: 3,
    launch,
    startMessage: () => ({ kind: 'stop' }),
    onChange: () => happened.push('change'),
    onReady: () => happened.push('ready'),
    onGone: (threadId) => happened.push(`gone ${threadId}`),
    readAll: async () => [],
    logger,
  });
  const told = (kind: ToMember['kind'], at = 0) => launched[at]?.told.filter((message) => message.kind === kind) ?? [];
  return { slot, launched, happened, told, lines: () => lines.map((line) => JSON.parse(line)) };
}

/** What has become of a promise by now. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  const pending = Symbol('pending');
  const settled = promise.catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  const found = await Promise.race([settled, pending]);
  return found === pending ? 'pending' : found;
}

describe('a slot', () => {
  it('before its member is ready › starting; then serving, with onReady and onChange', async () => {
    const { slot, launched, happened } = slotOf();
    expect(slot.state).toEqual({ thread: 3, state: 'starting', restarts: 0 });
    slot.post({ kind: 'read', ask: 1 });
    expect(launched[0]?.told).toEqual([{ kind: 'stop' }]);
    launched[0]?.onMessage(ready);
    expect(slot.state.state).toBe('serving');
    expect(happened).toEqual(['ready', 'change']);
    expect(await slot.ready).toMatchObject({ origin: 'http://x' });
    slot.post({ kind: 'read', ask: 1 });
    expect(launched[0]?.told).toHaveLength(2);
  });

  it('a member that ends before it is ready › is not replaced, and ready rejects with the reason', async () => {
    const { slot, launched, happened } = slotOf();
    launched[0]?.onMessage({ kind: 'failed', reason: 'no such address' });
    expect(launched[0]?.ended).toBe(1);
    launched[0]?.onEnd('ended with 1');
    await expect(slot.ready).rejects.toThrow(OperationError);
    await expect(slot.ready).rejects.toThrow('no such address');
    expect(happened).toEqual(['gone 1']);
    expect(slot.state).toEqual({ thread: 3, state: 'stopping', restarts: 0 });
    expect(launched).toHaveLength(1);
  });

  it('a member that dies while it serves › is replaced at once, and the reason is logged', async () => {
    const { slot, launched, happened, lines } = slotOf();
    launched[0]?.onMessage(ready);
    launched[0]?.onEnd('ended with 7');
    expect(slot.state).toMatchObject({ state: 'starting', restarts: 1 });
    expect(happened.slice(2)).toEqual(['gone 1', 'change']);
    expect(lines()).toMatchObject([
      { thread: 3, reason: 'ended with 7', afterMs: 0, msg: 'a thread died and is being replaced' },
    ]);
    await expect.poll(() => launched.length).toBe(2);
  });
});

describe('blocks that a member cannot read', () => {
  it('unreadable blocks › the last number per space; 0 after the member has died', () => {
    const { slot, launched, happened } = slotOf();
    launched[0]?.onMessage(ready);
    expect(slot.unreadableBlocks(1)).toBe(0);
    launched[0]?.onMessage({ kind: 'unreadable', space: 1, blocks: 2 });
    launched[0]?.onMessage({ kind: 'unreadable', space: 1, blocks: 3 });
    expect([slot.unreadableBlocks(0), slot.unreadableBlocks(1)]).toEqual([0, 3]);
    expect(happened).toEqual(['ready', 'change', 'change', 'change']);
    launched[0]?.onEnd('ended with 7');
    expect(slot.unreadableBlocks(1)).toBe(0);
  });
});

describe('switching', () => {
  it('each answer › settles only the swaps of that space and snapshot', async () => {
    const { slot, launched, told } = slotOf();
    launched[0]?.onMessage(ready);
    const waiting = [
      slot.switchTo(0, bytesOf(first)),
      slot.switchTo(0, bytesOf(second)),
      slot.switchTo(1, bytesOf(first)),
    ];
    expect(told('switch')).toHaveLength(3);
    launched[0]?.onMessage({ kind: 'switched', space: 1, id: second });
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['pending', 'pending', 'pending']);
    launched[0]?.onMessage({ kind: 'switched', space: 0, id: second });
    expect(await Promise.all(waiting.map(stateOf))).toEqual(['pending', undefined, 'pending']);
    launched[0]?.onMessage({ kind: 'refused', space: 1, id: first, failure });
    const [, , third] = await Promise.all(waiting.map(stateOf));
    expect(third).toBeInstanceOf(LoadRefused);
    launched[0]?.onEnd('ended with 7');
    expect(await Promise.all(waiting.map(stateOf))).toEqual([undefined, undefined, third]);
  });

  it('a member that does not serve yet › gets no message, and the swap resolves', async () => {
    const { slot, told } = slotOf();
    expect(await stateOf(slot.switchTo(0, bytesOf(first)))).toBeUndefined();
    expect(told('switch')).toEqual([]);
  });
});

describe('reading', () => {
  const readings = (shed: number): Readings => ({
    status: 'ok',
    requests: { byStatusClass: [], durations: {}, bodyBytes: 0, byRoute: {} },
    inFlight: 0,
    waitingBytes: 0,
    connections: 0,
    shed,
    deferred: 0,
    deferredSeconds: 0,
    blocks: { read: 0, hits: 0, evictions: 0, bytes: 0 },
    access: undefined,
    spaces: [],
  });

  it('two at once › each gets its own answer; an answer without a question is ignored', async () => {
    const { slot, launched, told } = slotOf();
    expect(await slot.read()).toBeUndefined();
    launched[0]?.onMessage(ready);
    const [one, two] = [slot.read(), slot.read()];
    const asks = told('read').map((message) => ('ask' in message ? message.ask : 0));
    expect(new Set(asks).size).toBe(2);
    launched[0]?.onMessage({ kind: 'readings', ask: 99, readings: readings(99) });
    launched[0]?.onMessage({ kind: 'readings', ask: asks[1]!, readings: readings(2) });
    launched[0]?.onMessage({ kind: 'readings', ask: asks[0]!, readings: readings(1) });
    expect([(await one)?.shed, (await two)?.shed]).toEqual([1, 2]);
    launched[0]?.onMessage({ kind: 'readings', ask: asks[0]!, readings: readings(3) });
  });
});

describe('stopping', () => {
  it('a serving member › gets the message, is ended once it has stopped, and reports the cut responses', async () => {
    const { slot, launched, told } = slotOf();
    launched[0]?.onMessage(ready);
    const before = told('stop').length;
    const stopping = slot.stop(1000);
    expect(slot.state.state).toBe('stopping');
    expect(told('stop').length).toBe(before + 1);
    launched[0]?.onMessage(ready);
    expect(slot.state.state).toBe('stopping');
    launched[0]?.onMessage({ kind: 'stopped', cut: 5 });
    expect(await stopping).toBe(5);
    expect(launched[0]?.ended).toBe(1);
    // Said again, or ended then: nothing waits for it any more.
    launched[0]?.onMessage({ kind: 'stopped', cut: 6 });
    launched[0]?.onEnd('ended with 0');
    expect(launched).toHaveLength(1);
  });

  it.each(['dies', 'hangs'])(
    'a member that %s instead › counts as one cut response, and the log says why',
    async (how) => {
      const { slot, launched, lines } = slotOf();
      launched[0]?.onMessage(ready);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const stopping = slot.stop(1000);
        if (how === 'dies') launched[0]?.onEnd('ended with 9');
        else await vi.advanceTimersByTimeAsync(1000);
        expect(await stopping).toBe(1);
      } finally {
        vi.useRealTimers();
      }
      const reason = how === 'dies' ? 'ended with 9' : 'did not end in time';
      expect(lines()).toMatchObject([{ thread: 3, reason, msg: expect.stringContaining('had to stop') }]);
    },
  );

  it('a member that is not ready › is ended at once, with 0 cut responses', async () => {
    const { slot, launched } = slotOf();
    expect(await slot.stop(1000)).toBe(0);
    expect(launched[0]?.ended).toBe(1);
  });
});
