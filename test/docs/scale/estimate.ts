/**
 * The formulae of docs/scale.md, from what was measured and what is assumed there. A gigabyte is 10^9 bytes.
 */
import { ITEMS_MAXIMUM } from '../../../src/format/index.js';

export interface Inputs {
  /** Bytes an item, of the largest build. */
  readonly exportBytes: number;
  readonly snapshotBytes: number;
  /** Bytes an item of one load with its indexes. */
  readonly databaseBytes: number;
  /** Of a build of 10,000,000 items, and of one of a tenth of them. */
  readonly buildSeconds: number;
  readonly smallerBuildSeconds: number;
  /** Of a load, for each item. */
  readonly loadSeconds: number;
  /** What stays in memory, as a share of the snapshot. */
  readonly resident: Readonly<Record<'all' | 'indexes', number>>;
  readonly machineCpus: number;
  readonly machineGb: number;
  /** Of a machine's memory, what content may take. */
  readonly usable: number;
  readonly copies: number;
  readonly keptSnapshots: number;
  readonly keptLoads: number;
  readonly cpuPrice: number;
  readonly memoryPrice: number;
  readonly diskPrice: number;
}

/** Items of the largest snapshot that was built. */
export const PART = 10_000_000;
const GB = 1e9;
const nightsAMonth = 30;
const hoursAMonth = 730;

export interface Estimate {
  readonly kind: string;
  /** For one copy. */
  readonly memoryGb: number;
  /** For all copies. */
  readonly diskGb: number;
  /** Machines, and how much memory each has. */
  readonly machines: number;
  readonly machineGb: number;
  readonly buildHours: readonly [least: number, most: number];
  readonly cost: number;
}

export function estimates(items: number, given: Inputs): readonly Estimate[] {
  const { copies, machineGb, usable } = given;
  const parts = items / PART;
  const linear = (parts * given.buildSeconds) / 3600;
  const growing = ((given.buildSeconds / given.smallerBuildSeconds) ** Math.log10(parts) * given.buildSeconds) / 3600;
  const snapshotGb = (items * given.snapshotBytes) / GB;
  const snapshotDisk = snapshotGb * given.keptSnapshots * copies;
  const databaseGb = (items * given.databaseBytes) / GB;
  const loading = (items * given.loadSeconds) / 3600;
  const price = (estimate: Omit<Estimate, 'cost'>): Estimate => {
    // A larger machine has as many more processors.
    const machine = (gb: number): number =>
      (gb / machineGb) * (given.machineCpus * given.cpuPrice + machineGb * given.memoryPrice);
    const building = (estimate.buildHours[1] * nightsAMonth) / hoursAMonth;
    const cost =
      estimate.machines * machine(estimate.machineGb) +
      building * machine(machineGb) +
      estimate.diskGb * given.diskPrice;
    return { ...estimate, cost };
  };
  const modes = ['all', 'indexes'] as const;
  // Twice: a replica has two snapshots in memory while they change.
  const memoryOf = (mode: (typeof modes)[number]): number => 2 * snapshotGb * given.resident[mode];
  // What one content type cannot have is no snapshot.
  const whole = items > ITEMS_MAXIMUM ? [] : modes;
  return [
    ...whole.map((mode) =>
      price({
        kind: `whole, \`${mode}\``,
        memoryGb: memoryOf(mode),
        diskGb: snapshotDisk,
        machines: copies,
        machineGb: memoryOf(mode) / usable,
        buildHours: [linear, growing],
      }),
    ),
    ...modes.map((mode) =>
      price({
        kind: `split, \`${mode}\``,
        memoryGb: memoryOf(mode),
        diskGb: snapshotDisk,
        machines: copies * Math.ceil(memoryOf(mode) / (machineGb * usable)),
        machineGb,
        buildHours: [linear, linear],
      }),
    ),
    price({
      kind: 'database',
      memoryGb: databaseGb,
      // The load that is being made as well.
      diskGb: databaseGb * (given.keptLoads + 1) * copies,
      // A coordinator beside the workers of each copy, and two servers that ask.
      machines: copies * (Math.ceil(databaseGb / (machineGb * usable)) + 1) + 2,
      machineGb,
      buildHours: [loading, loading],
    }),
  ];
}

const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
const hours = (value: number): string => (value < 10 ? value.toFixed(1) : count(value));

/** As a row of the page. */
export function rowOf({ kind, memoryGb, diskGb, machines, machineGb, buildHours, cost }: Estimate): readonly string[] {
  const [least, most] = buildHours.map(hours);
  return [
    kind,
    `${count(memoryGb)} GB`,
    `${count(diskGb)} GB`,
    `${count(machines)} of ${count(machineGb)} GB`,
    least === most ? `${least}` : `${least} to ${most}`,
    count(Math.round(cost / 100) * 100),
  ];
}
