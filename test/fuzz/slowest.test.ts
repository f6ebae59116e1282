/**
 * The slowest requests that were ever found, asked of small content of the same model: a faster way must not be a wrong
 * one. `corpus/slowest.txt` has a request target below the delivery root a line, as a JSON string.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateExport } from '../../data/generate/generate.js';
import { compareAnswers, describeDifference } from '../../soak/answers/compare.js';
import { type World, worldOfExport } from '../../soak/answers/worlds.js';
import { climb } from '../../soak/slowest/climb.js';
import { parseRequest } from '../../src/jsonapi/index.js';
import type { CollectionQuery } from '../../src/query/index.js';
import { splitTarget } from '../../src/server/wire/target.js';
import { temporaryFolders } from '../support/folder.js';

const corpus = fileURLToPath(new URL('corpus/slowest.txt', import.meta.url));
const newFolder = temporaryFolders();

describe('the slowest requests', () => {
  let world: World;
  beforeAll(async () => {
    const folder = join(newFolder(), 'export');
    await generateExport(folder, { items: 700, profile: 'engine' });
    world = await worldOfExport('generated', folder);
  });

  it('of the corpus › are answered as the naive evaluator says', () => {
    const queries = readFileSync(corpus, 'utf8')
      .trim()
      .split('\n')
      .map((line): CollectionQuery => {
        const { path, search } = splitTarget(String(JSON.parse(line)));
        const request = parseRequest(world.space.model, path, search);
        if (request.kind !== 'collection') throw new Error(`${line} asks for no collection`);
        return { type: request.type.name, filter: request.filter, sort: request.sort, page: request.page };
      });
    expect(queries.length).toBeGreaterThan(15);
    const { asked, differences } = compareAnswers(world, queries, undefined, 1);
    expect(asked).toBe(queries.length);
    expect(differences.map(describeDifference)).toEqual([]);
  });

  it('hunted for with a maximum › are refused above it, and answered below', () => {
    const now = (): number => performance.now();
    const endMs = Number.POSITIVE_INFINITY;
    const hunt = { space: world.space, seed: 3, now, endMs, askedMaximum: 120 };
    const free = climb({ ...hunt, maxCostMs: 1000 });
    expect([free.asked, free.tooCostly]).toEqual([120, 0]);
    expect(free.slowest[0]?.target).toMatch(/^\//);
    const frugal = climb({ ...hunt, maxCostMs: 0.01 });
    expect(frugal.tooCostly).toBeGreaterThan(0);
    for (const { costMs } of frugal.slowest) expect(costMs).toBeLessThanOrEqual(0.01);
  });
});
