/**
 * Every choice forced the other way over the Tate collection: random requests, facets through relationships among them in
 * every fifth; CI asks a third of them, each hour another. `STELE_TATE_REQUESTS=9000 STELE_SEED=7 npx vitest run test/system/choices/tate.property.slow.test.ts` asks more,
 * or others.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { CHOICE_NAMES } from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { thirdOf } from '../../../testing/amount.js';
import { tateSnapshots } from '../../../testing/samples/tate.js';
import { sharedPath } from '../../../testing/shared.js';
import { describeForced, Forcing, waysNotTaken } from './forcing.js';
import { Requests } from './requests.js';

const count = Number(process.env['STELE_TATE_REQUESTS'] ?? 1000);
const seed = Number(process.env['STELE_SEED'] ?? 1);
const tate = sharedPath('datasets/tate', 'choices forced over the Tate collection');

describe.runIf(tate !== undefined)(`choices forced over the Tate collection, seed ${seed}`, () => {
  let space: Space;
  beforeAll(async () => {
    if (tate === undefined) return;
    space = await openCurrent(diskFiles, (await tateSnapshots(tate)).folder);
  });

  it(`${count} requests › the same bytes, whatever is forced`, { timeout: 900_000 }, () => {
    const requests = new Requests(space, seed);
    const forcing = new Forcing(space, {}, seed, 1);
    const asked = thirdOf(Array.from({ length: count }, () => requests.next()));
    for (const request of asked) {
      const difference = forcing.ask(request);
      if (difference !== undefined) expect.fail(describeForced(difference, seed));
    }
    const taken =
      CHOICE_NAMES.length - new Set(waysNotTaken(forcing.seen, () => true).map((key) => key.split(' ')[0])).size;
    console.log(
      `choices over the Tate collection: ${asked.length} of ${count} requests, ${requests.behind} with facets through relationships, ` +
        `${forcing.refused} refused, ${forcing.answers} forced answers, ${taken} choices taken every way`,
    );
    expect(requests.behind).toBeGreaterThanOrEqual(Math.floor(count / 5));
    expect(asked.length - forcing.refused).toBeGreaterThan(asked.length * 0.9);
    expect(forcing.answers).toBeGreaterThan(asked.length);
  });
});
