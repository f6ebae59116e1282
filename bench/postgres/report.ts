/**
 * What is told of a run.
 */
import { duration, right, type Table, times } from '../harness/results/tables.js';
import { geometricMean, type Timing } from '../harness/timing/statistics.js';

export interface ClassResult {
  readonly name: string;
  readonly adversarial: boolean;
  /** How many different questions were asked, and of how many the answers were compared. */
  readonly questions: number;
  readonly compared: number;
  readonly stele: Timing;
  readonly postgres: Timing;
  readonly sqlite: Timing | undefined;
  readonly citus: Timing | undefined;
}

export const classTable = (classes: readonly ClassResult[]): Table => ({
  columns: [
    { title: 'class' },
    right('stele p50'),
    right('SQLite p50'),
    right('PostgreSQL p50'),
    right('p99'),
    right('÷ stele'),
    right('÷ SQLite'),
    right('compared'),
  ],
  rows: classes.map(({ name, stele, sqlite, postgres, compared, questions }) => [
    name,
    duration(stele.p50Us),
    sqlite === undefined ? '–' : duration(sqlite.p50Us),
    duration(postgres.p50Us),
    duration(postgres.p99Us),
    times(postgres.p50Us / stele.p50Us),
    sqlite === undefined ? '–' : times(postgres.p50Us / sqlite.p50Us),
    compared === questions ? `all ${compared}` : `${compared} of ${questions}`,
  ]),
});

/** @returns sentences on the ratios of all classes but the adversarial ones */
export function summary(classes: readonly ClassResult[]): string {
  const ordinary = classes.filter(({ adversarial }) => !adversarial);
  if (ordinary.length === 0) return 'Adversarial classes alone have no mean.';
  const mean = (ratios: readonly number[]): string => times(geometricMean(ratios));
  const toStele = mean(ordinary.map(({ postgres, stele }) => postgres.p50Us / stele.p50Us));
  const besideSqlite = ordinary.flatMap(({ postgres, sqlite }) =>
    sqlite === undefined ? [] : [postgres.p50Us / sqlite.p50Us],
  );
  const toSqlite = besideSqlite.length === 0 ? 'SQLite did not take part' : `${mean(besideSqlite)} to SQLite`;
  return `Geometric mean of PostgreSQL's ratios, adversarial classes left out (${ordinary.length}): ${toStele} to the snapshot, ${toSqlite}.`;
}

/** What it costs or saves that the tables lie on several servers. */
export const distributedTable = (classes: readonly ClassResult[]): Table => ({
  columns: [
    { title: 'class' },
    right('one server p50'),
    right('distributed p50'),
    right('p99'),
    right('÷ one server'),
    right('compared'),
  ],
  rows: classes.flatMap(({ name, postgres, citus, compared, questions }) =>
    citus === undefined
      ? []
      : [
          [
            name,
            duration(postgres.p50Us),
            duration(citus.p50Us),
            duration(citus.p99Us),
            times(citus.p50Us / postgres.p50Us),
            compared === questions ? `all ${compared}` : `${compared} of ${questions}`,
          ],
        ],
  ),
});

/** From this median of one server on, a class counts as a scan: it looks at much content for one answer. */
const SCAN_US = 20_000;

/** @returns a sentence on the ratios, of scans and of all others, by what one server takes */
export function distributedSummary(classes: readonly ClassResult[]): string {
  const ratios = classes.flatMap(({ postgres, citus }) =>
    citus === undefined ? [] : [{ isScan: postgres.p50Us >= SCAN_US, ratio: citus.p50Us / postgres.p50Us }],
  );
  const mean = (isScan: boolean): string => {
    const chosen = ratios.filter((one) => one.isScan === isScan).map(({ ratio }) => ratio);
    return chosen.length === 0 ? 'none' : `${times(geometricMean(chosen))} (${chosen.length})`;
  };
  return `Coordinator and workers ÷ one server, geometric means: scans, which take one server ${duration(SCAN_US)} or more, ${mean(true)}; all others ${mean(false)}.`;
}
