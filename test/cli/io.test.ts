import { afterEach, describe, expect, it } from 'vitest';
import { untilSignal } from '../../src/cli/io.js';

const signals = ['SIGTERM', 'SIGINT'] as const;
const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
/** Those that came since this file was loaded. */
const added = (signal: (typeof signals)[number]) =>
  process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));

afterEach(() => {
  for (const signal of signals) for (const listener of added(signal)) process.off(signal, listener);
});

describe('untilSignal', () => {
  it.each(signals)('%s › resolves, and a second signal has no listener', async (signal) => {
    const waiting = untilSignal();
    expect(signals.map((each) => added(each).length)).toEqual([1, 1]);
    added(signal)[0]?.(signal);
    expect(await waiting).toBe(signal);
    expect(signals.map((each) => added(each).length)).toEqual([0, 0]);
  });
});
