/**
 * How long something takes at a size at which it was not run: by a power of the size, fitted to the sizes at which it was.
 */

/** Seconds at one size; sizes are in items. */
export interface Point {
  readonly items: number;
  readonly seconds: number;
}

export interface GrowthModel {
  /** Ten times the items take 10 to the power of it as long. */
  readonly exponent: number;
  readonly secondsAt: (items: number) => number;
}

/** Less than a clock tells apart. */
const secondsMinimum = 0.001;

/**
 * Fits `seconds = a · items^b` by least squares of the logarithms.
 *
 * @param points at least two, of different sizes
 */
export function fitGrowth(points: readonly Point[]): GrowthModel {
  const logs = points.map(({ items, seconds }) => ({
    x: Math.log(items),
    y: Math.log(Math.max(seconds, secondsMinimum)),
  }));
  const mean = (of: (log: { x: number; y: number }) => number): number =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  const exponent = mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2);
  return { exponent, secondsAt: (items) => Math.exp(y + exponent * (Math.log(items) - x)) };
}
