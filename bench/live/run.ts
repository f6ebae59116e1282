/**
 * An export that changes, `stele watch` which is told so by a webhook and pushes, and a replica that follows: all as
 * processes, as they are run. The replica is asked until it answers with what was changed.
 */
import { cpSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { OperationError } from '../../src/content/errors/index.js';
import type { ContentOptions } from '../harness/command.js';
import { prepareExport } from '../harness/input/prepare.js';
import { BASE } from '../harness/input/render.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';
import { usageOf } from '../http/slices.js';

export interface LiveOptions extends ContentOptions {
  readonly changes: number;
}

export interface LiveResult {
  /** From each webhook to the new answer. */
  readonly seconds: readonly number[];
  /** Processor time of a change; undefined where the system does not tell. */
  readonly cpuSeconds: { readonly watch: number; readonly replica: number } | undefined;
}

const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
const secret = 'secret-of-the-benchmark';
/** How long a change may take, and how often the replica is asked. */
const patienceMs = 600_000;
const askMs = 50;

/** Where an article's title stands in the file: only letters that are a byte each are changed. */
interface Title {
  readonly id: string;
  readonly position: number;
  readonly text: string;
}

const headBytes = 4_000_000;
const markLength = 8;

/** @returns those of the file's first articles */
function titlesIn(descriptor: number): readonly Title[] {
  const head = Buffer.alloc(headBytes);
  const text = head.toString('latin1', 0, readSync(descriptor, head, 0, headBytes, 0));
  const titles: Title[] = [];
  for (const found of text.matchAll(/"id":"([\w-]+)"[^\n]*?"title":"([ !#-[\]-~]{8,})"/g)) {
    const [whole, id = '', title = ''] = found;
    titles.push({ id, text: title, position: found.index + whole.length - title.length - 1 });
  }
  if (titles.length === 0) throw new OperationError('No article of the export has a title that can be changed.');
  return titles;
}

async function untilAnswered(replica: ServerProcess, id: string, title: string): Promise<void> {
  const url = `http://127.0.0.1:${replica.port}${BASE}/article/${id}`;
  const part = `"title":${JSON.stringify(title)}`;
  const endMs = performance.now() + patienceMs;
  while (performance.now() < endMs) {
    const text = await (await fetch(url)).text();
    if (text.includes(part)) return;
    await sleep(askMs);
  }
  throw new OperationError(`The replica did not answer with what article ${id} was changed to.`);
}

async function measureChanges(folder: string, changes: number, say: (line: string) => void): Promise<LiveResult> {
  const [content, origin, file] = ['export', 'origin', 'secret'].map((name) => join(folder, name));
  writeFileSync(file!, secret);
  const target = pathToFileURL(origin!).href;
  const watching = ['--listen', '127.0.0.1:0', '--secret', file!, '--fetch', 'true', '--push', target];
  const running: ServerProcess[] = [];
  const descriptor = openSync(join(content!, 'article.ndjson'), 'r+');
  const titles = titlesIn(descriptor);
  try {
    const watch = await launch('stele watch', process.execPath, [
      ...[program, 'watch', content!, '--out', join(folder, 'snapshots')],
      ...watching,
    ]);
    running.push(watch);
    const following = ['--follow', target, '--poll', '0.5', '--wait', '--port', '0'];
    const replica = await launch('a replica', process.execPath, [
      ...[program, 'serve', join(folder, 'replica')],
      ...following,
    ]);
    running.push(replica);
    const [first] = titles;
    await untilAnswered(replica, first!.id, first!.text);
    const seconds: number[] = [];
    const before = running.map(({ pid }) => usageOf(pid)?.cpuMs);
    for (let change = 0; change < changes; change += 1) {
      const { id, text, position } = titles[(change * 7919) % titles.length]!;
      const mark = `live${change.toString(16).padStart(markLength - 4, '0')}`;
      writeSync(descriptor, mark, position);
      const startMs = performance.now();
      const headers = { Authorization: `Bearer ${secret}` };
      const { status } = await fetch(`http://127.0.0.1:${watch.port}/hook`, { method: 'POST', headers });
      if (status !== 202) throw new OperationError(`The webhook was answered with ${status}.`);
      await untilAnswered(replica, id, `${mark}${text.slice(markLength)}`);
      seconds.push((performance.now() - startMs) / 1000);
      say(`change ${change + 1} of ${changes}: ${seconds.at(-1)!.toFixed(2)} s`);
    }
    const [ofWatch, ofReplica] = running.map(({ pid }, i) => (usageOf(pid)?.cpuMs ?? Number.NaN) - (before[i] ?? 0));
    const perChange = (ms = Number.NaN): number => ms / 1000 / changes;
    const cpuSeconds = { watch: perChange(ofWatch), replica: perChange(ofReplica) };
    return { seconds, cpuSeconds: Number.isNaN(cpuSeconds.watch) ? undefined : cpuSeconds };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

/** @throws OperationError when an answer does not come */
export async function run({ items, seed, changes }: LiveOptions, say: (line: string) => void): Promise<LiveResult> {
  const prepared = await prepareExport(items, seed);
  const folder = mkdtempSync(join(tmpdir(), 'bench-live-'));
  try {
    const content = join(folder, 'export');
    cpSync(prepared, content, { recursive: true });
    return await measureChanges(folder, changes, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
