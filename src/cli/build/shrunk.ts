/**
 * What has shrunk too much, as a line.
 */
import type { Shrunk } from '../../../build/publish/index.js';
import { count } from '../table.js';

/** @returns such as `book, field title: 1,000 → 400 values, 60.0 % fewer` */
export function shrunkLine({ name, field, locale, before, after }: Shrunk): string {
  const lost = (((before - after) / before) * 100).toFixed(1);
  const what = [name, field && `field ${field}`, locale && `locale ${locale}`].filter(Boolean).join(', ');
  const unit = field !== undefined ? 'values' : locale !== undefined ? 'items with values of its own' : 'items';
  return `${what}: ${count(before)} → ${count(after)} ${unit}, ${lost} % fewer`;
}
