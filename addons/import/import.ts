/**
 * An import from end to end: it reads the source, decides the model, writes the export under a temporary name, and renames it.
 *
 * If any step fails or is stopped, an earlier export stays unchanged.
 * Elsewhere: reading (sources), the parts of the work (core), options (options), the command (commands).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, ExportError, OperationError } from '../../src/content/errors/index.js';
import { explainDiskFailure } from '../../src/format/files/index.js';
import { type Overrides, readOverrides } from './core/declarations/overrides.js';
import { findChangedFields } from './core/export/changed-fields.js';
import { type ImportReport, makeReport } from './core/export/import-report.js';
import { writeItems } from './core/export/item-writer.js';
import { removeLeftovers, temporaryPrefix } from './core/export/leftovers.js';
import { MODEL_FILE, REPORT_FILE, reportFile, Target } from './core/export/target.js';
import { ContentIntake } from './core/intake/content-intake.js';
import { type IntakeOptions, type OwnOption, ownOptions, type Source } from './core/intake/source.js';
import type { SourceField } from './core/intake/source-type.js';
import { inferLinks, NO_LINKS } from './core/model/infer-links.js';
import { type KeyLink, readKeyLinks } from './core/model/key-links.js';
import { leaveOutParts } from './core/model/left-out-parts.js';
import { offerInverses } from './core/model/offered-inverses.js';
import { makePlan, type Plan } from './core/model/plan.js';
import { withoutRepeatedUnique } from './core/model/unique-fields.js';
import { readUserModel, type UserModel } from './core/model/user-model.js';
import type { ImportOptions } from './options.js';
import { loadSource } from './sources/index.js';
import { checkZone } from './value/instants.js';

export const LINK_ROOT = '/delivery/jsonapi';
const DEFAULT_ZONE = 'UTC';

/**
 * Makes an export from the export of another system.
 *
 * @param sourceName one of SOURCES
 * @param input      a file, a folder or a URL, as the source reads
 * @param out        the folder of the export: missing, empty, or written by an earlier import
 * @throws OperationError for input of another kind, for a target with other files, and if `signal` is aborted before the end
 * @throws ExportError    for values that do not fit the user's model, and, if strict, for any loss
 */
export async function importExport(
  sourceName: string,
  input: string,
  out: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const source = await loadSource(sourceName);
  checkZone(options.zone ?? DEFAULT_ZONE);
  refuseUnusedOptions(source, sourceName, options);
  if (options.model !== undefined && options.overrides !== undefined)
    throw new OperationError(
      '--overrides changes what an import decides, and --model keeps a model as it is: give one of them.',
    );
  const overrides = await readOverrides(options.overrides, [
    { option: '--with', keep: true, names: options.with },
    { option: '--meta', keep: true, names: options.meta },
    { option: '--without', keep: false, names: options.without },
  ]);
  const target = await Target.prepare(out, options.files);
  const content = new ContentIntake(intakeOptions(options, overrides, target.waitingFolder));
  try {
    const report = await writeExport({ source, sourceName, input, target, content, options });
    await target.publish();
    options.onNonPublicItems?.(content.nonPublicItems);
    return report;
  } catch (error) {
    const isFull = /^(?:ENOSPC|EDQUOT)$/.test(codeOf(error) ?? '');
    const doing = `import into ${dirname(target.path)}`;
    throw isFull ? explainDiskFailure(error, { doing, again: 'import again', outcome: 'Nothing was written' }) : error;
  } finally {
    await content.abandon();
    await target.discard();
  }
}

/** The options with their defaults. */
const intakeOptions = (options: ImportOptions, overrides: Overrides, workFolder: string): IntakeOptions => ({
  workFolder,
  overrides,
  zone: options.zone ?? DEFAULT_ZONE,
  assetsUrl: options.assetsUrl ?? '',
  linkRoot: options.linkRoot ?? LINK_ROOT,
  headers: options.headers ?? [],
  documents: options.documents,
  richText: options.richText ?? 'markdown',
  language: options.language,
  ids: options.ids ?? [],
  csvLocale: options.csvLocale,
  locales: options.locales ?? [],
  defaultLocale: options.defaultLocale,
  nowMs: options.nowMs ?? Date.now(),
  withExpired: options.withExpired === true,
  withFuture: options.withFuture === true,
  skipFaulty: options.skipFaulty === true,
  checksTexts: options.strict === true || options.onComparedText !== undefined,
  onComparedText: options.onComparedText,
  signal: options.signal,
  onProgress: (step, done, total) =>
    options.onProgress?.({ step, done, total, unit: step === 'writing' ? 'steps' : 'bytes' }),
});

