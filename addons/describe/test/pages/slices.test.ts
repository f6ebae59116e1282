/**
 * Tests of the first `/openapi.json` of a snapshot: the thread answers other requests while the description is written.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnySpace } from '../../../../src/jsonapi/index.js';
import { staticFile, staticFileInSlices } from '../../../../src/server/index.js';
import { MemorySpace } from '../../../../testing/samples/memory-space.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { startBookshop } from '../../../../testing/server/server.js';
import { openApi, readSamples } from '../../index.js';
import { openApiParts } from '../../openapi/document.js';

const TYPE_COUNT = 40;
const options = { base: '/delivery/jsonapi', profile: '/profile', keys: false };
const JSON_TYPE = 'application/json; charset=utf-8';

/** @returns a space of many types, each with an item, a search and a relationship */
async function openManyTypes(): Promise<AnySpace> {
  const contentTypes = Array.from({ length: TYPE_COUNT }, (_, index) => ({
    name: `type${index}`,
    fields: [
      { name: 'title', type: 'text', search: true },
      { name: 'next', type: 'relationship', to: `type${(index + 1) % TYPE_COUNT}` },
    ],
  }));
  const items = Object.fromEntries(contentTypes.map(({ name }) => [name, [{ id: name, title: `Title of ${name}` }]]));
  return (await MemorySpace.of({ space: 'many', contentTypes }, items)).space;
}

describe('the first /openapi.json', () => {
  it('a model of many types › event loop turns while it is written; concurrent requests get the same complete text', async () => {
    const space = await openManyTypes();
    const server = await startBookshop({ spaces: [{ name: 'many', space }] });
    onTestFinished(() => server.stop());
    let turns = 0;
    let isWritten = false;
    const countTurns = async (): Promise<void> => {
      while (!isWritten) {
        await nextTurn();
        turns += 1;
      }
    };
    const counting = countTurns();
    const samples = await readSamples(space, options.base);
    turns = 0;
    const file = await staticFileInSlices(JSON_TYPE, openApiParts(space.model, { ...options, samples }));
    isWritten = true;
    await counting;
    expect(turns).toBeGreaterThan(10);

    const text = JSON.stringify(openApi(space.model, { ...options, samples }));
    expect(file.hash).toBe(staticFile(JSON_TYPE, text).hash);
    expect(file.bytes.equals(Buffer.from(text))).toBe(true);
    const replies = await Promise.all([1, 2].map(() => fetch(`${server.origin}/openapi.json`)));
    const bodies = await Promise.all(replies.map((reply) => reply.text()));
    // Compared without `expect`, which would print megabytes.
    expect(bodies.map((body) => body === text)).toEqual([true, true]);
  });

  it('the museum › the parts equal the whole text', async () => {
    const { model } = await openMuseum();
    const text = JSON.stringify(openApi(model, options));
    const file = await staticFileInSlices(JSON_TYPE, openApiParts(model, options));
    expect(file.bytes.toString()).toBe(text);
    expect(file.hash).toBe(staticFile(JSON_TYPE, text).hash);
  });

  it('a failure › the next request tries again', async () => {
    const space = await openMuseum();
    const { contentTypes } = space.model;
    const server = await startBookshop({ spaces: [{ name: 'museum', space }] });
    onTestFinished(() => server.stop());
    const broken = vi.spyOn(contentTypes, 'keys').mockImplementation(() => {
      throw new Error('broken');
    });
    expect((await fetch(`${server.origin}/openapi.json`)).status).toBe(500);
    broken.mockRestore();
    expect((await fetch(`${server.origin}/openapi.json`)).status).toBe(200);
  });
});
