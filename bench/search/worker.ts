/**
 * The process of one search engine, so that its memory can be measured: executes the orders of its parent in turn.
 */
import { mkdirSync } from 'node:fs';
import { Random } from '../../data/generate/random.js';
import { obeyOrders } from '../harness/child.js';
import { collectGarbage, inTurn, takeSlice } from '../harness/timing/measure.js';
import { shuffled } from '../harness/timing/statistics.js';
import { isEngineName, type OpenedIndex } from './contestants/contestant.js';
import { engineOf } from './contestants/engines.js';
import { openCorpus } from './corpora/corpus-file.js';
import { type Order, PAGE, type Reply } from './orders.js';

const [, , engineName = '', corpusFolder = '', language] = process.argv;
if (!isEngineName(engineName)) throw new Error('Wanted: worker.js <engine> <corpus> [english|none].');
const corpus = openCorpus(corpusFolder, language === 'english' || language === 'none' ? language : undefined);
const engine = await engineOf(engineName);
let opened: OpenedIndex | undefined;
const sets = new Map<string, () => unknown>();

function index(): OpenedIndex {
  if (opened === undefined) throw new Error('Nothing has been opened yet.');
  return opened;
}

obeyOrders<Order, Reply>(async (order) => {
  switch (order.kind) {
    case 'build': {
      mkdirSync(order.folder, { recursive: true });
      const startedMs = performance.now();
      await engine.build(corpus, order.folder);
      const ms = performance.now() - startedMs;
      const peakBytes = process.resourceUsage().maxRSS * 1024;
      return { kind: 'built', ms, peakBytes, indexBytes: await engine.indexBytes(order.folder) };
    }
    case 'open': {
      const startedMs = performance.now();
      opened = await engine.open(corpus, order.folder);
      const openMs = performance.now() - startedMs;
      opened.search(order.question, PAGE);
      const answeredMs = performance.now() - startedMs;
      collectGarbage('major');
      const { rss, heapUsed, external } = process.memoryUsage();
      return { kind: 'opened', openMs, answeredMs, residentBytes: rss, heapBytes: heapUsed + external };
    }
    case 'ask': {
      const found = index();
      const { questions, limit } = order;
      const ids = found.searchAll?.(questions, limit) ?? questions.map((question) => found.search(question, limit));
      return { kind: 'answered', ids };
    }
    case 'load': {
      const found = index();
      const { respond } = found;
      if (order.whole && respond === undefined) throw new Error(`${engineName} answers ids only.`);
      const ask = order.whole && respond !== undefined ? respond : found.search.bind(found);
      const runs = order.questions.map((question) => () => ask(question, PAGE));
      sets.set(order.name, inTurn(shuffled(runs, new Random(order.seed, order.name))));
      for (const run of runs) run();
      return { kind: 'done' };
    }
    case 'time': {
      const run = sets.get(order.name);
      if (run === undefined) throw new Error(`No questions have been loaded as ${order.name}.`);
      collectGarbage('minor');
      return { kind: 'timed', samplesMs: await takeSlice(run, order.timeMs, order.iterations) };
    }
  }
});
