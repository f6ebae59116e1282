/**
 * The description of a metric: its name and help text, and how its samples are taken from the readings.
 */
import type { EngineReadings, OriginReadings, Readings, SpaceReadings } from './readings.js';

export type Labels = Readonly<Record<string, string>>;

/** A value with its labels. */
export type Sample = readonly [labels: Labels, value: number];

export interface Metric {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Without samples, a scrape shows the metric without values. */
  readonly samples: (readings: Readings) => readonly Sample[];
}

type Kind = Metric['kind'];

export const labelledMetric = (
  kind: Kind,
  name: string,
  help: string,
  labels: Metric['labels'],
  samples: Metric['samples'],
): Metric => ({ kind, name, help, labels, samples });

/** One value for the server. */
export const serverMetric = (kind: Kind, name: string, help: string, value: (readings: Readings) => number): Metric =>
  labelledMetric(kind, name, help, [], (readings) => [[{}, value(readings)]]);

/** One value per space; spaces without a value are left out. */
export const spaceMetric = (
  kind: Kind,
  name: string,
  help: string,
  readValue: (space: SpaceReadings) => number | undefined,
): Metric =>
  labelledMetric(kind, name, help, ['space'], ({ spaces }) =>
    spaces.flatMap((space): readonly Sample[] => {
      const value = readValue(space);
      return value === undefined ? [] : [[{ space: space.name }, value]];
    }),
  );

/** One value per space that an origin fills. */
export const originMetric = (kind: Kind, name: string, help: string, key: keyof OriginReadings): Metric =>
  spaceMetric(kind, name, help, ({ origin }) => origin?.[key]);

/** One value per space that a database answers. */
export const engineMetric = (kind: Kind, name: string, help: string, key: keyof EngineReadings): Metric =>
  spaceMetric(kind, name, help, ({ engine }) => engine?.[key]);
