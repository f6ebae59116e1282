/**
 * `stele advise`: lists structures that recorded traffic never needs, and measures the effect of leaving them out.
 *
 * Elsewhere: finding and judging the advice (advise), its text (advise-text).
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
import {
  type BuildChoices,
  type ContentModel,
  contentModelToJson,
  withoutDescriptiveTexts,
} from '../../../src/content/model/index.js';
import { diskFiles, explainPathFailure } from '../../../src/format/files/index.js';
import { openCurrent, readManifest, type Space } from '../../../src/index/snapshot/index.js';
import {
  type Advice,
  advise,
  type BuiltSnapshot,
  changeModel,
  collectNeeds,
  countRequests,
  editModel,
  type Piece,
} from '../advise/index.js';
import { type Planned, planTraffic } from '../replay/index.js';
import { buildTargets } from '../traffic/index.js';
import { buildPatch, formatAdvice } from './advise-text.js';
import { readInputFile, readTraffic, writeOutputFile } from './files.js';

const examples = `
The command builds the export twice, unchanged and with the advised changes, in a temporary folder; it publishes nothing.
Both snapshots answer the traffic in turns. One half of the traffic proposes changes, the other half judges them. A change
is advised only if every answer stays the same byte by byte and no shape becomes slower than --max-slower allows, even at
the lower end of its 95 % confidence interval. A larger structure is advised only if it makes a shape faster.

--apply writes the keys into model.json of the export and leaves the rest of the file unchanged. Build the export afterwards.

Examples:
  $ stele advise ./snapshots yesterday.traffic --export ./export
  $ stele advise ./snapshots yesterday.traffic --export ./export --json | jq '.pieces[] | {type, field, keys, bytes}'
  $ stele advise ./snapshots yesterday.traffic --export ./export --apply && stele build ./export --out ./snapshots`;

type AdviseArguments = OptionsOf<ReturnType<typeof command>>;

const MODEL_FILE = 'model.json';

/** @throws OperationError if every request of the traffic is an error on this snapshot */
function checkTraffic(planned: Planned, { model }: Space, file: string): void {
  const { refused } = collectNeeds(model, countRequests(planned));
  const answered = planned.requests.length - [...refused.values()].reduce((sum, times) => sum + times, 0);
  if (answered > 0) return;
  const codes = [...refused].map(([code, times]) => `${formatCount(times)} ${code}`);
  throw new OperationError(
    `no request of ${file} can be answered from this snapshot (${codes.join(', ') || 'the file is empty'}). Give traffic of this site: it may be from another site.`,
  );
}

/** @throws OperationError if the snapshot was built from another model than the export has */
function checkSameModel(exportModel: ContentModel, { model, id }: Space, folder: string): void {
  const typeNames = ({ contentTypes }: ContentModel): string[] => [...contentTypes.keys()];
  const writeModel = (compared: ContentModel): string =>
    JSON.stringify(withoutDescriptiveTexts(contentModelToJson(compared)));
  if (writeModel(exportModel) === writeModel(model)) return;
  const missingTypes = typeNames(model).filter((name) => !exportModel.contentTypes.has(name));
  const missingText = missingTypes.length > 0 ? `; it has no content type ${missingTypes.slice(0, 5).join(', ')}` : '';
  throw new OperationError(
    `the model of the export in ${folder} is not the model of snapshot ${id.slice(0, 8)}${missingText}. Give the export that the snapshot was built from, or build it first.`,
  );
}

/**
 * Builds and measures in a temporary folder, which is removed at the end.
 *
 * @throws OperationError if the folder cannot be created
 */
