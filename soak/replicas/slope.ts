/**
 * Whether a series grows: its slope by least squares, with an interval that knows that neighbours resemble one another.
 *
 * The interval comes from drawing blocks of neighbours anew. Source: Künsch, "The jackknife and the bootstrap for general
 * stationary observations", 1989.
 */

export interface Slope {
  /** By one step of the series. */
  readonly perStep: number;
  /** 95 %. */
  readonly least: number;
  readonly most: number;
}

const blockLength = 5;
const draws = 2000;
/** Fewer say nothing of a slope. */
const STEPS_MINIMUM = 2 * blockLength;

/** Cost: O(n). */
function slopeOf(points: readonly (readonly [step: number, value: number])[]): number {
  const meanStep = points.reduce((sum, [step]) => sum + step, 0) / points.length;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / points.length;
  let above = 0;
  let below = 0;
  for (const [step, value] of points) {
    above += (step - meanStep) * (value - meanValue);
    below += (step - meanStep) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

/**
 * @param dice draws integers from 0 to bound - 1
 * @returns    undefined where there are fewer than ten values
 * Cost: 2,000 slopes.
 */
export function slopeWithInterval(values: readonly number[], dice: (bound: number) => number): Slope | undefined {
  if (values.length < STEPS_MINIMUM) return undefined;
  const points = values.map((value, step) => [step, value] as const);
  const blocks = Math.ceil(points.length / blockLength);
  const drawn = Array.from({ length: draws }, () => {
    const starts = Array.from({ length: blocks }, () => dice(points.length - blockLength + 1));
    return slopeOf(starts.flatMap((start) => points.slice(start, start + blockLength)));
  }).sort((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * (draws - 1))] ?? 0;
  return { perStep: slopeOf(points), least: at(0.025), most: at(0.975) };
}
