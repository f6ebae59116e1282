/**
 * An import from end to end: read the source, decide the model, write the export, and put it in its place; completely or not at all.
 *
 * Elsewhere: reading (sources), the parts of the work (core), the command and its options (commands).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportError, OperationError } from '../../src/content/errors/index.js';
import type { Files } from '../../src/format/files/index.js';
import { readOverrides } from './core/declarations/overrides.js';
import { type ImportReport, makeReport } from './core/export/import-report.js';
import { writeItems } from './core/export/item-writer.js';
import { MODEL_FILE, REPORT_FILE, reportFile, Target } from './core/export/target.js';
import { ContentIntake } from './core/intake/content-intake.js';
import type { NonPublicItems } from './core/intake/non-public-items.js';
import { type OwnOption, ownOptions, type RichTextForm, type Source } from './core/intake/source.js';
import { inferLinks } from './core/model/infer-links.js';
import { readKeyLinks } from './core/model/key-links.js';
import { makePlan, type Plan } from './core/model/plan.js';
import { readUserModel, type UserModel } from './core/model/user-model.js';
import { loadSource } from './sources/index.js';
import { checkZone } from './value/instants.js';

export interface ImportOptions {
  readonly files: Files;
  /** A model.json that is used unchanged; without it, types are decided by the content. */
  readonly model?: string | undefined;
  /** Decide types by the content even if the model in the target was edited. */
  readonly newModel?: boolean;
  /** Refuse any loss. */
  readonly strict?: boolean;
  /** IANA name of the zone of times without a zone. Default UTC. */
  readonly zone?: string | undefined;
  readonly assetsUrl?: string | undefined;
  /** Put before `/<type>/<id>` in links within texts. Default: the path at which a single space is served. */
  readonly linkRoot?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** Folder of stored documents, which are requested again only if they changed, if the input is a server. */
  readonly documents?: string | undefined;
  /** Path of a file of overrides. */
  readonly overrides?: string | undefined;
  readonly without?: readonly string[] | undefined;
  readonly with?: readonly string[] | undefined;
  /** Keys of hidden custom fields of WordPress to keep. */
  readonly meta?: readonly string[] | undefined;
  /** Default: markdown. */
  readonly richText?: RichTextForm | undefined;
  /** Columns of tables that are to be the id: `column`, or `type.column`. */
  readonly ids?: readonly string[] | undefined;
  /** Language tag by which numbers and dates in CSV are read, such as `de`. */
  readonly csvLocale?: string | undefined;
  /** Languages of a Markdown site, and the one of pages without a language. */
  readonly locales?: readonly string[] | undefined;
  readonly defaultLocale?: string | undefined;
  /** Fields whose values are a key of another type: `airport.iso_country=country.code`. */
  readonly links?: readonly string[] | undefined;
  /** Code of the language in which texts are searched, if the source names none. */
  readonly language?: string | undefined;
  /** The moment at which content must be public, in milliseconds since 1970. Default: the time of the call. */
  readonly nowMs?: number | undefined;
  /** Keep content that has expired, or will be published later. */
  readonly withExpired?: boolean | undefined;
  readonly withFuture?: boolean | undefined;
  /** Leave out files, lines and rows that cannot be read. */
  readonly skipFaulty?: boolean | undefined;
  /** Called after a successful import with the items that it has judged not to be public. */
  readonly onNonPublicItems?: ((nonPublicItems: NonPublicItems) => void) | undefined;
  /** Called for each text that was converted to Markdown and compared with it, with the number of differences. */
  readonly onComparedText?: ((differences: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'steps';
}

const stopped = (): OperationError => new OperationError('the import was stopped; nothing was written.');

export const LINK_ROOT = '/delivery/jsonapi';

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
  const zone = options.zone ?? 'UTC';
  checkZone(zone);
  refuseOptionsOfOthers(source, sourceName, options);
  if (options.model !== undefined && options.overrides !== undefined)
    throw new OperationError(
      '--overrides changes what an import decides, and --model keeps a model as it is: give one of them.',
    );
  const overrides = await readOverrides(options.overrides, [
    ['--with', true, options.with],
    ['--meta', true, options.meta],
    ['--without', false, options.without],
  ]);
  const target = await Target.prepare(out, options.files);
  const content = new ContentIntake({
    workFolder: target.waitingFolder,
    zone,
    assetsUrl: options.assetsUrl ?? '',
    linkRoot: options.linkRoot ?? LINK_ROOT,
    headers: options.headers ?? [],
    documents: options.documents,
    richText: options.richText ?? 'markdown',
    language: options.language,
    overrides,
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
  try {
    const report = await writeExport(source, sourceName, input, target, content, options).catch((error: unknown) => {
      // A step that is stopped may throw any error.
      throw options.signal?.aborted === true ? stopped() : error;
    });
    await target.publish();
    options.onNonPublicItems?.(content.nonPublicItems);
    return report;
  } finally {
    await content.abandon();
    await target.discard();
  }
}

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
  const folder = await mkdtemp(join(parent, '.stele-import-'));
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
function refuseOptionsOfOthers(source: Source, sourceName: string, options: ImportOptions): void {
  for (const option of ownOptions) {
    const value = options[option];
    if (value === undefined || value.length === 0 || source.options?.includes(option) === true) continue;
    throw new OperationError(`${optionNames[option]} has no effect on an import from ${sourceName}; leave it out.`);
  }
}

/** Writes the export into the target's temporary folder. */
async function writeExport(
  source: Source,
  sourceName: string,
  input: string,
  target: Target,
  content: ContentIntake,
  options: ImportOptions,
): Promise<ImportReport> {
  options.signal?.throwIfAborted();
  const userModel = await findUserModel(target, options);
  const space = await source.read(input, content);
  await content.close();
  await content.settle();
  content.refuseFaults();
  if ([...content.types.values()].every(({ size }) => size === 0)) {
    throw new OperationError(`${input} has nothing to serve${summaryOf(content)}. Nothing was written.`);
  }
  const inferredLinks = userModel === undefined && source.infersLinks === true ? await inferLinks(content) : [];
  const keyLinks = await readKeyLinks(content, options.links ?? []);
  const links = new Map(inferredLinks);
  for (const [field, { target: linkedType, many }] of keyLinks) links.set(field, { to: [linkedType.key], many });
  const plan = makePlan(content, userModel, space ?? source.space, links);
  if (plan.types.every(({ isKept, sourceType }) => !isKept || sourceType.size === 0)) {
    throw new OperationError(
      `${input} has no type that is left${summaryOf(content)}. Nothing was written; --with <type> keeps a type that looks private.`,
    );
  }
  await writeItems(content, plan, { folder: target.exportFolder, modelGiven: userModel !== undefined, keyLinks });
  noteTimes(content, plan);
  const names = plan.types.flatMap(({ sourceType, fields }) => [sourceType.ownName, ...fields.map(({ path }) => path)]);
  for (const line of content.options.overrides.unmet(names)) content.warn(line);
  const report = makeReport(sourceName, content, plan, userModel !== undefined);
  if (options.strict === true) refuseLosses(report);
  await writeFile(join(target.exportFolder, MODEL_FILE), plan.model, { flush: true });
  await writeFile(join(target.exportFolder, REPORT_FILE), reportFile(report, plan.model), { flush: true });
  options.signal?.throwIfAborted();
  return report;
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

const summaryOf = (content: ContentIntake): string => {
  const [first] = content.reportCounts.leftOut;
  return first === undefined ? '' : `. Left out: ${first.count} × ${first.what}, ${first.reason}`;
};

function noteTimes(content: ContentIntake, { types }: Plan): void {
  for (const { fields } of types) {
    for (const { path, field, sourceField } of fields) {
      if (field?.format === undefined) continue;
      const { zoneless, cutInstants } = sourceField.statistics;
      content.note(`${path}: times without a zone, taken as ${content.options.zone}`, zoneless);
      content.note(`${path}: fractions of a second cut to milliseconds`, cutInstants);
    }
  }
}

function refuseLosses({ leftOut }: ImportReport): void {
  const losses = leftOut.filter(({ loss }) => loss);
  if (losses.length === 0) return;
  const lines = losses.map(({ what, reason, count, example }) => {
    const shown = example === undefined ? '' : `, such as ${example}`;
    return `  ${what}: ${count} × ${reason}${shown}`;
  });
  throw new ExportError(
    `something would be lost, and --strict refuses that; nothing was written:\n${lines.join('\n')}`,
  );
}
