/**
 * Which regular expressions meet text that a client chose, and that may be long: only those that were looked at here. One
 * that begins anew at every place of a text and goes to its end each time would hold a thread for a second.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../data/generate/random.js';
import { parseSectionName } from '../../../src/index/segment/names.js';
import { LiveKeys } from '../../../src/server/index.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { fullTarget } from '../../../testing/requests/writing/wire.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { dial, readAll } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

/** Each looks at a character a bounded number of times: what begins at one place ends before the next beginning. */
const REVIEWED: ReadonlySet<string> = new Set([
  '[^A-Za-z]',
  '[.#]',
  "[!'()*]",
  '^[A-Za-z][A-Za-z0-9+.-]*:\\/\\/[^/?#]*',
  '%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])',
  "^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \\t]*;[ \\t]*q=([0-9.]+))?$",
  '^bearer +([A-Za-z0-9\\-._~+/]{1,512}=*) *$',
  '^bearer(?: |$)',
  '(?:"[^"]*"|[^,"])+',
  '(?:^|;)\\s*for\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))',
  '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
  ':\\d*$',
  '\\.$',
  '[\\t ,]*(W\\/)?("[\\x21\\x23-\\x7e\\x80-\\xff]*")[\\t ]*(?:,|$)',
  // The router's, of a path that no other route has: all of it, once.
  '^(?:\\/([^]+)|\\/)$',
  "^(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*|\\[[0-9A-Za-z:.\\-_~%]+\\])(?::\\d*)?$",
]);
/** What the router makes of a path: what stands between two slashes holds none. */
const ofRoute = /^\^\(\?:(?:\\\/|[\w.-]|\\\.|\(\[\^\\\/\]\+\)|\|)*\)\$$/;

/** Texts longer than all that the server makes by itself on the way. */
const longFrom = 8_000;

let shop: Bookshop;
let hosted: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
  // All that reads a header somewhere.
  hosted = await startBookshop({
    spaces: [{ name: 'bookshop', space: await openBookshop() }],
    hosts: [{ space: 'bookshop', host: 'x', origin: 'http://x' }],
    corsOrigins: ['https://shop.example'],
    accessLog: true,
    trustedProxy: { header: 'forwarded', hops: 1 },
    keys: new LiveKeys({ keys: [], problem: null }),
    logger: capturingLogger('warn').logger,
  });
});
afterAll(async () => {
  await shop.stop();
  await hosted.stop();
});

/** @returns the sources of all expressions that are put to a long text meanwhile */
async function expressionsMet(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const met = new Set<string>();
  const { exec } = RegExp.prototype;
  // Whatever tests, matches, splits or replaces by an expression calls this.
  RegExp.prototype.exec = function (text) {
    if (text.length >= longFrom) met.add(this.source);
    return exec.call(this, text);
  };
  try {
    await work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return met;
}

const ask = async ({ origin }: Bookshop, target: string, header = ''): Promise<void> => {
  const socket = await dial(origin);
  const answer = readAll(socket);
  const host = header.startsWith('Host') ? '' : 'Host: x\r\n';
  socket.write(`GET ${target} HTTP/1.1\r\n${host}${header}Connection: close\r\n\r\n`);
  expect((await answer).toString('latin1', 0, 9)).toBe('HTTP/1.1 ');
};

const unknown = (met: ReadonlySet<string>): readonly string[] =>
  [...met].filter((source) => !REVIEWED.has(source) && !ofRoute.test(source));

describe("a client's text of maximum length", () => {
  it('a target, anywhere on the server › is matched only by reviewed expressions', async () => {
    const random = new Random(1, 'full targets');
    const met = await expressionsMet(async () => {
      for (let i = 0; i < 300; i += 1) await ask(shop, fullTarget(random));
      await ask(shop, `/${'/'.repeat(16_382)}a`);
    });
    expect(met.size).toBeGreaterThan(10);
    expect(unknown(met)).toEqual([]);
  });

  it.each([
    'Accept',
    'Accept-Encoding',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'Origin',
    'Host',
    'Transfer-Encoding',
    'Authorization',
    'Forwarded',
    'User-Agent',
    'Traceparent',
  ])('the header %s › is matched only by reviewed expressions', async (name) => {
    const met = await expressionsMet(async () => {
      for (const filling of ['"', 'a', ' ', ',', ';', '=', 'a=b;', '"a", ', '*']) {
        const header = `${name}: a${filling.repeat(30_000 / filling.length)}"\r\n`;
        for (const server of [shop, hosted]) await ask(server, '/delivery/jsonapi/book', header);
      }
    });
    expect(unknown(met)).toEqual([]);
  });

  it('an address of a HAR file, or the name of a section › is matched only by reviewed expressions', async () => {
    const met = await expressionsMet(async () => {
      const url = `http://x/delivery/jsonapi/book${'#'.repeat(longFrom)}\u2028`;
      const har = JSON.stringify({
        log: { entries: [{ request: { method: 'GET', url }, response: { status: 200 } }] },
      });
      if (hasAddOns('tune')) {
        const { importLog } = await import(new URL('../../../addons/tune/traffic/import-log.js', import.meta.url).href);
        await importLog([har], 'a.har', { format: 'har', values: 'kept', salt: '', space: undefined });
      }
      parseSectionName(`a/${'.'.repeat(longFrom)}\n`);
    });
    expect(unknown(met)).toEqual([]);
  });
});
