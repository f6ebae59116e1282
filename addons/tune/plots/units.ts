/**
 * Labels of an axis: a number as a short text, with a prefix of its unit, such as `1.5 ms`.
 */
import type { Unit } from './plot.js';

const roundToThreeDigits = (value: number): string => String(Number(value.toPrecision(3)));

/** @param steps smallest number of each unit and the name of the unit, the largest first */
function formatWithUnit(value: number, steps: readonly (readonly [from: number, name: string])[]): string {
  const [from, name] = steps.find(([smallest]) => Math.abs(value) >= smallest) ?? steps.at(-1) ?? [1, ''];
  return value === 0 ? '0' : `${roundToThreeDigits(value / from)} ${name}`.trimEnd();
}

/** @returns the text at a tick of the axis */
export function formatAxisLabel(value: number, unit: Unit): string {
  switch (unit) {
    case 'us':
      return formatWithUnit(value, [
        [1e6, 's'],
        [1e3, 'ms'],
        [1, 'µs'],
      ]);
    case 'seconds':
      return formatWithUnit(value, [
        [3600, 'h'],
        [60, 'min'],
        [1, 's'],
      ]);
    case 'bytes':
      return formatWithUnit(value, [
        [1e9, 'GB'],
        [1e6, 'MB'],
        [1e3, 'KB'],
        [1, 'B'],
      ]);
    case 'count':
      return formatWithUnit(value, [
        [1e6, 'M'],
        [1e3, 'k'],
        [1, ''],
      ]);
    case 'share':
      return `${roundToThreeDigits(value * 100)} %`;
    case 'percentile':
      return `p${Number((100 - 100 / value).toFixed(2))}`;
    case 'ratio':
      return `${roundToThreeDigits(value)} ×`;
  }
}
