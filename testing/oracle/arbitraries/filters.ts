/**
 * Writes a filter tree as the parameters of contract §3; most trees can be written in several forms.
 */
import type { Condition, Filter, Operand } from '../../../src/engine/query/query-tree.js';
import { oneOf, type Pick } from './picking.js';
import type { Parameter } from './spelling.js';

/** A condition on its way up: the brackets behind the ones still to come, and the value. */
interface Line {
  readonly path: readonly string[];
  readonly value: string;
  readonly plusMayBeRaw: boolean;
  /** Values of `_in` and `_nin`, in place of `value`. */
  readonly list?: readonly string[];
}

/** An instant in one of the formats that can hold it: seconds and fractions are left out where they are zero. */
function instantText(pick: Pick, ms: number): string {
  const offsetMinutes = oneOf(pick, 0, 0, 120, -330);
  const local = new Date(ms + offsetMinutes * 60_000).toISOString();
  const hhmm = `${String(Math.floor(Math.abs(offsetMinutes) / 60)).padStart(2, '0')}${oneOf(pick, '', ':')}${String(
    Math.abs(offsetMinutes) % 60,
  ).padStart(2, '0')}`;
  const offset = offsetMinutes === 0 ? oneOf(pick, 'Z', '', '+0000') : `${offsetMinutes < 0 ? '-' : '+'}${hhmm}`;
  const forms = [local.slice(0, 23)];
  if (ms % 10 === 0) forms.push(local.slice(0, 22));
  if (ms % 1000 === 0) forms.push(local.slice(0, 19));
  if (ms % 60_000 === 0) forms.push(local.slice(0, 16));
  if (ms % 86_400_000 === 0 && offsetMinutes === 0) return oneOf(pick, local.slice(0, 10), `${local.slice(0, 16)}Z`);
  return oneOf(pick, local.slice(0, 23), ...forms) + offset;
}

function numberText(digits: bigint, scale: number): string {
  const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = magnitude.slice(0, magnitude.length - scale);
  return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${magnitude.slice(magnitude.length - scale)}`}`;
}

function operandText(pick: Pick, operand: Operand): string {
  switch (operand.kind) {
    case 'populated':
    case 'boolean':
      return String(operand.value);
    case 'number':
      return numberText(operand.digits, operand.scale);
    case 'instant':
      return instantText(pick, operand.ms);
    case 'area':
      return operand.area.written;
    case 'text':
    case 'itemId':
      return Buffer.from(operand.bytes).toString('utf8');
    case 'list':
      throw new Error('a list is several texts');
    default:
      return operand satisfies never;
  }
}

function conditionLine(pick: Pick, { field, operator, operand }: Condition): Line {
  const values = operand.kind === 'list' ? operand.values : [operand];
  const kind = values[0]?.kind;
  const texts = values.map((value) => operandText(pick, value));
  return {
    path: kind === 'itemId' ? [field, 'id', operator] : [...field.split('.'), operator],
    value: texts[0] ?? '',
    plusMayBeRaw: kind === 'instant',
    ...(operand.kind === 'list' ? { list: texts } : {}),
  };
}

/** Whether a list can be written as one parameter, with commas between its values. */
const fitsOneEntry = ({ list = [] }: Line): boolean => list.length < 2 || !list.some((text) => text.includes(','));

/**
 * Lists of one field at one place become one, and so do conditions on one related item. So two of them need different places.
 */
function haveSomethingInCommon(filters: readonly Filter[]): boolean {
  const fields = filters.flatMap((filter) =>
    filter.kind === 'condition' && filter.operand.kind === 'list' ? [`${filter.field} ${filter.operator}`] : [],
  );
  const hops = filters.flatMap((filter) => (filter.kind === 'through' ? [filter.relationship] : []));
  const onLinks = filters.some(
    (filter) =>
      filter.kind === 'condition' && hops.includes(filter.field) && !['_nin', '_exists'].includes(filter.operator),
  );
  return new Set(fields).size < fields.length || new Set(hops).size < hops.length || onLinks;
}

const below = (prefix: readonly string[], lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, path: [...prefix, ...line.path] }));

/** A group under its name, each child under an index of its own or, where it is one line, under `[]`. */
function groupLines(pick: Pick, name: '_OR' | '_AND' | '_NOT', children: readonly Filter[]): Line[] {
  // Indexes may have gaps and come in any order.
  const step = 1 + pick(7);
  const indexes = children.map((_, position) => pick(50) + position * 50 * step);
  if (pick(2) === 0) indexes.reverse();
  return children.flatMap((child, position) => {
    const lines = entryLines(pick, [child]);
    const isAnonymous = lines.length === 1 && lines.every(fitsOneEntry) && pick(2) === 0;
    return below([name, isAnonymous ? '' : String(indexes[position])], lines);
  });
}

/** Filters that must all hold, side by side. Of each group name there is one at a place, so more are wrapped. */
function entryLines(pick: Pick, filters: readonly Filter[]): Line[] {
  const [only] = filters;
  if (filters.length === 1 && only !== undefined && only.kind === 'and' && pick(2) === 0) {
    return entryLines(pick, only.children);
  }
  const has = (kind: Filter['kind']): number => filters.filter((filter) => filter.kind === kind).length;
  if (has('and') > 1 || has('or') > 1 || has('not') > 1 || haveSomethingInCommon(filters))
    return groupLines(pick, '_AND', filters);
  return filters.flatMap((filter) => {
    switch (filter.kind) {
      case 'condition':
        return [conditionLine(pick, filter)];
      case 'through': {
        const { relationship, type, child } = filter;
        const ofType: Line[] = type === undefined ? [] : [{ path: ['type', '_eq'], value: type, plusMayBeRaw: false }];
        const asked = child === undefined ? [] : child.kind === 'and' ? child.children : [child];
        return below([relationship], [...ofType, ...asked.flatMap((one) => entryLines(pick, [one]))]);
      }
      case 'or':
        return groupLines(pick, '_OR', filter.children);
      case 'and':
        return groupLines(pick, '_AND', filter.children);
      case 'not':
        return groupLines(pick, '_NOT', filter.child.kind === 'or' ? filter.child.children : [filter.child]);
      default:
        return filter satisfies never;
    }
  });
}

/** @returns the `filter[…]` parameters that say the same as the tree, decoded, in any order */
export const filterParameters = (pick: Pick, filter: Filter): Parameter[] =>
  entryLines(pick, [filter]).map(({ path, ...written }) => ({
    name: `filter${path.map((segment) => `[${segment}]`).join('')}`,
    ...written,
  }));
