/**
 * A server whose answers are made elsewhere: here by the bookshop's snapshot, held back as the test wants. A real database
 * is asked in addons/sql/test.
 */

import { afterEach, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, type EngineSpace } from '../../../src/jsonapi/index.js';
import {
  type CommonOptions,
  type EngineEvents,
  type FollowedEngine,
  type Serving,
  serveEngine,
} from '../../../src/server/index.js';
import type { EngineState } from '../../../src/server/spaces/status.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { dial, errorsOf, send } from '../../../testing/server/client.js';

const root = '/delivery/jsonapi';
const loadedMs = Date.UTC(2026, 2, 1);

let server: Serving | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const engineOf = (space: Space, make: EngineSpace['answer']): EngineSpace => ({
  id: space.id,
  model: space.model,
  sizes: new Map([...space.types].map(([name, { segment }]) => [name, segment.size])),
  answer: make,
});

/** @returns the events of the server, and what the engine says of itself */
async function started(options: Partial<CommonOptions> = {}) {
  const { lines, logger } = capturingLogger('info');
  const followers: EngineEvents[] = [];
  const state: { failingSinceMs: number | null } & Omit<EngineState, 'failingSinceMs'> = {
    failingSinceMs: null,
    open: 3,
    waiting: 0,
    failures: 2,
    cancelled: 1,
  };
  let looks = 0;
  const followed: FollowedEngine = {
    look: async () => {
      looks += 1;
    },
    read: () => state,
    stop: async () => undefined,
  };
  server = await serveEngine({
    server: { host: '127.0.0.1', port: 0, ...options },
    logger,
    pollMs: 0,
    follow: async (given) => {
      followers.push(given);
      return followed;
    },
  });
  const [events] = followers;
  if (events === undefined) throw new Error('nobody follows');
  return { ...server, events, state, lines, looks: () => looks };
}

const health = async (origin: string, path = '/health') => {
  const { status, body } = await send(origin, path);
  return { status, ...JSON.parse(body.toString()) };
};

