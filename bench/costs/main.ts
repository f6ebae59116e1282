/**
 * `npm run costs -- [options]`: measures each step in the table of costs (src/index/costs) and corrects estimates that
 * are too small.
 *
 * An estimate below half of the measured time is written again, except with `--check` and for too few items. An
 * estimate that is too large is only reported, because a timed loop reads from the processor's cache. Exit codes: 0
 * done, 1 failed, 2 wrong usage.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { generateExport } from '../../data/generate/generate.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { contentCommand, parsed, runProgram, sizesOf } from '../harness/command.js';
import { fingerprint } from '../harness/input/prepare.js';
import { readEnvironment } from '../harness/results/results-files.js';
import { right, terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER, ROOT } from '../harness/root.js';
import { takeSlice } from '../harness/timing/measure.js';
import { percentile } from '../harness/timing/statistics.js';
import { stepsOf } from './steps.js';

const file = join(ROOT, 'src', 'index', 'costs', 'index.ts');
const figure = /^export const ([A-Z_]+) = ([0-9_.]+);$/gm;

/** Number of items at which costs are measured. */
const itemsOfCosts = 1_000_000;

/** Between these a figure is right: plans must not change because a machine was busy. */
const [leastOff, mostOff] = [0.5, 2];

/** @returns the articles, with words of titles and summaries indexed; created if they are missing */
async function prepare(items: number, seed: number): Promise<Space> {
  const folder = join(CACHE_FOLDER, `costs-${items}-${seed}-${fingerprint(['data/generate', 'build', 'src/format'])}`);
  if (!existsSync(join(folder, 'out'))) {
    await generateExport(folder, { items, seed });
    const model = join(folder, 'model.json');
    const searched = readFileSync(model, 'utf8').replace(/("name": ?"(title|summary)"),/g, '$1,"search":true,');
    writeFileSync(model, searched);
    await buildSnapshot(folder, join(folder, 'out'), { files: diskFiles, strict: true });
  }
  return openCurrent(diskFiles, join(folder, 'out'));
}

const slices = 7;

/** @returns nanoseconds of a call */
async function timeOf(run: () => unknown, sliceMs: number): Promise<number> {
  const medians: number[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    medians.push(percentile(Float64Array.from(await takeSlice(run, sliceMs, 3)).sort(), 0.5) * 1e6);
  }
  return Math.min(...medians);
}

const rounded = (cost: number): string =>
  String(Number(cost.toPrecision(2))).replace(/\B(?=(\d{3})+$)/g, cost < 1000 ? '' : '_');

async function main(args: readonly string[]): Promise<void> {
  const command = contentCommand(
    'costs',
    'Measures what each step costs, and writes the table of costs.',
    sizesOf(args, itemsOfCosts, 2000),
  ).option('--check', 'only say by how much each differs', false);
  const { items, seed, smoke, check } = parsed(command, args);
  const measured = new Map<string, number>();
  for (const { cost, count, run, without } of stepsOf(await prepare(items, seed))) {
    const time = await timeOf(run, smoke ? 1 : 60);
    const rest = without === undefined ? 0 : await timeOf(without, smoke ? 1 : 60);
    measured.set(cost, Math.max(0, time - rest) / count);
  }
  const source = readFileSync(file, 'utf8');
  const figures = [...source.matchAll(figure)].map(([, name = '', value = '']) => ({
    name,
    now: Number(value.replaceAll('_', '')),
    found: measured.get(name),
  }));
  const isOff = (now: number, found: number): boolean => found < now * leastOff || found > now * mostOff;
  const rows = figures.map(({ name, now, found }) =>
    found === undefined
      ? [name, String(now), '–', 'by hand']
      : [name, String(now), found.toPrecision(2), `${(found / now).toFixed(2)}${isOff(now, found) ? ' off' : ''}`],
  );
  console.log(`${JSON.stringify(readEnvironment())}, ${items} articles, nanoseconds`);
  console.log(terminalTable({ columns: [{ title: 'cost' }, ...['now', 'measured', 'ratio'].map(right)], rows }));
  if (check || items < itemsOfCosts) return;
  const written = source.replace(figure, (line, name: string, value: string) => {
    const found = measured.get(name) ?? 0;
    return found > mostOff * Number(value.replaceAll('_', '')) ? line.replace(value, rounded(found)) : line;
  });
  writeFileSync(file, written);
  console.log(`wrote ${relative(ROOT, file)}`);
}

await runProgram(main);
