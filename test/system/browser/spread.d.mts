export function median(values: readonly number[]): number;
export function interval(values: readonly number[]): readonly [least: number, most: number];
