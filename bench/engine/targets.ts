/**
 * The latency targets for a million items, and the verdict of a run on each.
 */

import {
  atLeast,
  atMost,
  count,
  duration,
  megabytes,
  times,
  unknown,
  type Verdict,
} from '../harness/results/tables.js';
import { geometricMean } from '../harness/timing/statistics.js';
import { type ClassResult, type Results, ratioOf } from './results.js';

const LIMITS = {
  mean: 240,
  p50Us: 100,
  p50RelatedUs: 150,
  p99Us: 2000,
  p99RelatedUs: 5000,
  p99MarkdownUs: 20_000,
  adversarialUs: 20_000,
  growth: 3,
  opening: 3,
  residentShare: 1.3,
  residentBytes: 100e6,
  parseUs: 5,
  snapshotShare: 2.4,
} as const;

const growthFrom = 10_000;
const growthTo = 1_000_000;
/** The classes whose time must hardly grow. */
const GROWTH = ['item by id', 'equality on a unique text'] as const;

/** Whether a class asks of related items, in whatever it does. */
const isRelated = (name: string): boolean => /through (a|two) relationship/.test(name);

const p50Limit = ({ name }: ClassResult): number => (isRelated(name) ? LIMITS.p50RelatedUs : LIMITS.p50Us);

/** The 99th percentile a class may have, in microseconds. */
export const p99Limit = ({ adversarial, name }: ClassResult): number => {
  if (adversarial) return LIMITS.adversarialUs;
  if (isRelated(name)) return LIMITS.p99RelatedUs;
  return name.includes('in Markdown') ? LIMITS.p99MarkdownUs : LIMITS.p99Us;
};

/** @returns descriptions of the targets that the class misses; empty if it misses none */
export function misses(result: ClassResult): string[] {
  const ratio = ratioOf(result);
  const { adversarial, stele } = result;
  return [
    ...(ratio !== undefined && ratio <= 1 ? ['slower than SQLite'] : []),
    ...(!adversarial && stele.p50Us > p50Limit(result) ? [`p50 above ${duration(p50Limit(result))}`] : []),
    ...(stele.p99Us > p99Limit(result) ? [`p99 above ${duration(p99Limit(result))}`] : []),
  ];
}

/** The mean over all classes but the adversarial ones; undefined if SQLite was not measured. */
export function meanRatio(classes: readonly ClassResult[]): number | undefined {
  const ratios = classes.filter(({ adversarial }) => !adversarial).map(ratioOf);
  const known = ratios.filter((ratio) => ratio !== undefined);
  return known.length === 0 || known.length < ratios.length ? undefined : geometricMean(known);
}

function each(
  promise: string,
  limit: string,
  classes: readonly ClassResult[],
  fails: (result: ClassResult) => boolean,
): Verdict {
  const failing = classes.filter(fails).map(({ name }) => name);
  if (classes.length === 0) return unknown(promise, limit);
  const measured = `${classes.length - failing.length} of ${classes.length} classes`;
  return { promise, limit, measured, kept: failing.length === 0, failing };
}

