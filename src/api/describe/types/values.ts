/**
 * A field → the TypeScript type of its value, and of what a filter compares it with.
 */
import { type AttributeField, type Field, type Operator, operandKind } from '../../../content/model/index.js';
import { union } from './names.js';

/** As documents show it; a field may be unpopulated. */
export function valueType(field: AttributeField): string {
  switch (field.type) {
    case 'boolean':
      return 'boolean | null';
    case 'integer':
      return 'number | null';
    case 'file':
      return 'FileValue | null';
    case 'image':
      return field.many === true ? 'readonly ImageValue[] | null' : 'ImageValue | null';
    case 'json':
      return 'unknown';
    case 'dateTime':
    case 'decimal':
    case 'markdown':
    case 'textMultiline':
      return 'string | null';
    case 'text':
      return field.many === true ? 'readonly string[] | null' : 'string | null';
    case 'select': {
      // A value outside the options is delivered too; the options are still completed.
      const option = `${union(field.options)} | (string & {})`;
      return field.many === true ? `readonly (${option})[] | null` : `${option} | null`;
    }
  }
}

/** What a reader should know of the value that its type does not say; undefined where there is nothing. */
export function valueNote(field: AttributeField): string | undefined {
  switch (field.type) {
    case 'dateTime':
      return field.format === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DDThh:mm:ss.sssZ';
    case 'decimal':
      return `A decimal number with ${field.precision} ${field.precision === 1 ? 'digit' : 'digits'} after the point.`;
    case 'markdown':
      return 'Markdown.';
    case 'json':
      return 'Any JSON value.';
    case 'boolean':
    case 'file':
    case 'integer':
    case 'image':
    case 'text':
    case 'textMultiline':
    case 'select':
      return undefined;
  }
}

function comparedType(field: Field | undefined): string {
  if (field === undefined) return 'string';
  switch (field.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
      return 'number | `${bigint}`';
    case 'decimal':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
      return 'number | `${number}`';
    case 'select':
      return `${union(field.options)} | (string & {})`;
    case 'file':
    case 'image':
    case 'json':
      return 'never';
    case 'dateTime':
    case 'markdown':
    case 'text':
    case 'textMultiline':
    case 'relationship':
      return 'string';
  }
}

/** @param field undefined for `id` */
export function operandType(field: Field | undefined, operator: Operator): string {
  const compared = comparedType(field);
  switch (operandKind(operator)) {
    case 'flag':
      return 'boolean';
    case 'list':
      return `readonly (${compared})[]`;
    case 'value':
      return compared;
  }
}
