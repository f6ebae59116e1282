/**
 * An import from end to end: read, decide, write, and put in place; whole or not at all.
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
  /** A model.json that is kept instead of deciding types anew. */
  readonly model?: string | undefined;
  /** Decide types anew also where the model in the target was edited. */
  readonly newModel?: boolean;
  /** Refuse any loss. */
  readonly strict?: boolean;
  /** IANA name of the zone that times without one are from. Default UTC. */
  readonly zone?: string | undefined;
  readonly assetsUrl?: string | undefined;
  /** Before `/<type>/<id>` in links within texts. Default: where one space is served. */
  readonly linkRoot?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** Folder of documents that are asked for only if they changed, where the input is a server. */
  readonly documents?: string | undefined;
  /** Of types and fields, by their names in the export: a file of overrides, what is left out, and what stays although it is not public. */
  readonly overrides?: string | undefined;
  readonly without?: readonly string[] | undefined;
  readonly with?: readonly string[] | undefined;
  /** Hidden custom fields of WordPress that stay, by their keys. */
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
  /** Code of the language that texts are searched in, where the source says none. */
  readonly language?: string | undefined;
  /** The moment at which content must be public. Default: that of the call. */
  readonly nowMs?: number | undefined;
  /** Keep what has expired, or is to be published later. */
  readonly withExpired?: boolean | undefined;
  readonly withFuture?: boolean | undefined;
  /** Leave out files, lines and rows that cannot be read. */
  readonly skipFaulty?: boolean | undefined;
  /** Told what the import has judged not to be public, once it is done. */
  readonly onNonPublicItems?: ((judged: NonPublicItems) => void) | undefined;
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
 * Makes an export of what another system exported.
 *
 * @param sourceName one of SOURCES
 * @param input      a file, a folder or a URL, as the source reads
 * @param out        the folder of the export: not there yet, empty, or made by an import
 * @throws OperationError for input that is not the source's, and for a target that is something else
 * @throws ExportError    for what does not fit a kept model, and, if strict, for any loss
 * @throws OperationError when `signal` is aborted before the export has its place
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
    const report = await whole(source, sourceName, input, target, content, options).catch((error: unknown) => {
      // Wherever it was stopped, and whatever the step under way made of that.
      throw options.signal?.aborted === true ? stopped() : error;
    });
    await target.publish();
    options.onNonPublicItems?.(content.judged);
    return report;
  } finally {
    await content.abandon();
    await target.discard();
  }
}

/**
 * An export that is only there until it is built.
 *
 * @param parent where the export lies meanwhile; made where it is missing
 * @param use    what is done with the export, given its folder
 * @throws what `importExport` and `use` throw; the export is removed in any case
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

/** Writes the whole export into the target's own folder. */
async function whole(
  source: Source,
  sourceName: string,
  input: string,
  target: Target,
  content: ContentIntake,
  options: ImportOptions,
): Promise<ImportReport> {
  options.signal?.throwIfAborted();
  const kept = await keptModel(target, options);
  const space = await source.read(input, content);
  await content.close();
  await content.settle();
  content.refuseFaults();
  if ([...content.types.values()].every(({ size }) => size === 0)) {
    throw new OperationError(`${input} has nothing to serve${summaryOf(content)}. Nothing was written.`);
  }
  const inferredLinks = kept === undefined && source.infersLinks === true ? await inferLinks(content) : [];
  const keyLinks = await readKeyLinks(content, options.links ?? []);
  const links = new Map(inferredLinks);
  for (const [field, { target: linkedType, many }] of keyLinks) links.set(field, { to: [linkedType.key], many });
  const plan = makePlan(content, kept, space ?? source.space, links);
  if (plan.types.every(({ kept: isKept, taken }) => !isKept || taken.size === 0)) {
    throw new OperationError(
      `${input} has no type that is left${summaryOf(content)}. Nothing was written; --with <type> keeps a type that looks private.`,
    );
  }
  await writeItems(content, plan, { folder: target.exportFolder, modelGiven: kept !== undefined, keyLinks });
  noteTimes(content, plan);
  const names = plan.types.flatMap(({ taken, fields }) => [taken.ownName, ...fields.map(({ what }) => what)]);
  for (const line of content.options.overrides.unmet(names)) content.warn(line);
  const report = makeReport(sourceName, content, plan, kept !== undefined);
  if (options.strict === true) refuseLosses(report);
  await writeFile(join(target.exportFolder, MODEL_FILE), plan.model, { flush: true });
  await writeFile(join(target.exportFolder, REPORT_FILE), reportFile(report, plan.model), { flush: true });
  options.signal?.throwIfAborted();
  return report;
}

async function keptModel(target: Target, options: ImportOptions): Promise<UserModel | undefined> {
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
  const [first] = content.tally.leftOut;
  return first === undefined ? '' : `. Left out: ${first.count} × ${first.what}, ${first.reason}`;
};

function noteTimes(content: ContentIntake, { types }: Plan): void {
  for (const { fields } of types) {
    for (const { what, field, taken: of } of fields) {
      if (field?.format === undefined) continue;
      content.note(`${what}: times without a zone, taken as ${content.options.zone}`, of.seen.zoneless);
      content.note(`${what}: fractions of a second cut to milliseconds`, of.seen.cut);
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
