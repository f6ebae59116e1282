/**
 * A run: two checkouts in turns, and the earlier one a second time, so that it is known what no change looks like.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/files/index.js';
import { openCurrent } from '../../src/snapshot/index.js';
import { Contestant } from '../cold/contestant.js';
import { buildWith, checked, timeInTurns } from '../cold/run.js';
import { documentOf, drawUrls, WORKLOADS } from '../cold/workloads.js';
import { prepareExport } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { ROOT } from '../harness/root.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { percentile } from '../harness/timing/statistics.js';
import { type Ratio, ratioOf } from './ratio.js';
import type { Measure } from './series.js';

export interface Effort {
  readonly items: number;
  /** Turns of each contestant, for each workload. */
  readonly rounds: number;
  /** Builds of each contestant. */
  readonly builds: number;
  /** Different questions a workload. */
  readonly questions: number;
}

const median = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

function measureOf(name: string, unit: Measure['unit'], times: readonly number[][], same: boolean): Measure {
  const [before = [], again = [], now = []] = times;
  const figures = { before: median(before), now: median(now) };
  return { name, unit, ...figures, change: ratioOf(before, now), noise: ratioOf(before, again), same };
}

/** @param against root of the earlier checkout. @throws OperationError */
export async function measure(against: string, effort: Effort, say: (line: string) => void): Promise<Measure[]> {
  const temporary = mkdtempSync(join(tmpdir(), 'bench-history-'));
  const contestants: Contestant[] = [];
  try {
    const content = await prepareExport(effort.items, 1);
    say('build');
    const { measures, folders } = measureBuilds([against, against, ROOT], content, temporary, effort.builds);
    const [earlier = '', , own = ''] = folders;
    const space = await openCurrent(diskFiles, own);
    const random = new Random(1, 'bench/history');
    const sample = drawSample(content, space.model, random);
    contestants.push(
      new Contestant('the commit before', [against, earlier]),
      new Contestant('the commit before, again', [against, earlier]),
      new Contestant('this commit', [ROOT, own]),
    );
    for (const workload of WORKLOADS) {
      say(workload.name);
      const urls = drawUrls(workload, effort.questions, sample, random);
      const documents = urls.map((url) => documentOf(space, url));
      let same = true;
      for (const contestant of contestants) {
        // What was asked stays asked of a contestant whose answers are others.
        await checked(contestant, workload, urls, documents).catch((error: unknown) => {
          if (!(error instanceof DifferenceError) || contestant === contestants.at(-1)) throw error;
          same = false;
        });
      }
      measures.push(measureOf(workload.name, 'us', await timeInTurns(contestants, effort.rounds), same));
    }
    return measures;
  } finally {
    for (const contestant of contestants) contestant.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

function measureBuilds(
  roots: readonly string[],
  content: string,
  temporary: string,
  builds: number,
): { readonly measures: Measure[]; readonly folders: readonly string[] } {
  const folders = roots.map((_, place) => join(temporary, `snapshots-${place}`));
  const times = roots.map((): number[] => []);
  for (let round = 0; round < builds; round += 1) {
    for (const [place, root] of roots.entries()) {
      const folder = folders[place] ?? '';
      rmSync(folder, { recursive: true, force: true });
      times[place]?.push(buildWith(root, content, folder));
    }
  }
  const [before = 0, , now = 0] = folders.map(bytesOf);
  const exact = (ratio: number): Ratio => ({ ratio, low: ratio, high: ratio });
  return {
    folders,
    measures: [
      measureOf('build', 'seconds', times, true),
      { name: 'snapshot', unit: 'bytes', before, now, change: exact(now / before), noise: exact(1), same: true },
    ],
  };
}

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