const TEMPORARY_BASE = '.stele-import-';

/**
 * Makes a temporary export and calls `use` with its folder; the export is removed afterwards, also after an error.
 *
 * @param parent folder of the temporary export; it is created if it is missing
 * @throws the errors of `importExport` and of `use`
 */
export async function withImportedExport<Result>(
  source: string,
  input: string,
  parent: string,
  options: ImportOptions,
  use: (folder: string, report: ImportReport) => Promise<Result>,
): Promise<Result> {
  await options.files.makeFolder(parent);
  await removeLeftovers(parent, TEMPORARY_BASE);
  const folder = await mkdtemp(join(parent, temporaryPrefix(TEMPORARY_BASE)));
  try {
    const exportFolder = join(folder, 'export');
    const report = await importExport(source, input, exportFolder, options);
    return await use(exportFolder, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const optionNames: Readonly<Record<OwnOption, string>> = {
  ids: '--id',
  csvLocale: '--csv-locale',
  locales: '--locales',
  defaultLocale: '--default-locale',
};

/** @throws OperationError for an option that the source does not read */
function refuseUnusedOptions(source: Source, sourceName: string, options: ImportOptions): void {
  for (const option of ownOptions) {
    const value = options[option];
    const isGiven = value !== undefined && value.length > 0;
    if (!isGiven || source.options?.includes(option) === true) continue;
    throw new OperationError(`${optionNames[option]} has no effect on an import from ${sourceName}; leave it out.`);
  }
}

/** One import under way. */
interface ImportRun {
  readonly source: Source;
  readonly sourceName: string;
  readonly input: string;
  readonly target: Target;
  readonly content: ContentIntake;
  readonly options: ImportOptions;
}

/** Writes the export into the target's temporary folder. */
async function writeExport(run: ImportRun): Promise<ImportReport> {
  const { signal } = run.options;
  try {
    signal?.throwIfAborted();
    const userModel = await findUserModel(run.target, run.options);
    const space = await readContent(run);
    const keyLinks = await readKeyLinks(run.content, run.options.links ?? []);
    const plan = await planExport(run, userModel, space, keyLinks);
    const report = await writeFiles(run, plan, userModel, keyLinks);
    signal?.throwIfAborted();
    return report;
  } catch (error) {
    // A step that is stopped may throw any error.
    if (signal?.aborted === true) throw new OperationError('the import was stopped; nothing was written.');
    throw error;
  }
}

/**
 * Reads the input to its end.
 *
 * @returns the name of the space
 * @throws OperationError for input that cannot be read, or that has no items
 */
async function readContent({ source, input, content }: ImportRun): Promise<string> {
  const space = await source.read(input, content);
  await content.close();
  await content.settle();
  if (source.infersLinks === true) await leaveOutParts(content);
  content.refuseFaults();
  const isEmpty = [...content.types.values()].every(({ size }) => size === 0);
  if (isEmpty) throw new OperationError(`${input} has nothing to serve${firstLoss(content)}. Nothing was written.`);
  return space ?? source.space;
}

/** @throws OperationError if no type with items is left */
async function planExport(
  { source, input, content, target, options }: ImportRun,
  userModel: UserModel | undefined,
  space: string,
  keyLinks: ReadonlyMap<SourceField, KeyLink>,
): Promise<Plan> {
  const infersLinks = userModel === undefined && source.infersLinks === true;
  const { links, missedLinks } = infersLinks ? await inferLinks(content) : NO_LINKS;
  const inferredLinks = new Map(links);
  for (const [field, { target: linked, many }] of keyLinks) inferredLinks.set(field, { to: [linked.key], many });
  const earlier = userModel === undefined ? findEarlierModel(target, options) : undefined;
  const changedFields = await findChangedFields(content, earlier, inferredLinks);
  for (const [field, { kept }] of changedFields)
    if (kept?.to !== undefined) inferredLinks.set(field, { to: kept.to, many: kept.many === true });
  const plan = await decidePlan(content, userModel, space, { inferredLinks, missedLinks, changedFields });
  const hasItems = plan.types.some(({ isKept, sourceType }) => isKept && sourceType.size > 0);
  if (hasItems) return plan;
  throw new OperationError(
    `${input} has no type that is left${firstLoss(content)}. Nothing was written; --with <type> keeps a type that looks private.`,
  );
}

/** Inverses are offered in a model that is decided now; a user's model has the inverses that it says. */
async function decidePlan(...[content, userModel, space, hints]: Parameters<typeof makePlan>): Promise<Plan> {
  const plan = makePlan(content, userModel, space, hints);
  return userModel === undefined ? offerInverses(content, plan) : plan;
}

/** Writes the items, the model and the report. @throws ExportError for losses, if strict */
async function writeFiles(
  { sourceName, target, content, options }: ImportRun,
  planByDeclarations: Plan,
  userModel: UserModel | undefined,
  keyLinks: ReadonlyMap<SourceField, KeyLink>,
): Promise<ImportReport> {
  const modelGiven = userModel !== undefined;
  const { exportFolder } = target;
  await writeItems(content, planByDeclarations, { folder: exportFolder, modelGiven, keyLinks });
  const plan = modelGiven
    ? planByDeclarations
    : await withoutRepeatedUnique(content, planByDeclarations, exportFolder, options.files);
  noteTimes(content, plan);
  warnOfUnusedOverrides(content, plan);
  const report = makeReport(sourceName, content, plan, modelGiven);
  if (options.strict === true) refuseLosses(report);
  await writeFile(join(exportFolder, MODEL_FILE), plan.model, { flush: true });
  await writeFile(join(exportFolder, REPORT_FILE), reportFile(report, plan.model), { flush: true });
  return report;
}

function warnOfUnusedOverrides(content: ContentIntake, { types }: Plan): void {
  const names = types.flatMap(({ sourceType, fields }) => [sourceType.ownName, ...fields.map(({ path }) => path)]);
  for (const warning of content.options.overrides.describeUnused(names)) content.warn(warning);
}

/** @returns the model of `--model`, or the one in the target if the user edited it; undefined if types are decided by the content */
async function findUserModel(target: Target, options: ImportOptions): Promise<UserModel | undefined> {
  if (options.model !== undefined) return readUserModel(await readFile(options.model, 'utf8'), options.model);
  const { earlier, path } = target;
  if (earlier?.model === undefined || !earlier.edited || options.newModel === true) return undefined;
  if (options.overrides !== undefined)
    throw new OperationError(
      `the model in ${path} was edited, so it is kept as it is, and overrides would change nothing. Say the same in ${options.overrides}, and give --new-model once.`,
    );
  return readUserModel(earlier.model, join(path, MODEL_FILE));
}

/** @returns the model by which fields keep their types; undefined if the content decides alone */
function findEarlierModel({ earlier, path }: Target, options: ImportOptions): UserModel | undefined {
  if (options.newModel === true) return undefined;
  const text = options.earlierModel ?? earlier?.model;
  return text === undefined ? undefined : readUserModel(text, join(path, MODEL_FILE));
}

/** @returns the end of a message: the first content that was left out; empty if none was */
function firstLoss({ reportCounts }: ContentIntake): string {
  const [loss] = reportCounts.leftOut;
  return loss === undefined ? '' : `. Left out: ${loss.count} × ${loss.what}, ${loss.reason}`;
}

function noteTimes(content: ContentIntake, { types }: Plan): void {
  for (const { fields } of types) {
    for (const { path, field, sourceField } of fields) {
      if (field?.format === undefined) continue;
      const { zonelessInstants, cutInstants } = sourceField.statistics;
      content.note(`${path}: times without a zone, taken as ${content.options.zone}`, zonelessInstants);
      content.note(`${path}: fractions of a second cut to milliseconds`, cutInstants);
    }
  }
}

/** Losses that the message of `--strict` lists at most. */
const LOSSES_MAXIMUM = 100;

function refuseLosses({ leftOut }: ImportReport): void {
  const losses = leftOut.filter(({ loss }) => loss);
  if (losses.length === 0) return;
  const lines = losses.map(({ what: subject, reason, count, example }) => {
    const exampleWords = example === undefined ? '' : `, such as ${example}`;
    return `  ${subject}: ${count} × ${reason}${exampleWords}`;
  });
  const hiddenCount = lines.length - LOSSES_MAXIMUM;
  const more = hiddenCount > 0 ? `\n  … and ${hiddenCount} more; without --strict, import.json lists all` : '';
  throw new ExportError(
    `something would be lost, and --strict refuses that; nothing was written:\n${lines.slice(0, LOSSES_MAXIMUM).join('\n')}${more}`,
  );
}
