import { describe, expect, it } from 'vitest';
import { SharedWork } from '../../../src/server/deliver/shared-work.js';

/** Work that is ended by hand, as often as it is begun. */
function work() {
  const begun: { readonly stopped: AbortSignal; readonly end: (result: string) => void }[] = [];
  const make = (stopped: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      begun.push({ stopped, end: resolve });
    });
  return { begun, make };
}

describe('SharedWork', () => {
  it('the same key meanwhile › shares the work; afterwards it starts again', async () => {
    const { begun, make } = work();
    const underWay = new SharedWork<string>();
    const never = new AbortController().signal;
    const asked = [underWay.join('a', never, make), underWay.join('a', never, make), underWay.join('b', never, make)];
    expect(begun).toHaveLength(2);
    begun[0]?.end('first');
    begun[1]?.end('other');
    expect(await Promise.all(asked)).toEqual(['first', 'first', 'other']);
    const again = underWay.join('a', never, make);
    begun[2]?.end('second');
    expect(await again).toBe('second');
  });

  it('closed callers › the work is aborted when none waits, and starts again for the next one', () => {
    const { begun, make } = work();
    const underWay = new SharedWork<string>();
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
    void underWay.join('a', one.signal, make);
    void underWay.join('a', two.signal, make);
    one.abort();
    expect(begun[0]?.stopped.aborted).toBe(false);
    two.abort();
    expect(begun[0]?.stopped.aborted).toBe(true);
    void underWay.join('a', three.signal, make);
    expect(begun[1]?.stopped.aborted).toBe(false);
  });

  it('a caller that is closed already › the work is aborted at once', () => {
    const { begun, make } = work();
    void new SharedWork<string>().join('a', AbortSignal.abort(), make);
    expect(begun[0]?.stopped.aborted).toBe(true);
  });

  it('failed work › rejects for all callers, and starts again for the next one', async () => {
    const underWay = new SharedWork<string>();
    const never = new AbortController().signal;
    const fail = (): Promise<string> => Promise.reject(new Error('no'));
    const asked = [underWay.join('a', never, fail), underWay.join('a', never, fail)];
    for (const one of asked) await expect(one).rejects.toThrow('no');
    expect(await underWay.join('a', never, async () => 'yes')).toBe('yes');
  });
});
