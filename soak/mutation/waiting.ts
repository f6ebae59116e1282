/**
 * What the tests wait with: `expect.poll`, `vi.waitUntil` and timers that a test moves on. Vitest's own need its runner;
 * what they watch a function with does not.
 */
import { mock } from 'node:test';
import { expect as vitestExpect, vi as vitestVi } from 'vitest';

type Matcher = (...expected: unknown[]) => unknown;
interface Patience {
  readonly timeout?: number;
  readonly interval?: number;
}

// A test may replace the global ones.
const { setTimeout: after, setImmediate: soon } = globalThis;
const pause = (ms: number): Promise<void> => new Promise((resolve) => after(resolve, ms));

/** Tries until it does not throw, or until its time is up. @throws what it threw last */
async function patiently<T>(attempt: () => T | Promise<T>, { timeout = 1_000, interval = 10 }: Patience): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= end) throw error;
      await pause(interval);
    }
  }
}

/** Every matcher of vitest, each asked again and again with what is seen then. */
const poll = (see: () => unknown, patience: Patience = {}): unknown =>
  new Proxy(
    {},
    {
      get:
        (_, matcher): Matcher =>
        (...expected) =>
          patiently(async () => {
            const seen = vitestExpect(await see());
            await Reflect.apply(Reflect.get(seen, matcher), seen, expected);
          }, patience),
    },
  );

export const expect = new Proxy(vitestExpect, {
  get: (target, member) => (member === 'poll' ? poll : Reflect.get(target, member)),
});

export const vi = {
  waitUntil: (isSo: () => unknown, patience: Patience = {}): Promise<void> =>
    patiently(async () => {
      if (!(await isSo())) throw new Error('what was waited for did not happen in time');
    }, patience),
  useFakeTimers: ({ toFake }: { readonly toFake: readonly string[] }): void =>
    mock.timers.enable({ apis: [toFake.includes('setInterval') ? 'setInterval' : 'setTimeout'] }),
  advanceTimersByTime: (ms: number): void => mock.timers.tick(ms),
  /** Turns of the event loop on either side: what waits for one another gets to its timers, and on from there. */
  advanceTimersByTimeAsync: async (ms: number): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => soon(resolve));
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => soon(resolve));
  },
  useRealTimers: (): void => mock.timers.reset(),
  spyOn: vitestVi.spyOn,
};
