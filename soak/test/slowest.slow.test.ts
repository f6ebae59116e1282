/**
 * The slowest requests that were ever found, asked of small content of the same model: a faster way must not be a wrong
 * one. `corpus/slowest.txt` has a request target below the delivery root a line, as a JSON string.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateExport } from '../../data/generate/generate.js';
import { Random } from '../../data/generate/random.js';
import { RequestError } from '../../src/content/errors/index.js';
import type { CollectionQuery } from '../../src/engine/query/index.js';
import { parseRequest, splitTarget } from '../../src/jsonapi/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { Drawer, targetOf } from '../../testing/requests/drawer.js';
import { Samples } from '../../testing/requests/samples.js';
import { compareAnswers, describeDifference } from '../../testing/worlds/compare.js';
import { type World, worldOfExport } from '../../testing/worlds/worlds.js';
import { climb } from '../slowest/climb.js';

const corpus = fileURLToPath(new URL('requests/corpus/slowest.txt', import.meta.url));
const newFolder = temporaryFolders();
/** Codes with which a request may be refused that follows the grammar. */
const LIMITED = new Set(['QueryTooComplex', 'TooManyConditions']);

describe('the slowest requests', () => {
  let world: World;
  beforeAll(async () => {
    const folder = join(newFolder(), 'export');
    await generateExport(folder, { items: 700, profile: 'engine' });
    world = await worldOfExport('generated', folder);
  });

  it('the slowest requests of the corpus › have the answers of the naive evaluator', () => {
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
    const { asked, differences } = compareAnswers(world, queries);
    expect(asked).toBe(queries.length);
    expect(differences.map(describeDifference)).toEqual([]);
  });

  it('random slow requests › are answered correctly or refused by a limit, and cover every feature', () => {
    const { space } = world;
    const drawer = new Drawer(new Random(1, 'slowest'), new Samples(space));
    const names = new Set<string>();
    const problems = new Set<string>();
    for (let i = 0; i < 2000; i += 1) {
      const { path, search } = splitTarget(targetOf(drawer.asked()));
      for (const name of new URLSearchParams(search).keys())
        for (const word of name.match(/\w+/g) ?? []) names.add(word);
      try {
        parseRequest(space.model, path, search);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        for (const { code, detail } of error.problems) if (!LIMITED.has(code)) problems.add(detail);
      }
    }
    expect([...problems]).toEqual([]);
    const heads = ['sort', 'include', 'page', 'filter', '_facet', '_stats', '_OR', '_AND', '_NOT'];
    const operators = ['_exists', '_eq', '_neq', '_gt', '_lte', '_in', '_nin', '_contains', '_startsWith', '_endsWith'];
    const options = ['interval', 'ranges', 'prefix', 'own', 'skip', 'limit'];
    const missing = [...heads, ...operators, ...options].filter((name) => !names.has(name));
    expect(missing).toEqual([]);
  });

  it('searched under a maximum › requests above it are refused, requests below it answered', () => {
    const now = (): number => performance.now();
    const endMs = Number.POSITIVE_INFINITY;
    const hunt = { space: world.space, seed: 3, patience: 60, now, endMs, askedMaximum: 120 };
    const free = climb({ ...hunt, maxCostMs: 1000 });
    expect([free.asked, free.tooCostly]).toEqual([free.answered + free.mistaken, 0]);
    expect(free.slowest[0]?.target).toMatch(/^\//);
    const frugal = climb({ ...hunt, maxCostMs: 0.01 });
    expect(frugal.tooCostly).toBeGreaterThan(0);
    expect(frugal.slowestRefused.every(({ outcome }) => outcome !== 'answered')).toBe(true);
    expect(frugal.slowestRefused.length).toBeGreaterThan(0);
    for (const { costMs } of frugal.slowest) expect(costMs).toBeLessThanOrEqual(0.01);
  });
});
