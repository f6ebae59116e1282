/**
 * The labels of an axis, by the unit of its numbers.
 */
import type { Unit } from './plot.js';

const plain = (value: number): string => String(Number(value.toPrecision(3)));

/** @param steps the unit that each is the beginning of, the largest first */
function scaled(value: number, steps: readonly (readonly [from: number, name: string])[]): string {
  const [from, name] = steps.find(([least]) => Math.abs(value) >= least) ?? steps.at(-1) ?? [1, ''];
  return value === 0 ? '0' : `${plain(value / from)} ${name}`.trimEnd();
}

export function label(value: number, unit: Unit): string {
  switch (unit) {
    case 'us':
      return scaled(value, [
        [1e6, 's'],
        [1e3, 'ms'],
        [1, 'µs'],
      ]);
    case 'seconds':
      return scaled(value, [
        [3600, 'h'],
        [60, 'min'],
        [1, 's'],
      ]);
    case 'bytes':
      return scaled(value, [
        [1e9, 'GB'],
        [1e6, 'MB'],
        [1e3, 'KB'],
        [1, 'B'],
      ]);
    case 'count':
      return scaled(value, [
        [1e6, 'M'],
        [1e3, 'k'],
        [1, ''],
      ]);
    case 'share':
      return `${plain(value * 100)} %`;
    case 'percentile':
      return `p${Number((100 - 100 / value).toFixed(2))}`;
    case 'ratio':
      return `${plain(value)} ×`;
  }
}
