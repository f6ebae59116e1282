/**
 * Checks a large build over HTTP, at sizes at which no engine in this process could compute the expected answers.
 *
 * The server must return the exact number of articles, and each sampled article of the export when it is searched by
 * title.
 */
import { join } from 'node:path';
import { DEFAULT_RESIDENT_CACHE_BYTES } from '../../src/server/options/sizes.js';
import { linesOf, modelOf, readRow } from '../harness/input/rows.js';
import { percentile } from '../harness/timing/statistics.js';
import { usageOf } from '../http/slices.js';
import { askServer, type Question } from '../resident/first-answer.js';
import { launchServer } from '../resident/servers.js';

export interface Asked {
  /** Time from the start of the process. */
  readonly firstAnswerMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Memory of the process; undefined if the system does not report it. */
  readonly residentBytes: number | undefined;
}

const titles = 500;
function questionsOf(folder: string, items: number): readonly Question[] {
  const type = modelOf(folder).contentTypes.get('article')!;
  const place = type.attributes.findIndex(({ name }) => name === 'title');
  const total = `"total":${items}}`;
  const questions: Question[] = [
    { url: '/article?page%5Blimit%5D=1', isRight: (document) => document.includes(total) },
  ];
  for (const line of linesOf(join(folder, 'article.ndjson'))) {
    if (questions.length > titles) break;
    const { id, cells } = readRow(type, line);
    const title = cells[place];
    if (typeof title !== 'string') continue;
    const url = `/article?filter%5Btitle%5D%5B_eq%5D=${encodeURIComponent(title)}&page%5Blimit%5D=100`;
    const parts = [`"id":${JSON.stringify(id)}`, `"title":${JSON.stringify(title)}`];
    questions.push({ url, isRight: (document) => parts.every((part) => document.includes(part)) });
  }
  return questions;
}

/** @throws OperationError if an answer is not right */
export async function askBuilt(source: string, snapshots: string, items: number): Promise<Asked> {
  const questions = questionsOf(source, items);
  const startMs = performance.now();
  const server = await launchServer(undefined, snapshots, DEFAULT_RESIDENT_CACHE_BYTES);
  try {
    const answerMs: number[] = [];
    let firstAnswerMs = 0;
    for (const question of questions) {
      const askedMs = performance.now();
      await askServer(server, question);
      if (answerMs.length === 0) firstAnswerMs = performance.now() - startMs;
      answerMs.push(performance.now() - askedMs);
    }
    const sorted = Float64Array.from(answerMs).sort();
    const residentBytes = usageOf(server.pid)?.residentBytes;
    return { firstAnswerMs, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), residentBytes };
  } finally {
    await server.stop();
  }
}
