/**
 * How long something takes at a size at which it was not run: `fixed + each · n · log2 n` seconds for n items, fitted to the
 * sizes at which it was. Nothing that a build does grows faster: it sorts, merges, and goes through what there is.
 */

/** Seconds at one size. */
export interface Point {
  readonly items: number;
  readonly seconds: number;
}

export interface GrowthModel {
  /** Seconds that any size takes. */
  readonly fixed: number;
  readonly secondsAt: (items: number) => number;
}

/** Less than a clock tells apart. */
const secondsMinimum = 0.001;

const work = (items: number): number => items * Math.log2(items);

/**
 * Fits by least squares of the relative errors; neither number is negative.
 *
 * @param points at least two, of different sizes
 */
export function fitGrowth(points: readonly Point[]): GrowthModel {
  // Each point is one equation: fixed · u + each · v = 1.
  const equations = points.map(({ items, seconds }) => {
    const taken = Math.max(seconds, secondsMinimum);
    return { u: 1 / taken, v: work(items) / taken };
  });
  const sum = (of: (equation: { u: number; v: number }) => number): number =>
    equations.reduce((total, equation) => total + of(equation), 0);
  const [uu, uv, vv] = [sum(({ u }) => u * u), sum(({ u, v }) => u * v), sum(({ v }) => v * v)];
  const [u1, v1] = [sum(({ u }) => u), sum(({ v }) => v)];
  const determinant = uu * vv - uv * uv;
  let fixed = (u1 * vv - v1 * uv) / determinant;
  let each = (v1 * uu - u1 * uv) / determinant;
  if (fixed < 0) [fixed, each] = [0, v1 / vv];
  else if (each < 0) [fixed, each] = [u1 / uu, 0];
  return { fixed, secondsAt: (items) => fixed + each * work(items) };
}
