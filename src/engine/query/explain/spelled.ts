/**
 * Conditions as URL text, decoded: `filter[price][_lt]=10`.
 */
import { decimalText } from '../../../content/model/index.js';
import type { Condition, Filter, Operand, Through, Value } from '../query-tree.js';

/** @returns the condition as it stands in a URL, decoded: `filter[price][_lt]=10`; several behind one relationship */
export const spelled = (condition: Condition | Through): string => spelledAll(condition, 'filter').join(' AND ');

function spelledAll(filter: Filter, before: string): readonly string[] {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator, operand } = filter;
      const [first] = valuesOf(operand);
      const path = first?.kind === 'itemId' ? `[${field}][id]` : `[${field}]`;
      return [`${before}${path}[${operator}]=${written(operand)}`];
    }
    case 'through': {
      const { relationship, type, child } = filter;
      const behind = `${before}[${relationship}]`;
      const ofType = type === undefined ? [] : [`${behind}[type][_eq]=${type}`];
      return child === undefined ? ofType : [...ofType, ...spelledAll(child, behind)];
    }
    case 'not':
      return spelledAll(filter.child, before);
    case 'and':
    case 'or':
      return filter.children.flatMap((child) => spelledAll(child, before));
  }
}

const valuesOf = (operand: Operand): readonly Operand[] => (operand.kind === 'list' ? operand.values : [operand]);

function written(operand: Operand): string {
  switch (operand.kind) {
    case 'populated':
      return String(operand.value);
    case 'list':
      return operand.values.map(writtenValue).join(',');
    default:
      return writtenValue(operand);
  }
}

function writtenValue(value: Value): string {
  switch (value.kind) {
    case 'boolean':
      return String(value.value);
    case 'number':
      return decimalText(value.digits, value.scale);
    case 'instant':
      return new Date(value.ms).toISOString();
    case 'area':
      return value.area.written;
    case 'text':
    case 'itemId':
      return Buffer.from(value.bytes).toString();
  }
}
