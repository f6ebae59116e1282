/**
 * Conditions as URL text, decoded: `filter[price][_lt]=10`.
 */
import { decimalText } from '../../../content/model/index.js';
import type { Condition, Filter, Operand, Through, Value } from '../query-tree.js';

/** @returns the condition as in a URL, decoded: `filter[price][_lt]=10`; conditions on one related item are joined by AND */
export const conditionText = (condition: Condition | Through): string =>
  conditionTexts(condition, 'filter').join(' AND ');

function conditionTexts(filter: Filter, prefix: string): readonly string[] {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator, operand } = filter;
      const [first] = valuesOf(operand);
      const fieldPath = field.replace('.', '][');
      const path = first?.kind === 'itemId' ? `[${field}][id]` : `[${fieldPath}]`;
      return [`${prefix}${path}[${operator}]=${operandText(operand)}`];
    }
    case 'through': {
      const { relationship, type, child } = filter;
      const path = `${prefix}[${relationship}]`;
      const ofType = type === undefined ? [] : [`${path}[type][_eq]=${type}`];
      return child === undefined ? ofType : [...ofType, ...conditionTexts(child, path)];
    }
    case 'not':
      return conditionTexts(filter.child, prefix);
    case 'and':
    case 'or':
      return filter.children.flatMap((child) => conditionTexts(child, prefix));
  }
}

const valuesOf = (operand: Operand): readonly Operand[] => (operand.kind === 'list' ? operand.values : [operand]);

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'populated':
      return String(operand.value);
    case 'list':
      return operand.values.map(valueText).join(',');
    default:
      return valueText(operand);
  }
}

function valueText(value: Value): string {
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
