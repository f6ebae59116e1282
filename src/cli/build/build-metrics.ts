/**
 * The outcome of a build as metrics in Prometheus' text format, for the textfile collector of a node exporter.
 *
 * A failed build writes the file too, with the metrics that are known. The file is replaced in one step, so that a scrape never
 * reads half of it.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { Gauge, Registry } from 'prom-client';
import type { BuildReport } from '../../../build/publish/index.js';
import { ExportError, OperationError } from '../../content/errors/index.js';
import { explainPathFailure } from '../../format/files/index.js';

/** Reasons why a build is not published; each is a value of the label `reason`. */
export const REFUSAL_REASONS = ['export', 'shrunk', 'gate', 'failure'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export interface BuildOutcome {
  /** Missing if the build failed before there was a snapshot. */
  readonly report?: BuildReport;
  /** Missing if the build succeeded. */
  readonly error?: unknown;
  readonly elapsedSeconds: number;
  /** Seconds since 1970. */
  readonly finishedAt: number;
}

/** @returns why nothing was published, or undefined if the build succeeded */
function refusalReason({ report, error }: BuildOutcome): RefusalReason | undefined {
  if (report !== undefined && report.refused.length > 0) return 'gate';
  if (report !== undefined && report.shrunk.length > 0) return 'shrunk';
  if (error === undefined) return undefined;
  return error instanceof ExportError ? 'export' : 'failure';
}

/** @returns the metrics as text. Cost: one line for each content type. */
export async function formatBuildMetrics(outcome: BuildOutcome): Promise<string> {
  const { report, error, elapsedSeconds, finishedAt } = outcome;
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `stele_build_${name}`, help, labelNames, registers: [registry] });

  const reason = refusalReason(outcome);
  gauge('success', '1 if the build succeeded, 0 if it failed or its snapshot was refused').set(
    reason === undefined ? 1 : 0,
  );
  gauge('published', '1 if CURRENT names a new snapshot after the build').set(report?.published === true ? 1 : 0);
  gauge('finished_timestamp_seconds', 'Time at which the build ended, in seconds since 1970').set(finishedAt);
  gauge('duration_seconds', 'Duration of the build, including an import').set(elapsedSeconds);
  gauge('peak_memory_bytes', 'Largest resident memory of the build so far').set(
    report?.peakBytes ?? process.resourceUsage().maxRSS * 1024,
  );
  const refusals = gauge('refused', '1 for the reason why the build was not published', 'reason');
  for (const candidate of REFUSAL_REASONS) refusals.set({ reason: candidate }, candidate === reason ? 1 : 0);
  gauge('errors', 'Mistakes in the export, for which it was refused').set(
    error instanceof ExportError ? error.report.errors : 0,
  );
  if (report === undefined) return registry.metrics();

  gauge('snapshot_bytes', 'Size of the snapshot').set(report.byteLength);
  const items = gauge('items', 'Items of a content type', 'type');
  const rebuilt = gauge('type_rebuilt', '1 if the content type has changed and was built, 0 if it was linked', 'type');
  for (const { name, items: itemCount, linked } of report.types) {
    items.set({ type: name }, itemCount);
    rebuilt.set({ type: name }, linked ? 0 : 1);
  }
  const warnings = gauge('warnings', 'Warnings about the export, by kind', 'kind');
  for (const { kind, count } of report.warningCounts) warnings.set({ kind }, count);
  return registry.metrics();
}

/** Replaces the file of an earlier build. @throws OperationError if it cannot be written */
export async function writeBuildMetrics(path: string, outcome: BuildOutcome): Promise<void> {
  // Not *.prom, so that the collector never reads the unfinished file.
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, await formatBuildMetrics(outcome));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new OperationError(
      `the metrics of the build cannot be written to ${path}: ${explainPathFailure(error, path)}`,
    );
  }
}