async function measure(
  served: Space,
  choices: BuildChoices,
  planned: Planned,
  options: AdviseArguments,
  io: CommandIo,
): Promise<Advice> {
  const parentFolder = options.temp ?? tmpdir();
  const folder = await mkdtemp(join(parentFolder, 'stele-advise-')).catch((error: unknown) => {
    throw new OperationError(
      `no folder can be created in ${parentFolder}: ${explainPathFailure(error, join(parentFolder, 'stele-advise'))}. Give another folder with --temp.`,
    );
  });
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  const modelJson: unknown = JSON.parse(
    (await readInputFile(join(options.export, MODEL_FILE))).toString().replace(/^\uFEFF/, ''),
  );
  const progress = await createProgress(io.stderr);
  let builds = 0;
  const build = async (name: string, pieces: readonly Piece[], buildChoices: BuildChoices): Promise<BuiltSnapshot> => {
    progress.stop();
    io.stderr.write(`building the export ${name}\n`);
    builds += 1;
    const out = join(folder, String(builds));
    const report = await buildSnapshot(options.export, out, {
      files: diskFiles,
      strict: false,
      full: true,
      model: Buffer.from(JSON.stringify(changeModel(modelJson, pieces))),
      choices: buildChoices,
      threads: options.threads ?? availableParallelism(),
      memoryBytes: options.memory,
      onProgress: progress.report,
      signal: stopping.signal,
    });
    const { seconds, structures } = report;
    const space = await openCurrent(diskFiles, out);
    // The snapshot is in memory, so its files are no longer needed.
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

/** Writes the accepted advice into `model.json`, or says that there is none. */
async function applyAdvice({ pieces, leaner }: Advice, folder: string, io: CommandIo): Promise<void> {
  if (pieces.length === 0 || leaner === undefined || leaner.heldBack !== undefined) {
    io.stderr.write(`note: there is no advice to apply, so ${MODEL_FILE} is unchanged\n`);
    return;
  }
  const file = join(folder, MODEL_FILE);
  const modelJson = (await readInputFile(file)).toString();
  await writeOutputFile(file, await editModel(modelJson, pieces));
  io.stderr.write(`${formatCount(pieces.length)} fields changed in ${file}; build the export again\n`);
}

const command = () =>
  new Command('advise')
    .description('list structures that traffic never needs, and measure leaving them out or making others larger')
    .argument('<snapshots>', 'folder of the served snapshots', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath)
    .optionsGroup('Advice:')
    .requiredOption('--export <folder>', 'content export that the snapshot was built from', parsePath)
    .option('--apply', "write the advice into the export's model.json", false)
    .option('--each <requests>', 'requests to measure for each shape', wholeNumberParser(1000), 2000)
    .option('--max-slower <share>', 'slowdown of a shape that still counts as the same speed', parseShare, '2%')
    .option('--max-cost <ms>', 'limit on the estimated time of one answer', wholeNumberParser(1))
    .optionsGroup('Builds:')
    .option('--threads <number>', 'threads of the builds (default: one for each core)', parseThreadCount)
    .option('--memory <size>', 'memory of a build, such as 1g or 800m (default: half of the memory limit)', parseMemory)
    .option('--temp <folder>', "folder for the builds (default: the system's temporary folder)", parsePath)
    .optionsGroup('Report:')
    .option('--report <file>', 'write the advice and all figures as JSON', parsePath)
    .option('--json', 'print the advice as JSON', false)
    .addHelpText('after', examples);

export function adviseCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, file: string, options) => {
    // Check the path first: the builds may take minutes.
    if (options.report !== undefined) await checkReportPath(options.report);
    const served = await openCurrent(diskFiles, folder);
    const traffic = await readTraffic(file);
    checkSameModel(await readExportModel(options.export, diskFiles), served, options.export);
    const planned = planTraffic(traffic, buildTargets(traffic, served));
    checkTraffic(planned, served, file);
    const { choices } = await readManifest(diskFiles, folder, served.id);
    const advice = await measure(served, choices, planned, options, io);
    const json = `${JSON.stringify({ ...advice, patch: buildPatch(served.model, advice) }, undefined, 2)}\n`;
    if (options.report !== undefined) await writeOutputFile(options.report, json);
    io.stdout.write(options.json ? json : formatAdvice(advice));
    if (options.apply) await applyAdvice(advice, options.export, io);
  });
}
