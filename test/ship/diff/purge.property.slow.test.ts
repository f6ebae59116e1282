/**
 * What to purge is enough, on random models, items, edits and requests: every answer that differs the next night has a
 * key on the list, and its path is among the URLs. `STELE_CASES=500 STELE_SEED=7 npx vitest run
 * test/ship/diff/purge.property.slow.test.ts` runs more, or others.
 */
import { describe, expect, it } from 'vitest';
import { encodeComponent, exportedTypes } from '../../../src/content/model/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed, type RequestCase } from '../../../testing/oracle/arbitraries/index.js';
import { askedByValue } from './by-value.js';
import { afterNight, EDITS, editedType } from './night.js';
import { ask, builtNights, drawRequests, isDropped, STEPS_MAXIMUM, setOf, stepsOf } from './nights.js';

const cases = Number(process.env['STELE_CASES'] ?? 10);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const requestsEach = 60;
const newFolder = temporaryFolders();

/** Below the delivery root, as `links.self` has it. */
const canonicalPath = ({ request }: RequestCase): string =>
  request.kind === 'collection' ? `/${request.type.name}` : `/${request.type.name}/${encodeComponent(request.id)}`;

describe(`what to purge, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  it('every changed answer › has a key and a path in the purge list', { timeout: 600_000 }, async () => {
    const seen = { nights: 0, same: 0, differing: 0, needlessly: 0, needlesslyByPath: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const { space, requests } = caseFromSeed(seed);
      // Every second night has edits of one kind only, which must do without the keys of the others.
      const later = afterNight(space, seed, seed % 2 === 0 ? EDITS : [EDITS[((seed - 1) / 2) % EDITS.length]!]);
      if (later === space) continue;
      const { before, after, purge } = await builtNights(newFolder(), space, later);
      const keys = await setOf(purge.keys());
      expect(keys.size, `seed ${seed}`).toBe(purge.keyCount);
      const pathsBySteps: ReadonlySet<string>[] = [];
      for (let steps = 0; steps <= STEPS_MAXIMUM; steps += 1) {
        const paths = await purge.paths(steps);
        pathsBySteps.push(await setOf(paths.iterate()));
        expect(pathsBySteps[steps]?.size, `seed ${seed}, ${steps} steps`).toBe(paths.count);
      }
      expect([...keys, ...pathsBySteps.flatMap((paths) => [...paths])].join('')).toMatch(/^[!-+\--~]*$/);
      seen.nights += 1;
      const root = { path: '', search: '' };
      if (ask(before, root)?.document !== ask(after, root)?.document) {
        expect(pathsBySteps[0]?.has('')).toBe(true);
        expect(ask(before, root)?.keys.some((key) => keys.has(key))).toBe(true);
      }
      for (const request of [...requests, ...drawRequests(space, seed, requestsEach)]) {
        const old = ask(before, request);
        if (old === undefined) continue;
        const label = `seed ${seed}, ${request.path}${request.search}`;
        const hasKey = old.keys.some((key) => keys.has(key));
        const hasPath = isDropped(pathsBySteps[stepsOf(request)]!, canonicalPath(request));
        if (ask(after, request)?.document !== old.document) {
          expect({ hasKey, hasPath }, label).toEqual({ hasKey: true, hasPath: true });
          seen.differing += 1;
        } else {
          seen.same += 1;
          if (hasKey) seen.needlessly += 1;
          if (hasPath) seen.needlesslyByPath += 1;
        }
      }
    }
    console.log(`answers of the night before: ${JSON.stringify(seen)}`);
    expect(seen.nights).toBeGreaterThan(cases / 3);
    expect(seen.differing).toBeGreaterThan(cases);
    expect(seen.same).toBeGreaterThan(cases);
    expect(seen.needlessly).toBeLessThan(seen.needlesslyByPath);
    expect(seen.needlessly / seen.same).toBeLessThan(0.5);
  });

  it('lists by value, with only values changed › changed answers have a key; half of the unchanged ones stay', {
    timeout: 600_000,
  }, async () => {
    const seen = { same: 0, differing: 0, needlessly: 0, byValueAlone: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const { space } = caseFromSeed(seed);
      const later = exportedTypes(space.model).reduce(
        (so, { name }, index) => editedType(so, name, seed * 100 + index, ['change', 'relink'], 3),
        space,
      );
      const { before, after, purge } = await builtNights(newFolder(), space, later);
      const keys = await setOf(purge.keys());
      expect(keys.size, `seed ${seed}`).toBe(purge.keyCount);
      for (const request of askedByValue([space, later], seed)) {
        const old = ask(before, request);
        if (old === undefined) continue;
        const purged = old.keys.filter((key) => keys.has(key));
        if (ask(after, request)?.document === old.document) {
          seen.same += 1;
          if (purged.length > 0) seen.needlessly += 1;
          continue;
        }
        seen.differing += 1;
        expect(purged.length, `seed ${seed}, ${request.path}${request.search}`).toBeGreaterThan(0);
        if (purged.every((key) => /:.*:/.test(key))) seen.byValueAlone += 1;
      }
    }
    console.log(`lists by value of the night before: ${JSON.stringify(seen)}`);
    expect(seen.byValueAlone).toBeGreaterThan(cases);
    expect(seen.needlessly / seen.same).toBeLessThan(0.5);
  });
});
