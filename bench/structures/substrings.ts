/**
 * Which structure answers a substring best: a suffix array, lists of n-grams, or the tree cut where few texts are left?
 * Each says how many texts contain the pattern, and which twenty are the first; a plain scan is the yardstick.
 *
 *     npm run bench:structures -- substrings
 */
import { Random } from '../../data/generate/random.js';
import { built, type Contestant, type ContestResult, contest, type Task } from './contest.js';
import { CutTree } from './cut-tree.js';
import { GramLists } from './gram-lists.js';
import type { Measuring } from './measuring.js';
import { SuffixArray } from './suffix-array.js';
import { drawTexts, type Texts } from './texts.js';

const patternLengths = [1, 2, 3, 8, 20] as const;
const first = 20;

export async function measureSubstrings({ sizes, questions, seed, effort }: Measuring): Promise<ContestResult[]> {
  const results: ContestResult[] = [];
  for (const size of sizes) {
    for (const kind of ['titles', 'summaries'] as const) {
      const texts = drawTexts(kind, size, seed);
      const random = new Random(seed, `structures/substrings/${kind}`);
      const megabytes = (texts.byteLength / 1e6).toFixed(1);
      const over = `${texts.values.length.toLocaleString('en-US')} ${kind}, ${megabytes} MB`;
      const contestants = await substringContestants(texts);
      results.push(contest(over, contestants, tasks(texts, questions, random), effort, random));
    }
  }
  return results;
}

export async function substringContestants(texts: Texts): Promise<Contestant<Buffer>[]> {
  const { terms, records } = texts;
  const startedMs = performance.now();
  const tree = { structure: await CutTree.build(texts), buildMs: performance.now() - startedMs };
  const suffixes = built(() => new SuffixArray(records));
  const grams = built(() => new GramLists(terms));
  return [
    { name: 'scan', byteLength: 0, buildMs: 0, answer: (pattern) => scan(texts, pattern) },
    of('suffix array', suffixes),
    of('n-gram lists', grams),
    of('tree', tree),
  ];
}

interface Finder {
  readonly byteLength: number;
  find(pattern: Uint8Array, first: number): number[];
}

const of = (
  name: string,
  { structure, buildMs }: { readonly structure: Finder; readonly buildMs: number },
): Contestant<Buffer> => ({
  name,
  byteLength: structure.byteLength,
  buildMs,
  answer: (pattern) => structure.find(pattern, first),
});

function scan({ terms }: Texts, pattern: Buffer): number[] {
  const holds = terms.containing(pattern);
  const page: number[] = [];
  let count = 0;
  for (let term = 0; term < terms.size; term += 1) {
    if (!holds(term)) continue;
    count += 1;
    if (page.length < first) page.push(term);
  }
  return [count, ...page];
}

/** Patterns from random places of random texts, so that what is frequent is asked often; and some that no text has. */
function tasks({ values }: Texts, count: number, random: Random): Task<Buffer>[] {
  const pattern = (length: number): Buffer => {
    for (;;) {
      const characters = [...values[random.below(values.length)]!.toString()];
      if (characters.length < length) continue;
      const at = random.below(characters.length - length + 1);
      return Buffer.from(characters.slice(at, at + length).join(''));
    }
  };
  const absent = (): Buffer => Buffer.concat([pattern(4), Buffer.from('~'), pattern(4)]);
  return [
    ...patternLengths.map((length) => ({
      name: `${length} ${length === 1 ? 'character' : 'characters'}`,
      questions: Array.from({ length: count }, () => pattern(length)),
    })),
    { name: 'absent', questions: Array.from({ length: count }, absent) },
  ];
}
