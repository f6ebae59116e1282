/**
 * `stele advise`: what the model could leave out, and what a build could store more of, for the traffic that there is.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, type CommandUnknownOpts } from 'commander';
import { buildSnapshot, readExportModel } from '../../../build/publish/index.js';
import { checkReportPath, createProgress } from '../../../src/cli/build/index.js';
import {
  type CommandIo,
  formatCount,
  type OptionsOf,
  parseMemory,
  parsePath,
  parsePercent,
  parseShare,
  parseThreadCount,
  wholeNumberParser,
} from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { type BuildChoices, type ContentModel, contentModelToJson } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, readManifest, type Space } from '../../../src/index/snapshot/index.js';
import {
  type Advice,
  advise,
  type Built,
  changedModel,
  countsOf,
  editModel,
  needsOf,
  type Piece,
} from '../advise/index.js';
import { type Planned, plan } from '../replay/index.js';
import { targetsOf } from '../traffic/index.js';
import { adviceText, patchOf } from './advise-text.js';
import { readGiven, readTraffic, writeGiven } from './files.js';

const examples = `
The export is built beside, as it is and with the advice, into a folder that is removed at the end; nothing is published.
Both answer the traffic in turns. Advice is found on one half of the traffic and judged on the other: it is given only if
every answer stays the same to the byte, and no shape becomes slower by more than --max-slower, the whole interval of 95 %
lying above it. What would be stored more of must make a shape faster by more than its interval.

--apply writes the keys into model.json of the export; all else in the file stays as it is written. Build again then.

Examples:
  $ stele advise ./snapshots yesterday.traffic --export ./export
  $ stele advise ./snapshots yesterday.traffic --export ./export --json | jq '.pieces[] | {type, field, keys, bytes}'
  $ stele advise ./snapshots yesterday.traffic --export ./export --apply && stele build ./export --out ./snapshots`;

type AdviseArguments = OptionsOf<ReturnType<typeof command>>;

const MODEL_FILE = 'model.json';

/** @throws OperationError where the traffic asks nothing that this snapshot could be measured by */
function checkTraffic(planned: Planned, { model }: Space, file: string): void {
  const { refused } = needsOf(model, countsOf(planned));
  const answered = planned.requests.length - [...refused.values()].reduce((sum, times) => sum + times, 0);
  if (answered > 0) return;
  const codes = [...refused].map(([code, times]) => `${formatCount(times)} ${code}`);
  throw new OperationError(
    `no request of ${file} asks for what this snapshot has (${codes.join(', ') || 'it is empty'}). Is it the traffic of another site?`,
  );
}

/** @throws OperationError where the export is another one than the snapshot was built from */
function checkModel(given: ContentModel, { model, id }: Space, folder: string): void {
  const names = ({ contentTypes }: ContentModel): string[] => [...contentTypes.keys()];
  if (JSON.stringify(contentModelToJson(given)) === JSON.stringify(contentModelToJson(model))) return;
  const other = names(model).filter((name) => !given.contentTypes.has(name));
  const which = other.length > 0 ? `; it has no content type ${other.slice(0, 5).join(', ')}` : '';
  throw new OperationError(
    `the model of the export in ${folder} is not that of snapshot ${id.slice(0, 8)}${which}. Give the export that the snapshot was built from, or build it first.`,
  );
}

async function measure(
  served: Space,
  choices: BuildChoices,
  planned: Planned,
  options: AdviseArguments,
  io: CommandIo,
): Promise<Advice> {
  const place = options.temp ?? tmpdir();
  const folder = await mkdtemp(join(place, 'stele-advise-')).catch((error: unknown) => {
    throw new OperationError(`${place} cannot be built in: ${String(error)}. Give another folder with --temp.`);
  });
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  const text: unknown = JSON.parse(
    (await readGiven(join(options.export, MODEL_FILE))).toString().replace(/^\uFEFF/, ''),
  );
  const progress = await createProgress(io.stderr);
  let builds = 0;
  const build = async (name: string, pieces: readonly Piece[], chosen: BuildChoices): Promise<Built> => {
    progress.stop();
    io.stderr.write(`building the export ${name}\n`);
    builds += 1;
    const out = join(folder, String(builds));
    const report = await buildSnapshot(options.export, out, {
      files: diskFiles,
      strict: false,
      full: true,
      model: Buffer.from(JSON.stringify(changedModel(text, pieces))),
      choices: chosen,
      threads: options.threads ?? availableParallelism(),
      memoryBytes: options.memory,
      onProgress: progress.report,
      signal: stopping.signal,
    });
    const { seconds, structures } = report;
    const space = await openCurrent(diskFiles, out);
    // It is in memory now.
    await rm(out, { recursive: true, force: true });
    return { space, seconds, structures };
  };
  try {
    return await advise(served.model, planned, build, {
      each: options.each,
      maxCostMs: options.maxCost,
      slack: parsePercent(options.maxSlower) / 100,
      choices,
    });
  } finally {
    progress.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function apply({ pieces, leaner }: Advice, folder: string, io: CommandIo): Promise<void> {
  if (pieces.length === 0 || leaner === undefined || leaner.heldBack !== undefined) {
    io.stderr.write(`note: there is no advice to apply, so ${MODEL_FILE} stays as it is\n`);
    return;
  }
  const file = join(folder, MODEL_FILE);
  const text = (await readGiven(file)).toString();
  await writeGiven(file, await editModel(text, pieces));
  io.stderr.write(`${file} has ${formatCount(pieces.length)} fields changed; build the export again\n`);
}

const command = () =>
  new Command('advise')
    .description('say which structures traffic never needs, and measure what leaving them out, or storing more, brings')
    .argument('<snapshots>', 'folder of snapshots that is served', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath)
    .requiredOption(
      '--export <folder>',
      'content export that the snapshot was built from; it is built beside',
      parsePath,
    )
    .option('--apply', "write the advice into the export's model.json", false)
    .option('--each <requests>', 'requests that measure each shape', wholeNumberParser(1000), 2000)
    .option('--max-slower <share>', 'by how much a shape may be slower and count as the same', parseShare, '2%')
    .option('--max-cost <ms>', 'estimated time of one answer, beyond which it is refused', wholeNumberParser(1))
    .option('--threads <number>', 'threads that build (default: one a core)', parseThreadCount)
    .option('--memory <size>', 'memory to build in, such as 1g or 800m (default: half of what is allowed)', parseMemory)
    .option('--temp <folder>', 'folder to build in (default: that of the system)', parsePath)
    .option('--report <file>', 'write the advice and all figures as JSON', parsePath)
    .option('--json', 'print the advice as JSON', false)
    .addHelpText('after', examples);

export function adviseCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, file: string, options) => {
    // Before the minutes that builds may take.
    if (options.report !== undefined) await checkReportPath(options.report);
    const served = await openCurrent(diskFiles, folder);
    const traffic = await readTraffic(file);
    checkModel(await readExportModel(options.export, diskFiles), served, options.export);
    const planned = plan(traffic, targetsOf(traffic, served));
    checkTraffic(planned, served, file);
    const { choices } = await readManifest(diskFiles, folder, served.id);
    const advice = await measure(served, choices, planned, options, io);
    const json = `${JSON.stringify({ ...advice, patch: patchOf(served.model, advice) }, undefined, 2)}\n`;
    if (options.report !== undefined) await writeGiven(options.report, json);
    io.stdout.write(options.json ? json : adviceText(advice));
    if (options.apply) await apply(advice, options.export, io);
  });
}
