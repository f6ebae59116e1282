/**
 * A JSON value on one line of a table cell: whole members as long as there is room, then the number of those left out.
 */
import { isObject } from '../model/resource.js';

/** About two lines of a cell. */
const LENGTH_MAXIMUM = 60;
/** Room for the mark of left-out members: `, +12`. */
const MARK_LENGTH = 6;

const writeWhole = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(writeWhole).join(', ')}]`
    : isObject(value)
      ? `{ ${Object.entries(value)
          .map(([name, member]) => `${name}: ${writeWhole(member)}`)
          .join(', ')} }`
      : JSON.stringify(value);

/** @returns the text with as many characters as fit, none of them cut in two */
function cutText(text: string, maximum: number): string {
  const kept = text.slice(0, Math.max(1, maximum - 3)).replace(/[\uD800-\uDBFF]$/, '');
  return `${JSON.stringify(kept).slice(0, -1)}…"`;
}

/** @returns the value, without the members that do not fit; at least a short part of the first member is shown */
export function writeBriefJson(value: unknown, maximum = LENGTH_MAXIMUM): string {
  if (value !== null && typeof value === 'object' && Object.keys(value).length === 0)
    return Array.isArray(value) ? '[]' : '{}';
  const whole = writeWhole(value);
  if (whole.length <= maximum) return whole;
  if (typeof value === 'string') return cutText(value, maximum);
  if (!Array.isArray(value) && !isObject(value)) return whole;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const members = Object.entries(value);
  let room = maximum - open.length - close.length - MARK_LENGTH;
  const parts: string[] = [];
  for (const [name, member] of members) {
    const label = Array.isArray(value) ? '' : `${name}: `;
    const part = `${label}${writeWhole(member)}`;
    if (part.length <= room) parts.push(part);
    else if (parts.length === 0) parts.push(`${label}${writeBriefJson(member, Math.max(8, room - label.length))}`);
    else break;
    room -= (parts.at(-1)?.length ?? 0) + 2;
  }
  const leftOut = members.length - parts.length;
  return `${open}${parts.join(', ')}${leftOut === 0 ? '' : `, +${leftOut}`}${close}`;
}
