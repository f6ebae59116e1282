/**
 * docs/ask › every example is asked of a real server and answered as shown.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../testing/pages/markdown.js';
import { type Reply, sendRaw } from '../../../testing/server/client.js';
import { ask } from './asking.js';
import { difference, matchesText, parseShown } from './elision.js';
import { ASK_PAGES, examplesOf, rowExamples, scoredRequests, strayBodies } from './examples.js';
import { Servers } from './servers.js';

const pages = ASK_PAGES.map((name) => ({ name, page: readPage(name) }));
const examples = pages.flatMap(({ name, page }) => examplesOf(page).map((example) => ({ name, example })));
const servers = new Servers();
afterAll(() => servers.stop());

function decoded({ headers, body }: Reply): Buffer {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(body);
    case 'gzip':
      return gunzipSync(body);
    default:
      return body;
  }
}

describe('docs/ask', () => {
  it('the examples › exist', () => {
    expect(examples.length).toBeGreaterThan(40);
  });

  it('every JSON block › follows the request it answers', () => {
    expect(pages.flatMap(({ page }) => strayBodies(page))).toEqual([]);
  });

  it.each(examples.map(({ name, example }) => [name, example.line, example.method, example.target, example] as const))(
    '%s, line %i: %s %s › is answered as shown',
    async (_name, _line, _method, _target, example) => {
      const reply = await ask(servers, example);
      const body = decoded(reply).toString();
      expect(reply.status, body).toBe(example.status);
      for (const header of example.answered) {
        const [name = '', ...value] = header.split(': ');
        const found = reply.headers[name.toLowerCase()];
        const isAsShown = typeof found === 'string' && matchesText(value.join(': '), found);
        expect(isAsShown, `${header}, found ${found}`).toBe(true);
      }
      if (example.body === undefined) expect(body).toBe('');
      else expect(difference(parseShown(example.body), JSON.parse(body))).toBeUndefined();
    },
  );

  const rows = pages.flatMap(({ page }) => rowExamples(page));

  it('every row of a table of examples › has an example', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ targets, hasOther }) => targets.length === 0 && !hasOther)).toEqual([]);
  });

  it.each(rows.flatMap(({ targets }) => targets))('the example %s of a table › is answered', async (target) => {
    const { origin } = await servers.get('');
    const reply = await sendRaw(
      origin,
      `GET /delivery/jsonapi${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(reply.status, reply.body.toString()).toBe(200);
  });

  const scored = pages.flatMap(({ page }) => scoredRequests(page));

  it('the table of scores › has a dozen requests or more', () => {
    expect(scored.length).toBeGreaterThanOrEqual(12);
  });

  it.each(scored.map(({ target, score }) => [target, score] as const))('%s › scores %i', async (target, score) => {
    const { origin } = await servers.get('');
    const reply = await sendRaw(origin, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(reply.headers['x-service-query-complexity']).toBe(String(score));
    expect(reply.status).toBe(score > 5000 ? 400 : 200);
  });
});