/** @param all every run there is, `results` among them: growth is seen between two */
export function verdicts(results: Results, all: readonly Results[]): Verdict[] {
  const ordinary = results.classes.filter(({ adversarial }) => !adversarial);
  const adversarial = results.classes.filter((result) => result.adversarial);
  const { footprint } = results;
  const withRatio = results.classes.filter((result) => ratioOf(result) !== undefined);
  const resident = LIMITS.residentShare * footprint.snapshotBytes + LIMITS.residentBytes;
  return [
    each('every class: ratio to SQLite’s p50', '> 1', withRatio, (result) => (ratioOf(result) ?? 0) <= 1),
    atLeast('geometric mean of the ratios', LIMITS.mean, meanRatio(results.classes), times),
    each(
      'p50 of every class',
      `≤ ${duration(LIMITS.p50Us)} (through a relationship ≤ ${duration(LIMITS.p50RelatedUs)})`,
      ordinary,
      (result) => result.stele.p50Us > p50Limit(result),
    ),
    each(
      'p99 of every class',
      `≤ ${duration(LIMITS.p99Us)} (substring in Markdown ≤ ${duration(LIMITS.p99MarkdownUs)}, through a relationship ≤ ${duration(LIMITS.p99RelatedUs)})`,
      ordinary,
      (result) => result.stele.p99Us > p99Limit(result),
    ),
    each(
      'p99 of adversarial classes',
      `≤ ${duration(LIMITS.adversarialUs)}`,
      adversarial,
      ({ stele }) => stele.p99Us > LIMITS.adversarialUs,
    ),
    ...linkedVerdicts(results.linked),
    ...GROWTH.map((name) => growthVerdict(name, all)),
    atMost(
      'open a snapshot, all checksums verified',
      LIMITS.opening,
      footprint.openMs / footprint.readMs,
      (open) => `${times(open)} (${duration(footprint.openMs * 1000)}, read in ${duration(footprint.readMs * 1000)})`,
      `≤ ${LIMITS.opening} × the time to read its files`,
    ),
    atMost(
      'resident memory after opening',
      resident,
      footprint.residentBytes,
      (bytes) => `${megabytes(bytes)} (limit ${megabytes(resident)})`,
      `≤ ${LIMITS.residentShare} × snapshot + 100 MB`,
    ),
    atMost(
      'parse and check a URL, p50',
      LIMITS.parseUs,
      results.parts.find(({ name }) => name === 'parse and check')?.timing.p50Us,
      duration,
      `≤ ${duration(LIMITS.parseUs)}`,
    ),
    atMost(
      'snapshot bytes',
      LIMITS.snapshotShare,
      footprint.snapshotBytes / footprint.exportBytes,
      (share) => `${times(share)} (${megabytes(footprint.snapshotBytes)})`,
      `≤ ${LIMITS.snapshotShare} × the export`,
    ),
    objectsVerdict(results, all),
  ];
}

function linkedVerdicts(linked: readonly ClassResult[] | undefined): Verdict[] {
  if (linked === undefined) return [];
  const isSlow = (result: ClassResult): boolean => result.stele.p50Us > LIMITS.p50Us;
  const isSlower = (result: ClassResult): boolean => (ratioOf(result) ?? 0) <= 1;
  const withRatio = linked.filter((result) => ratioOf(result) !== undefined);
  return [
    each('p50 of every class of linked content', `≤ ${duration(LIMITS.p50Us)}`, linked, isSlow),
    each('every class of linked content: ratio to SQLite’s p50', '> 1', withRatio, isSlower),
  ];
}

function growthVerdict(name: string, all: readonly Results[]): Verdict {
  const promise = `${name}: 10,000 → 1,000,000 items`;
  const limit = `≤ ${LIMITS.growth} × the time`;
  const [from, to] = [growthFrom, growthTo].map((items) =>
    all.find((results) => results.items === items)?.classes.find((result) => result.name === name),
  );
  if (from === undefined || to === undefined) return unknown(promise, limit);
  const growth = to.stele.p50Us / from.stele.p50Us;
  const measured = `${times(growth)} (${duration(from.stele.p50Us)} → ${duration(to.stele.p50Us)})`;
  return atMost(promise, LIMITS.growth, growth, () => measured, limit);
}

function objectsVerdict(results: Results, all: readonly Results[]): Verdict {
  const promise = 'objects made by opening';
  const limit = 'beside those of sections, the same for any number of items';
  // As for the other targets of growth. A field with too few values for a tree has fewer objects.
  const from = results.items === growthFrom ? growthTo : growthFrom;
  const other = all.find(({ items, footprint }) => items === from && footprint.objects !== undefined);
  const [here, there] = [results.footprint.objects, other?.footprint.objects];
  if (other === undefined || here === undefined || there === undefined) return unknown(promise, limit);
  const beside = [here, there].map(({ all: made, ofSections }) => made - ofSections);
  const measured = `${beside.map(count).join(' and ')} (at ${[results, other].map(({ items }) => count(items)).join(' and ')} items)`;
  return { promise, limit, measured, kept: new Set(beside).size === 1 };
}
