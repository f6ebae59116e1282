/**
 * What locales cost: `npm run bench:engine -- --localized`. The same content with a second locale in which a tenth of its
 * bytes is localized is built in turns with the content as it is, and asked the same questions, interleaved.
 *
 * Before anything is timed, answers of the default locale are compared with those of the snapshot without locales, and
 * answers of the second one with those of a snapshot that has nothing else. Nothing is recorded.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { diskFiles } from '../../../src/files/index.js';
import { openCurrent, type Space } from '../../../src/snapshot/index.js';
import { classesNamed } from '../../cases/index.js';
import { prepareExport } from '../../harness/input/prepare.js';
import { drawSample } from '../../harness/input/sample.js';
import { CACHE_FOLDER } from '../../harness/root.js';
import type { Say } from '../../harness/sqlite/available.js';
import type { Options } from '../options.js';
import { askClass, type LocalizedClass } from './ask.js';
import { type Kinds, kindsOf } from './kinds.js';
import { writeTwins } from './twins.js';

/** How often each is built; the median counts. */
const BUILDS = { usual: 3, smoke: 1 };
/** Milliseconds a class and space, so that all classes on 100,000 items end within six minutes. */
const budgetMaximum = 400;
const samplesMinimum = 20;

export interface LocalizedRun {
  /** Bytes of the second locale's own values, for each of the export without locales. */
  readonly share: number;
  /** Of the snapshots. */
  readonly plainBytes: number;
  readonly localizedBytes: number;
  /** What the snapshot has more, by what it is. */
  readonly kinds: Kinds;
  /** Of each build, in their order. */
  readonly plainSeconds: readonly number[];
  readonly localizedSeconds: readonly number[];
  readonly classes: readonly LocalizedClass[];
}

/** @throws DifferenceError where an answer in a locale is another than without locales */
export async function runLocalized(options: Options, say: Say): Promise<LocalizedRun> {
  const { items, seed, only, smoke, slices } = options;
  const wanted = classesNamed(only);
  const folder = await prepareExport(items, seed);
  const into = join(CACHE_FOLDER, `localized-${process.pid}.tmp`);
  mkdirSync(into, { recursive: true });
  try {
    const twins = await writeTwins(folder, into);
    const built = async (name: string, source: string): Promise<number> => {
      const out = join(into, name);
      rmSync(out, { recursive: true, force: true });
      const made = await buildSnapshot(source, out, {
        files: diskFiles,
        strict: true,
        threads: availableParallelism(),
      });
      say(`built ${name} in ${made.seconds.toFixed(1)} s`);
      return made.seconds;
    };
    const opened = (name: string): Promise<Space> => openCurrent(diskFiles, join(into, name));
    const seconds: { readonly plain: number[]; readonly localized: number[] } = { plain: [], localized: [] };
    for (let turn = 0; turn < (smoke ? BUILDS.smoke : BUILDS.usual); turn += 1) {
      // Neither always has what the other left warm.
      const both = [
        async () => seconds.plain.push(await built('without-locales', folder)),
        async () => seconds.localized.push(await built('localized', twins.localized)),
      ];
      for (const build of turn % 2 === 0 ? both : both.reverse()) await build();
    }
    await built('second', twins.second);
    const spaces = {
      plain: await opened('without-locales'),
      localized: await opened('localized'),
      second: await opened('second'),
    };
    const sample = drawSample(folder, spaces.plain.model, new Random(seed, 'bench/sample'));
    const effort = { budgetMs: Math.min(options.budgetMs, budgetMaximum), slices, samplesMinimum };
    const classes = wanted.map((asked) => {
      const found = askClass(asked, spaces, sample, effort, seed);
      say(
        `${found.name}: ${(found.defaultUs / found.plainUs).toFixed(2)} and ${(found.secondUs / found.secondPlainUs).toFixed(2)}`,
      );
      return found;
    });
    return {
      share: twins.share,
      plainBytes: spaces.plain.byteLength,
      localizedBytes: spaces.localized.byteLength,
      kinds: kindsOf(spaces.plain, spaces.localized),
      plainSeconds: seconds.plain,
      localizedSeconds: seconds.localized,
      classes,
    };
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}