describe('a server with an engine', () => {
  it('nothing published › 503, not ready, alive; after a load is published › it answers', async () => {
    const { origin, events, lines } = await started();
    const refused = await send(origin, `${root}/book`);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await send(origin, '/health/ready')).status).toBe(503);
    expect((await send(origin, '/health/live')).status).toBe(200);
    events.onProblem({ wanted: null, detail: 'no load is published', reason: 'load something' });
    expect(await health(origin)).toMatchObject({
      status: 'unavailable',
      spaces: [{ snapshot: null, items: 0, problem: { wanted: null, detail: 'no load is published' } }],
    });
    const space = await openBookshop();
    events.onSpace(
      engineOf(space, async (request, base) => answer(space, request, base)),
      loadedMs,
    );
    events.onProblem(undefined);
    expect((await send(origin, `${root}/book`)).status).toBe(200);
    expect(await health(origin, '/health/ready')).toMatchObject({
      status: 'ok',
      spaces: [
        {
          name: 'bookshop',
          snapshot: space.id,
          built: '2026-03-01T00:00:00.000Z',
          engine: { failingSince: null, connections: 3 },
        },
      ],
    });
    expect(lines.join('')).toContain('load something');
  });

  it('a part of the served load does not answer › the log says so, and why', async () => {
    const { events, lines } = await started();
    const space = await openBookshop();
    events.onSpace(
      engineOf(space, async (request, base) => answer(space, request, base)),
      loadedMs,
    );
    const reason = 'the worker db-2:5432 does not answer';
    events.onProblem({ wanted: space.id, detail: 'a server does not answer', reason });
    expect(lines.join('')).toContain('a part of the served load cannot be read');
    expect(lines.join('')).toContain(reason);
    expect(lines.join('')).not.toContain('the load before it is still served');
  });

  it('an engine that does not answer › 503 for uncached answers, and health says since when', async () => {
    const { origin, events, state } = await started();
    const space = await openBookshop();
    let isLost = false;
    const make: EngineSpace['answer'] = async (request, base) => {
      if (isLost) throw new RequestError([{ code: 'Unavailable', detail: 'Nobody answers.' }], request.complexity);
      return answer(space, request, base);
    };
    events.onSpace(engineOf(space, make), loadedMs);
    for (let times = 0; times < 2; times += 1) await send(origin, `${root}/book`);
    isLost = true;
    state.failingSinceMs = loadedMs;
    events.onFailing('connection refused at 10.0.0.1');
    expect((await send(origin, `${root}/book`)).status).toBe(200);
    const refused = await send(origin, `${root}/author`);
    expect([refused.status, refused.headers['retry-after'], refused.headers['x-service-snapshot']]).toEqual([
      503,
      '1',
      space.id,
    ]);
    expect(errorsOf(refused)).toMatchObject([{ code: 'Unavailable', detail: 'Nobody answers.' }]);
    const told = await health(origin, '/health/ready');
    expect(told).toMatchObject({
      status: 'unavailable',
      spaces: [{ engine: { failingSince: '2026-03-01T00:00:00.000Z' } }],
    });
    expect([told.status, JSON.stringify(told).includes('10.0.0.1')]).toEqual(['unavailable', false]);
    const metrics = (await send(origin, '/metrics')).body.toString();
    expect(metrics).toContain('stele_engine_failures_total{space="bookshop"} 2');
    expect(metrics).toMatch(/stele_engine_failing_seconds\{space="bookshop"\} \d+/);
  });

  it('another load › answers the next request, with an empty cache', async () => {
    const { origin, events } = await started();
    const space = await openBookshop();
    const telling = (text: string): EngineSpace => engineOf(space, async () => Buffer.from(`{"meta":{"${text}":1}}`));
    for (const text of ['one', 'two', 'one']) {
      events.onSpace(telling(text), loadedMs);
      for (let times = 0; times < 3; times += 1) {
        expect((await send(origin, `${root}/book`)).body.toString()).toBe(`{"meta":{"${text}":1}}`);
      }
    }
  });

  it('clients that wait for the same answer › one statement, aborted when all have gone', async () => {
    const { origin, events } = await started();
    const space = await openBookshop();
    let asked = 0;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stopped = new Promise<void>((resolve) => {
      const make: EngineSpace['answer'] = (_, __, { signal }) =>
        new Promise((___, reject) => {
          asked += 1;
          signal.addEventListener('abort', () => {
            resolve();
            reject(new RequestError([{ code: 'Unavailable', detail: 'gone' }]));
          });
          begin();
        });
      events.onSpace(engineOf(space, make), loadedMs);
    });
    const sockets = await Promise.all([dial(origin), dial(origin)]);
    for (const socket of sockets) socket.write(`GET ${root}/book HTTP/1.1\r\nHost: x\r\n\r\n`);
    await begun;
    while (!(await send(origin, '/metrics')).body.toString().includes('stele_in_flight 3')) {
      // The scrape is one of them.
    }
    expect(asked).toBe(1);
    for (const socket of sockets) socket.destroy();
    await stopped;
  });

  it.runIf(hasAddOns('describe', 'explorer'))(
    'all requests of snapshots › are described, and no plan is shown',
    async () => {
      const { origin, events } = await started();
      const space = await openBookshop();
      events.onSpace(
        engineOf(space, async (request, base) => answer(space, request, base)),
        loadedMs,
      );
      const described = JSON.parse((await send(origin, '/openapi.json')).body.toString());
      const names = Object.values<{ readonly name: string }>(described.components.parameters).map(({ name }) => name);
      expect(names).toContain('filter[title]');
      expect(described.components.schemas.TextFilter.properties).toHaveProperty('_contains');
      expect(names).toEqual(expect.arrayContaining(['filter[_search]', '_highlight', '_facet[genre]', '_stats']));
      expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(['/_search', '/book/{id}/_similar']));
      const model = JSON.parse((await send(origin, '/explore/model.json')).body.toString());
      const book = model.spaces[0].types.find(({ name }: { readonly name: string }) => name === 'book');
      expect(book).toMatchObject({ search: true, similar: true, items: space.types.get('book')?.segment.size });
      const explained = await send(origin, '/explore/explain?space=bookshop&request=%2Fbook');
      expect(explained.status).toBe(404);
      expect(errorsOf(explained)[0]?.detail).toContain('Only a server of snapshots');
    },
  );

  it('SIGHUP › looks', async () => {
    const { look, looks } = await started();
    await look();
    expect(looks()).toBe(1);
  });
});
