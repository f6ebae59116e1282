/**
 * Traffic ready to be replayed: the target and the shape of each request.
 */
import { shapeName, type Traffic } from '../traffic/index.js';
import { type ReplayReport, type ShapeGathered, shapeReports } from './report.js';
import { blocksOf, rounded, Samples, usOf } from './samples.js';

export interface Planned {
  /** Path and query below the delivery root, by distinct request. */
  readonly targets: readonly string[];
  /** Place in `shapeNames`, by distinct request. */
  readonly shapes: readonly number[];
  readonly shapeNames: readonly string[];
  readonly requests: Uint32Array;
  readonly atMs: Uint32Array;
}

/** @param targets as `targetsOf` gives them */
export function plan(traffic: Traffic, targets: readonly string[]): Planned {
  const places = new Map<string, number>();
  const byTemplate = traffic.templates.map((template) => {
    const name = shapeName(template);
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
  return {
    targets,
    shapes: traffic.distinct.map(({ template }) => byTemplate[template] ?? 0),
    shapeNames: [...places.keys()],
    requests: traffic.requests,
    atMs: traffic.atMs,
  };
}

interface Slow {
  readonly us: number;
  readonly error: string | undefined;
}

/** The slowest requests, each of which is told once. */
class Slowest {
  readonly #most: number;
  readonly #found = new Map<number, Slow>();
  #least = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(distinct: number, us: number, error: string | undefined): void {
    if (us <= this.#least || us <= (this.#found.get(distinct)?.us ?? 0)) return;
    this.#found.set(distinct, { us, error });
    if (this.#found.size <= this.#most) return;
    const [fastest] = [...this.#found].sort((a, b) => a[1].us - b[1].us);
    if (fastest === undefined) return;
    this.#found.delete(fastest[0]);
    this.#least = fastest[1].us;
  }

  /** @returns by place in the distinct requests, the slowest first */
  inOrder(): readonly (readonly [number, Slow])[] {
    return [...this.#found].sort((a, b) => b[1].us - a[1].us);
  }
}

const slowestShown = 10;

/** What is measured of each shape, by its place, and which requests came before. */
export class Gathering {
  readonly #planned: Planned;
  readonly #shapes = new Map<number, ShapeGathered>();
  readonly #seen: Uint8Array;
  /** Of every answer, in order; of those that are compared, where two are side by side. */
  readonly answers = new Samples();
  readonly failures = new Samples();
  readonly slowest = new Slowest(slowestShown);
  #requests = 0;

  constructor(planned: Planned) {
    this.#planned = planned;
    this.#seen = new Uint8Array(planned.targets.length);
  }

  /**
   * @param error   code or status of an answer that is an error
   * @param isAlone whether another snapshot, asked beside, has an error where this one has an answer
   */
  add(distinct: number, us: number, error: string | undefined, isAlone = false): void {
    const shape = this.shape(this.#planned.shapes[distinct] ?? 0);
    this.#requests += 1;
    this.slowest.add(distinct, us, error);
    if (this.#seen[distinct] === 1) shape.repeated += 1;
    this.#seen[distinct] = 1;
    if (error !== undefined) {
      shape.errors.set(error, (shape.errors.get(error) ?? 0) + 1);
      shape.failures.add(us);
      this.failures.add(us);
    } else if (isAlone) {
      shape.alone.add(us);
    } else {
      shape.answers.add(us);
      this.answers.add(us);
    }
  }

  shape(place: number): ShapeGathered {
    let shape = this.#shapes.get(place);
    if (shape === undefined) {
      shape = {
        answers: new Samples(),
        failures: new Samples(),
        alone: new Samples(),
        repeated: 0,
        errors: new Map(),
        rows: undefined,
        bytes: undefined,
        structures: new Set(),
      };
      this.#shapes.set(place, shape);
    }
    return shape;
  }

  /**
   * @param explain of each of the slowest requests, how it was answered
   */
  report(
    seconds: number,
    explain: (target: string) => ReplayReport['slowest'][number]['explanation'],
    { where, snapshot, lateUs, cache }: Pick<ReplayReport, 'where' | 'snapshot' | 'lateUs' | 'cache'>,
  ): ReplayReport {
    const { targets, shapeNames } = this.#planned;
    // Only those of which a request came.
    const byName = new Map([...this.#shapes].map(([place, shape]) => [shapeNames[place] ?? '', shape]));
    return {
      kind: 'stele-replay',
      version: 2,
      where,
      snapshot,
      requests: this.#requests,
      distinct: targets.length,
      seconds: rounded(seconds),
      us: usOf(this.answers),
      blocks: blocksOf(this.answers.values()),
      errors: this.failures.count,
      errorUs: usOf(this.failures),
      lateUs,
      cache,
      shapes: shapeReports(byName),
      slowest: this.slowest.inOrder().map(([distinct, { us, error }]) => {
        const target = targets[distinct] ?? '';
        return { target, us: rounded(us), error, explanation: error === undefined ? explain(target) : undefined };
      }),
    };
  }
}
