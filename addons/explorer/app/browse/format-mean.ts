/**
 * The text of a mean: its digits after the point are those of the field.
 */
import type { DescribedField } from '../model/space.js';

/** Digits after the point of a mean of integers. */
const MEAN_DIGITS = 2;

/** @returns the mean with as many digits as the field has, or two */
export function formatMean(value: string | number, field: DescribedField | undefined): string {
  const precision = field !== undefined && 'precision' in field ? field.precision : undefined;
  const rounded = Number(value).toFixed(precision ?? MEAN_DIGITS);
  return precision === undefined ? String(Number(rounded)) : rounded;
}
