/**
 * Members that only pretend: they say what a test wants them to, and keep what they were told.
 */
import type { SnapshotId } from '../../../src/content/model/index.js';
import type { LoadFailure } from '../../../src/server/follow/load-failure.js';
import type { Readings } from '../../../src/server/metrics/readings.js';
import type { Launch, MemberEvents, ToMember } from '../../../src/server/threads/messages.js';

/** One that was launched: what it was told, and what it does about it. */
export interface Pretender extends MemberEvents {
  readonly thread: number;
  readonly told: ToMember[];
  served: SnapshotId | undefined;
  ended: boolean;
}

export interface Behaviour {
  /** What a member says to its start; absent: ready. */
  readonly onStart?: (member: Pretender, launched: number) => void;
  /** Why it does not switch. */
  readonly refuses?: (member: Pretender) => LoadFailure | 'dies' | undefined;
  /** What it does when it is told to stop; absent: it stops. */
  readonly onStop?: (member: Pretender) => 'stops' | 'dies' | 'hangs';
  /** What it says of itself when it is asked for readings; absent: nothing. */
  readonly readings?: (member: Pretender) => Readings | undefined;
}

/** Lasting, so that a look that the watch asks for does not try again. */
export const failure: LoadFailure = { detail: 'no', reason: 'no room', isLasting: true };

/** Threads that only pretend. */
export function pretend({ onStart, refuses, onStop, readings }: Behaviour) {
  const launched: Pretender[] = [];
  const ready = (member: Pretender): void =>
    member.onMessage({ kind: 'ready', origin: 'http://x', roots: ['http://x/r'] });
  const answer = (member: Pretender, message: ToMember): void => {
    member.told.push(message);
    switch (message.kind) {
      case 'start': {
        const [space] = message.spaces;
        member.served = space?.bytes?.id;
        if (onStart === undefined) ready(member);
        else onStart(member, launched.length);
        return;
      }
      case 'switch': {
        const { id } = message.bytes;
        const refusal = member.served === id ? undefined : refuses?.(member);
        if (refusal === 'dies') end(member, 'ended with 7');
        else if (refusal !== undefined)
          member.onMessage({ kind: 'refused', space: message.space, id, failure: refusal });
        else {
          member.served = id;
          member.onMessage({ kind: 'switched', space: message.space, id });
        }
        return;
      }
      case 'stop': {
        const how = onStop?.(member) ?? 'stops';
        if (how === 'dies') end(member, 'ended with 7');
        else if (how === 'stops') member.onMessage({ kind: 'stopped', cut: member.thread });
        return;
      }
      case 'read': {
        const told = readings?.(member);
        if (told !== undefined) member.onMessage({ kind: 'readings', ask: message.ask, readings: told });
        return;
      }
      case 'allReadings':
      case 'status':
        return;
    }
  };
  const end = (member: Pretender, reason: string): void => {
    if (member.ended) return;
    member.ended = true;
    member.onEnd(reason);
  };
  const launch: Launch = (thread, events) => {
    const member: Pretender = { ...events, thread, told: [], served: undefined, ended: false };
    launched.push(member);
    return {
      threadId: launched.length,
      post: (message) => setImmediate(() => !member.ended && answer(member, message)),
      end: () => setImmediate(() => end(member, 'ended with 1')),
    };
  };
  return { launch, launched, ready, die: (member: Pretender, reason: string) => end(member, reason) };
}

/** What it was told last of problems, names and threads. */
export const lastStatus = ({ told }: Pretender) => told.findLast((message) => message.kind === 'status');
