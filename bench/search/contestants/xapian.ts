/**
 * Xapian 1.4 from Debian (`apt-get install python3-xapian`) as a contestant for relevance, in a Python process.
 *
 * It uses BM25 with the default weights, its own stemmer and spelling correction, and a prefix for the last word. It is
 * not timed, because the process in between would be timed too.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { folderBytes } from '../../engine/results.js';
import { BENCH_FOLDER } from '../../harness/root.js';
import type { Corpus, OpenedIndex, Question, SearchEngine } from './contestant.js';
import { STOP_WORDS, wordsOf } from './packages.js';

/** Debian's own, which Debian's packages are made for. */
const python = '/usr/bin/python3';
const script = join(BENCH_FOLDER, 'search', 'contestants', 'xapian-process.py');
const folderName = 'xapian';
/** Maximum bytes of an answer to all queries of a run. */
const answerBytesMaximum = 2 ** 30;

function xapianVersion(): string | undefined {
  const { status, stdout } = spawnSync(python, [script, 'version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether Python and its module for Xapian are installed. */
export const isXapianThere = (): boolean => xapianVersion() !== undefined;

function termsOf({ words }: Question, language: Corpus['language']): string[] {
  const all = wordsOf(words);
  const telling = language === 'english' ? all.filter((word) => !STOP_WORDS.has(word)) : all;
  return telling.length > 0 ? telling : all;
}

function askAll(folder: string, order: object): readonly (readonly string[])[] {
  const { status, stdout, stderr } = spawnSync(python, [script, 'ask', join(folder, folderName)], {
    input: `${JSON.stringify(order)}\n`,
    encoding: 'utf8',
    maxBuffer: answerBytesMaximum,
  });
  if (status !== 0) throw new Error(`Xapian could not answer: ${stderr}`);
  return JSON.parse(stdout);
}

export const xapian = (): SearchEngine => ({
  name: 'xapian',
  version: xapianVersion() ?? 'unknown',
  rule: { begins: 'last', exactWords: 1, enough: 0, beyond: 'more' },
  responds: false,
  forgivesTypos: true,
  hitsMaximum: Number.POSITIVE_INFINITY,
  build: async (corpus, folder) => {
    const child = spawn(python, [script, 'build', join(folder, folderName)], { stdio: ['pipe', 'inherit', 'inherit'] });
    const ended = once(child, 'exit');
    const { language, fields } = corpus;
    child.stdin.write(`${JSON.stringify({ language, weights: fields.map(({ weight }) => weight) })}\n`);
    for (const { id, texts } of corpus.plainDocuments()) {
      const line = `${JSON.stringify({ id, texts: texts.map(wordsOf) })}\n`;
      if (!child.stdin.write(line)) await once(child.stdin, 'drain');
    }
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`Xapian could not build: its process ended with ${code}.`);
  },
  open: async ({ language }, folder): Promise<OpenedIndex> => {
    const searchAll = (questions: readonly Question[], limit: number) =>
      askAll(folder, { language, limit, questions: questions.map((question) => termsOf(question, language)) });
    return { search: (question, limit) => searchAll([question], limit)[0] ?? [], searchAll, close: () => {} };
  },
  indexBytes: async (folder) => folderBytes(join(folder, folderName)),
});
