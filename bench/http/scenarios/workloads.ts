/**
 * The five workloads of all contestants: hot, cold, item, revalidate and gzip.
 */
import { Weighted, zipfWeights } from '../../../data/generate/random.js';
import type { Question } from '../load/questions.js';
import { type Bench, ColdSupply, type Contestant, type Entry, give, loadSlice, measureInTurn } from '../measuring.js';
import type { Loaded, WorkloadResult } from '../results.js';
import type { Known } from '../workloads/questioner.js';
import { COLD, ITEMS } from '../workloads/questioner.js';
import {
  type ContestantName,
  compressed,
  firstPass,
  GZIP,
  plain,
  type Seen,
  sendsReady,
  unchanged,
} from '../workloads/requests.js';

export const WORKLOADS = ['hot', 'cold', 'item', 'revalidate', 'gzip'] as const;

export type WorkloadName = (typeof WORKLOADS)[number];
type KnownWorkload = Exclude<WorkloadName, 'cold'>;

/** Length of the order in which known URLs are requested; it begins again afterwards. */
const orderLength = 2 ** 16;
/** Number of whole documents that are compared before cold requests are timed. */
const comparedColds = 100;

/** Zipf: the k-th URL is asked 1/k as often as the first. */
export function zipfOrder({ random }: Bench, count: number): Uint32Array {
  const weighted = new Weighted(zipfWeights(count));
  return Uint32Array.from({ length: orderLength }, () => weighted.draw(random));
}

function contestantOf({ contestants }: Bench, name: 'stele' | 'bare'): Contestant {
  const found = contestants.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`${name} always takes part.`);
  return found;
}

export const steleOf = (bench: Bench): Contestant => contestantOf(bench, 'stele');
export const bareOf = (bench: Bench): Contestant => contestantOf(bench, 'bare');

export async function runWorkload(bench: Bench, name: WorkloadName): Promise<WorkloadResult> {
  return { name, loaded: name === 'cold' ? await runCold(bench) : await runKnown(bench, name) };
}

/** Gives the generator hot URLs for stele, without looking at them before. @returns the name of the set */
export async function giveHot(bench: Bench, name: string): Promise<string> {
  const known = bench.questioner.draw(COLD, bench.effort.hotUrls);
  const questions = known.map((one) => plain('stele', one));
  await give(bench, name, questions, zipfOrder(bench, known.length));
  return name;
}

/** Requests for URLs that were requested before; each whole document is compared first. */
async function runKnown(bench: Bench, name: KnownWorkload): Promise<Loaded[]> {
  const { questioner, random, effort } = bench;
  const isItem = name === 'item';
  const known = isItem ? questioner.draw(ITEMS, effort.itemUrls) : questioner.draw(COLD, effort.hotUrls);
  const order = isItem
    ? Uint32Array.from({ length: orderLength }, () => random.below(known.length))
    : zipfOrder(bench, known.length);
  const stele = await look(bench, name, steleOf(bench), known);
  const entries: Entry[] = [];
  for (const contestant of bench.contestants) {
    const seen = contestant.name === 'sqlite' ? await look(bench, name, contestant, known) : stele;
    const questions = known.map((one, place) => question(name, contestant.name, one, seen[place]!));
    const set = `${name}/${contestant.name}`;
    await give(bench, set, questions, order);
    entries.push({ contestant, load: (plan) => loadSlice(bench, contestant, set, plan) });
  }
  return measureInTurn(bench, entries);
}

/** Requests each URL untimed; compressed ones twice, because the first answer may differ from the later ones. */
async function look(
  bench: Bench,
  name: KnownWorkload,
  contestant: Contestant,
  known: readonly Known[],
): Promise<Seen[]> {
  const urls = known.map(({ url }) => url);
  const pass = (): Promise<Seen[]> =>
    firstPass(contestant, urls, name === 'gzip' ? GZIP : {}, (url) => bench.questioner.document(url));
  const seen = await pass();
  return name === 'gzip' ? pass() : seen;
}

function question(name: KnownWorkload, contestant: ContestantName, known: Known, seen: Seen): Question {
  switch (name) {
    case 'hot':
    case 'item':
      return plain(contestant, known);
    case 'revalidate':
      return unchanged(contestant, known, seen.tag);
    case 'gzip':
      return compressed(contestant, known, seen);
  }
}

/**
 * Requests for new URLs. Contestants that find no items do not read URLs, so they get the same ones again; the replaying server takes no part.
 */
async function runCold(bench: Bench): Promise<Loaded[]> {
  const { questioner, effort } = bench;
  const compared = questioner.draw(COLD, comparedColds).map(({ url }) => url);
  const entries: Entry[] = [];
  for (const contestant of bench.contestants) {
    const { name } = contestant;
    if (name === 'replay') continue;
    if (sendsReady(name)) {
      const known = questioner.draw(COLD, effort.hotUrls).map((one) => plain(name, one));
      const set = `cold/${name}`;
      await give(bench, set, known, Uint32Array.from(known.keys()));
      entries.push({ contestant, load: (plan) => loadSlice(bench, contestant, set, plan) });
    } else {
      await firstPass(contestant, compared, {}, (url) => questioner.document(url));
      const supply = new ColdSupply(bench, contestant, 'cold');
      entries.push({ contestant, load: (plan) => supply.load(plan) });
    }
  }
  return measureInTurn(bench, entries);
}
