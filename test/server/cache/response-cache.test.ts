import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { Answer } from '../../../src/server/cache/prepared-answer.js';
import { ANSWER_SHARE, ResponseCache } from '../../../src/server/cache/response-cache.js';

const budget = 1_000_000;
/** How many requests a long test makes; fewer where the tests run again and again. */
const requests = (most: number): number => Math.min(most, Number(process.env['STELE_RUNS'] ?? most) * 200);
const answerOf = (byteLength: number): Answer => new Answer(Buffer.alloc(byteLength, 'a'), 'item', 50, []);

/** Asks as the server does. @returns whether it was at hand */
function ask(cache: ResponseCache, key: string, byteLength = 5000): boolean {
  const target = `/root${key}`;
  if (cache.find(target) !== undefined || cache.findCanonical(key, target) !== undefined) return true;
  cache.add(key, target, answerOf(byteLength));
  return false;
}

describe('an added answer', () => {
  it('is found › by its target, and by its canonical request, which indexes another target', () => {
    const cache = new ResponseCache(budget);
    const answer = answerOf(100);
    cache.add('/a?b=%20', '/root/a?b=+', answer);
    expect(cache.find('/root/a?b=+')).toBe(answer);
    expect(cache.find('/root/a?b=%20')).toBeUndefined();
    expect(cache.findCanonical('/a?b=%20', '/root/a?b=%20')).toBe(answer);
    expect(cache.find('/root/a?b=%20')).toBe(answer);
    expect(cache.entries).toBe(1);
  });

  it('with several targets › the last four are indexed, and each counts once', () => {
    const cache = new ResponseCache(budget);
    const answer = answerOf(100);
    cache.add('/a', '/root/a?0', answer);
    const bytes = answer.memoryBytes + '/a'.length;
    expect(cache.bytes).toBe(bytes + '/root/a?0'.length);
    for (const spelling of [1, 1, 1, 2, 3, 3]) cache.findCanonical('/a', `/root/a?${spelling}`);
    const found = (): readonly number[] =>
      [0, 1, 2, 3, 4].filter((place) => cache.find(`/root/a?${place}`) !== undefined);
    expect(found()).toEqual([0, 1, 2, 3]);
    expect(cache.bytes).toBe(bytes + 4 * '/root/a?0'.length);
    cache.findCanonical('/a', '/root/a?4');
    expect(found()).toEqual([1, 2, 3, 4]);
    expect(cache.bytes).toBe(bytes + 4 * '/root/a?0'.length);
  });

  it('another request › is not found', () => {
    const cache = new ResponseCache(budget);
    cache.add('/a', '/root/a', answerOf(100));
    expect(cache.find('/root/b')).toBeUndefined();
    expect(cache.findCanonical('/b', '/root/b')).toBeUndefined();
    expect(cache.find('/root/b')).toBeUndefined();
  });

  it('larger than its share of the budget › is not cached', () => {
    const cache = new ResponseCache(budget);
    cache.add('/large', '/root/large', answerOf(Math.ceil(budget * ANSWER_SHARE)));
    expect(cache.entries).toBe(0);
    expect(cache.find('/root/large')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('that grows beyond its share by a compressed form › is evicted', async () => {
    const cache = new ResponseCache(budget);
    const answer = answerOf(budget * ANSWER_SHARE * 0.9);
    cache.add('/a', '/root/a', answer);
    const before = cache.bytes;
    await answer.compress('gzip', async () => Buffer.alloc(1000));
    cache.updateSize('/a');
    expect(cache.bytes).toBe(answer.memoryBytes + '/a'.length + '/root/a'.length);
    expect(cache.bytes).toBeGreaterThan(before + 1000);
    expect([cache.entries, cache.evictions, cache.find('/root/a')]).toEqual([1, 0, answer]);
    await answer.compress('br', async () => Buffer.alloc(20_000));
    cache.updateSize('/a');
    expect(cache.find('/root/a')).toBeUndefined();
    expect([cache.bytes, cache.entries, cache.evictions]).toEqual([0, 0, 1]);
  });
});

describe('a request whose answer is not cached', () => {
  it('the first time › is only counted; from the second time on it is repeated', () => {
    const cache = new ResponseCache(budget);
    expect([cache.isRepeated('/a'), cache.isRepeated('/a'), cache.isRepeated('/a')]).toEqual([false, true, true]);
    expect(cache.isRepeated('/b')).toBe(false);
    expect(cache.entries).toBe(0);
  });
});

describe('an answer in the main part', () => {
  /** Asks often for one answer, then for others until it has left the window. */
  function kept() {
    const cache = new ResponseCache(budget);
    const answer = answerOf(20_000);
    cache.add('/kept', '/root/kept', answer);
    for (let i = 0; i < 5; i += 1) cache.find('/root/kept');
    for (let i = 0; i < 40; i += 1) ask(cache, `/filler/${i}`);
    return { cache, answer };
  }

  it('that grows › counts its new size, and is found', async () => {
    const { cache, answer } = kept();
    const before = cache.bytes;
    await answer.compress('gzip', async () => Buffer.alloc(9_000));
    cache.updateSize('/kept');
    expect(cache.bytes).toBeGreaterThanOrEqual(before + 9_000);
    expect(cache.find('/root/kept')).toBe(answer);
  });

  it('that grows beyond its share › is evicted', async () => {
    const { cache, answer } = kept();
    const { bytes, entries } = cache;
    await answer.compress('gzip', async () => Buffer.alloc(60_000));
    cache.updateSize('/kept');
    expect(cache.find('/root/kept')).toBeUndefined();
    expect(cache.entries).toBe(entries - 1);
    expect(cache.bytes).toBeLessThanOrEqual(bytes - 20_000);
  });

  it('updateSize of an unknown key › changes nothing', () => {
    const { cache } = kept();
    const before = [cache.bytes, cache.entries, cache.evictions];
    cache.updateSize('/kept');
    cache.updateSize('/never');
    expect([cache.bytes, cache.entries, cache.evictions]).toEqual(before);
  });
});

describe('a full cache', () => {
  /** @returns a cache whose window and main part are full of answers that were asked for once each */
  function full() {
    const cache = new ResponseCache(budget);
    for (let place = 0; place < 400; place += 1) ask(cache, `/old/${place}`);
    return cache;
  }
  const keptOf = (cache: ResponseCache, name: string, count: number): number =>
    Array.from({ length: count }, (_, place) => cache.find(`/root/${name}/${place}`)).filter(Boolean).length;

  it('answers requested as often as the cached ones › are not admitted', () => {
    const cache = full();
    const before = keptOf(full(), 'old', 400);
    for (let place = 0; place < 100; place += 1) ask(cache, `/new/${place}`);
    // No more than the window holds are new.
    expect(keptOf(cache, 'new', 100)).toBeLessThan(30);
    expect(keptOf(cache, 'old', 400)).toBeGreaterThan(before - 30);
  });

  it('answers requested more often › replace the least recently used ones', () => {
    const cache = full();
    for (let place = 0; place < 60; place += 1) {
      for (let use = 0; use < 6; use += 1) ask(cache, `/new/${place}`);
    }
    expect(keptOf(cache, 'new', 60)).toBe(60);
  });
});

describe('a full cache of frequent answers', () => {
  const bytes = 20_000;
  /** @param uses of each answer in the main part. @returns a cache without room, about forty answers in its main part */
  function busy(uses: number): ResponseCache {
    const cache = new ResponseCache(budget);
    for (let place = 0; place < 46; place += 1) {
      for (let use = 0; use < uses; use += 1) ask(cache, `/often/${place}`, bytes);
    }
    fill(cache, 'first');
    return cache;
  }
  /** Asks once for as many others as the window holds. */
  function fill(cache: ResponseCache, name: string): void {
    for (let place = 0; place < 5; place += 1) ask(cache, `/${name}/${place}`, bytes);
  }
  const isKept = (cache: ResponseCache, key: string): boolean => cache.find(`/root${key}`) !== undefined;

  it('new answers › the one requested again and again stays, the others are evicted in turn', () => {
    const cache = busy(15);
    ask(cache, '/again', bytes);
    ask(cache, '/once', bytes);
    for (let round = 0; round < 6; round += 1) {
      for (let use = 0; use < 24; use += 1) expect(isKept(cache, '/again')).toBe(true);
      ask(cache, `/next/${round}`, bytes);
    }
    expect(isKept(cache, '/again')).toBe(true);
    expect(isKept(cache, '/once')).toBe(false);
    expect(isKept(cache, '/next/5')).toBe(true);
    expect(isKept(cache, '/next/0')).toBe(false);
  });

  it('after a thousand requests › uses are halved, so that a more frequent answer is admitted', () => {
    const cache = busy(15);
    for (let use = 0; use < 1000; use += 1) cache.find('/root/often/0');
    for (let use = 0; use < 7; use += 1) ask(cache, '/seven', bytes);
    for (let use = 0; use < 8; use += 1) ask(cache, '/eight', bytes);
    fill(cache, 'second');
    fill(cache, 'third');
    expect([isKept(cache, '/seven'), isKept(cache, '/eight')]).toEqual([false, true]);
  });

  it('before a thousand requests › uses count in full', () => {
    const cache = busy(9);
    for (let use = 0; use < 9; use += 1) ask(cache, '/nine', bytes);
    for (let use = 0; use < 10; use += 1) ask(cache, '/ten', bytes);
    fill(cache, 'second');
    fill(cache, 'third');
    expect([isKept(cache, '/nine'), isKept(cache, '/ten')]).toEqual([false, true]);
  });

  it('an evicted answer that is added again › keeps its uses', async () => {
    const cache = busy(9);
    for (const [key, uses] of [
      ['/eight', 8],
      ['/nine', 9],
    ] as const) {
      const answer = answerOf(bytes);
      cache.add(key, `/root${key}`, answer);
      for (let use = 1; use < uses; use += 1) cache.find(`/root${key}`);
      await answer.compress('gzip', async () => Buffer.alloc(60_000));
      cache.updateSize(key);
      expect(isKept(cache, key)).toBe(false);
      ask(cache, key, bytes);
    }
    fill(cache, 'second');
    fill(cache, 'third');
    expect([isKept(cache, '/eight'), isKept(cache, '/nine')]).toEqual([false, true]);
  });

  it('updateSize without a change › keeps the place in the LRU order', () => {
    const cache = busy(15);
    for (const key of ['/first', '/second', '/third', '/fourth', '/fifth']) ask(cache, key, bytes);
    cache.updateSize('/first');
    ask(cache, '/next', bytes);
    expect([isKept(cache, '/first'), isKept(cache, '/second')]).toEqual([false, true]);
  });
});

describe('the budget', () => {
  it.each([16, 20_000, 131_072, 300_000, 1_000_000])(
    '%i bytes, any sequence of requests, sizes, targets and codings › memory stays within the budget',
    async (bytes) => {
      const cache = new ResponseCache(bytes);
      let state = bytes;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const targets = new Map<string, string>();
      const formed: Answer[] = [];
      for (let i = 0; i < requests(5000); i += 1) {
        const key = `/${random(400)}`;
        const target = `/root${key}?${'x'.repeat(random(8) === 0 ? random(9000) : random(20))}`;
        targets.set(target, key);
        if (cache.find(target) === undefined && cache.findCanonical(key, target) === undefined) {
          // Now and then one that is at the edge of what is let in: with its key and its spelling, or without them.
          const edge = Math.floor(bytes * ANSWER_SHARE) - 1024 - random(40);
          const answer = answerOf(random(4) === 0 ? Math.max(0, edge) : random(20_000));
          cache.add(key, target, answer);
          if (random(3) === 0) formed.push(answer);
        }
        if (random(3) === 0) {
          await formed.pop()?.compress('gzip', async () => Buffer.alloc(random(5000)));
          cache.updateSize(key);
        }
        expect(cache.bytes).toBeLessThanOrEqual(bytes);
      }
      for (let key = 0; key < 400; key += 1) cache.updateSize(`/${key}`);
      // Whatever any spelling still leads to, and the spellings that do, is what is counted, to the byte.
      const held = new Set<Answer>();
      const keys = new Map<string, number>();
      let counted = 0;
      for (const [target, key] of targets) {
        const answer = cache.find(target);
        if (answer === undefined) continue;
        counted += target.length;
        keys.set(key, (keys.get(key) ?? 0) + 1);
        if (!held.has(answer)) counted += answer.memoryBytes + key.length;
        held.add(answer);
      }
      expect([held.size, counted]).toEqual([cache.entries, cache.bytes]);
      for (const [key, spellings] of keys) expect(spellings, key).toBeLessThanOrEqual(4);
      if (bytes > 100_000) expect(cache.bytes).toBeGreaterThan(bytes / 4);
    },
  );

  it('a target that is too long to be indexed › does not evict the answer', () => {
    const cache = new ResponseCache(131_072);
    const answer = answerOf(5000);
    cache.add('/a', '/root/a', answer);
    expect(cache.findCanonical('/a', `/root/a?${'%61'.repeat(2000)}`)).toBe(answer);
    expect(cache.find('/root/a')).toBe(answer);
    expect(cache.find(`/root/a?${'%61'.repeat(2000)}`)).toBeUndefined();
  });

  it('surrogate keys › count', () => {
    const of = (lines: readonly string[]): number => new Answer(Buffer.alloc(100), 'item', 50, lines).memoryBytes;
    expect(of(['surrogate-key', 'k'.repeat(3000)]) - of([])).toBe(3013);
  });

  it('ever new targets of one request › only a few are indexed', () => {
    const cache = new ResponseCache(budget);
    for (let i = 0; i < 1000; i += 1) {
      const target = `/root/a?x=${'%61'.repeat(i % 50)}${i}`;
      if (cache.findCanonical('/a', target) === undefined) cache.add('/a', target, answerOf(100));
    }
    expect(cache.entries).toBe(1);
    expect(cache.bytes).toBeLessThan(5000);
    expect(cache.find(`/root/a?x=${'%61'.repeat(999 % 50)}999`)).toBeDefined();
    expect(cache.find('/root/a?x=0')).toBeUndefined();
  });
});

describe('popular and rare requests, and a client that requests others twice', () => {
  /** The least recently used go first; what was asked for before, among the last 65,536, is kept. */
  class SecondAsking {
    readonly #seen = new LRUCache<string, true>({ max: 65_536 });
    readonly #kept = new LRUCache<string, true>({ maxSize: budget, maxEntrySize: budget * ANSWER_SHARE });
    ask(key: string, bytes: number): boolean {
      if (this.#kept.get(key) !== undefined) return true;
      if (this.#seen.get(key) !== undefined) this.#kept.set(key, true, { size: bytes + 1024 });
      else this.#seen.set(key, true);
      return false;
    }
  }
  function tryOut(askFor: (key: string, bytes: number) => boolean, share: number): number {
    let state = 1;
    const random = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const keys = 20_000;
    let [asked, found] = [0, 0];
    for (let i = 0; i < 30_000; i += 1) {
      if (random() < share) {
        for (let time = 0; time < 2; time += 1) askFor(`/scan/${i}`, 5000);
        continue;
      }
      // Zipf's law with the exponent 1, by its inverse.
      const key = Math.floor(keys ** random());
      asked += 1;
      if (askFor(`/key/${key}`, 300 + ((key * 7919) % 16_000))) found += 1;
    }
    return found / asked;
  }

  it.each([0, 0.2, 0.5])('a share of %d by that client › more hits than with one LRU list', (share) => {
    const cache = new ResponseCache(budget);
    const plain = new SecondAsking();
    const ofCache = tryOut((key, bytes) => {
      if (cache.find(key) !== undefined) return true;
      if (cache.isRepeated(key)) cache.add(key, key, answerOf(bytes));
      return false;
    }, share);
    const ofPlain = tryOut((key, bytes) => plain.ask(key, bytes), share);
    console.log(`found, with a scan of ${share}: ${ofCache.toFixed(3)}, with one order of use ${ofPlain.toFixed(3)}`);
    expect(ofCache / ofPlain).toBeGreaterThan(1.05);
  });
});

describe('a client that requests ever new targets', () => {
  const popular = Array.from({ length: 50 }, (_, i) => `/popular/${i}`);
  const askAll = (cache: ResponseCache): number => popular.filter((key) => ask(cache, key)).length;

  it('each once › evicts no answer of other clients', () => {
    const cache = new ResponseCache(budget);
    for (let i = 0; i < 5; i += 1) askAll(cache);
    // Those that were in the window alone still are on their way into the main part.
    for (let i = 0; i < 500; i += 1) ask(cache, `/filler/${i}`);
    askAll(cache);
    const before = askAll(cache);
    expect(before).toBeGreaterThanOrEqual(45);
    for (let i = 0; i < requests(20_000); i += 1) ask(cache, `/scan/${i}`);
    expect(askAll(cache)).toBeGreaterThanOrEqual(45);
  });

  it('each twice, while other clients go on › evicts almost none of their answers', () => {
    const cache = new ResponseCache(budget);
    for (let i = 0; i < 10; i += 1) askAll(cache);
    let asked = 0;
    let atHand = 0;
    for (let i = 0; i < requests(20_000); i += 1) {
      ask(cache, `/scan/${i}`);
      ask(cache, `/scan/${i}`);
      if (i % 10 !== 0) continue;
      asked += 1;
      if (ask(cache, popular[(i / 10) % popular.length] ?? '')) atHand += 1;
    }
    expect(atHand / asked).toBeGreaterThan(0.9);
  });

  it('an answer that becomes popular later › is cached', () => {
    const cache = new ResponseCache(budget);
    for (let i = 0; i < 3000; i += 1) ask(cache, `/before/${i % 300}`);
    for (let i = 0; i < 30; i += 1) askAll(cache);
    expect(askAll(cache)).toBe(popular.length);
  });
});
