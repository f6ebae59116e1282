/**
 * Metrics of where the content of a space comes from: an origin that is followed, an engine that answers. Spaces that have no
 * such source have no such metric.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { EngineState } from '../follow/status.js';

/** How it goes with the origin that a space is filled from. */
export interface OriginReadings extends Pick<OriginStatus, 'pulls' | 'failures' | 'fetchedBytes' | 'savedBytes'> {
  /** How long the origin has named another snapshot than is here; 0 while it does not. */
  readonly behindSeconds: number;
  /** How long nothing could be had from it; 0 while all is well. */
  readonly failingSeconds: number;
  /** Since it last said what it names; since the start while it never did. */
  readonly readSeconds: number;
}

/** How it goes with the engine that a space asks. */
export interface EngineReadings extends Omit<EngineState, 'failingSinceMs'> {
  /** How long it has not answered; 0 while it does. */
  readonly failingSeconds: number;
}

interface SourcedSpace {
  readonly name: string;
  readonly origin: OriginReadings | undefined;
  readonly engine: EngineReadings | undefined;
}

type Add<Source> = (name: string, help: string, value: (source: Source) => number) => void;

/** @param sourceOf what of a space is read; spaces where it is undefined are left out */
function metricsOf<Source>(
  registers: Registry[],
  read: () => readonly SourcedSpace[],
  sourceOf: (space: SourcedSpace) => Source | undefined,
): { readonly counter: Add<Source>; readonly gauge: Add<Source> } {
  const each = function* (): Generator<readonly [{ space: string }, Source]> {
    for (const space of read()) {
      const source = sourceOf(space);
      if (source !== undefined) yield [{ space: space.name }, source];
    }
  };
  const labelNames = ['space'];
  return {
    counter(name, help, value) {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, source] of each()) this.inc(labels, value(source));
        },
      });
    },
    gauge(name, help, value) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const [labels, source] of each()) this.set(labels, value(source));
        },
      });
    },
  };
}

/** Of the spaces that follow an origin. */
export function originMetrics(registers: Registry[], readSpaces: () => readonly SourcedSpace[]): void {
  const { counter, gauge } = metricsOf(registers, readSpaces, ({ origin }) => origin);
  counter('stele_origin_pulls_total', 'Snapshots pulled from the origin.', ({ pulls }) => pulls);
  counter('stele_origin_failures_total', 'Failed attempts to pull from the origin.', ({ failures }) => failures);
  counter('stele_origin_fetched_bytes_total', 'Bytes fetched from the origin.', ({ fetchedBytes }) => fetchedBytes);
  const saved = 'Bytes of segments that were already here.';
  counter('stele_origin_saved_bytes_total', saved, ({ savedBytes }) => savedBytes);
  const behind = 'Seconds since the origin names another snapshot than this replica has; 0 if it does not.';
  gauge('stele_origin_behind_seconds', behind, ({ behindSeconds }) => behindSeconds);
  const failing = 'Seconds since nothing can be pulled from the origin; 0 if all is well.';
  gauge('stele_origin_failing_seconds', failing, ({ failingSeconds }) => failingSeconds);
  const read = 'Seconds since the origin last said what its CURRENT names; since the start if it never did.';
  gauge('stele_origin_read_seconds', read, ({ readSeconds }) => readSeconds);
}

/** Of the spaces that an engine answers. */
export function engineMetrics(registers: Registry[], read: () => readonly SourcedSpace[]): void {
  const { counter, gauge } = metricsOf(registers, read, ({ engine }) => engine);
  const failing = 'Seconds since the database does not answer; 0 if it does.';
  gauge('stele_engine_failing_seconds', failing, ({ failingSeconds }) => failingSeconds);
  gauge('stele_engine_connections', 'Connections to the database that answers share.', ({ open }) => open);
  gauge('stele_engine_waiting', 'Statements that wait for a connection.', ({ waiting }) => waiting);
  const failures = 'Answers that the database did not give, or not in time.';
  counter('stele_engine_failures_total', failures, (engine) => engine.failures);
  const cancelled = 'Statements cancelled because nobody waited for them any more.';
  counter('stele_engine_cancelled_total', cancelled, (engine) => engine.cancelled);
}
