/**
 * A field in words: the form of its values in an answer, and the rules of the model.
 */
import { entryOfType, type ValueKind } from '../../../../src/content/model/field-types.js';
import { type DescribedField, isRelationship, isUnique } from '../model/space.js';

const VALUES: Readonly<Record<ValueKind, string>> = {
  boolean: '`true` or `false`',
  text: 'a text',
  integer: 'a whole number',
  decimal: 'a decimal number, written as a string so that no digit is lost',
  instant: 'a time in UTC, `YYYY-MM-DDThh:mm:ss.sssZ`',
  location: 'a place: latitude and longitude in degrees',
  link: 'a link',
  asset: 'the address of a file, with its known properties',
  json: 'any JSON value',
};

function describeValue(field: DescribedField): string {
  if ('precision' in field) return `${VALUES.decimal}, with ${field.precision} digits after the point`;
  if ('format' in field && field.format === 'date') return 'a date, `YYYY-MM-DD`';
  if ('options' in field) return 'one of the options';
  return VALUES[entryOfType(field.type).value];
}

function describeLinks(field: Extract<DescribedField, { type: 'relationship' }>): string {
  const targets = field.to.map((name) => `\`${name}\``).join(' or ');
  return field.many
    ? `Links to items of ${targets}, in \`relationships\`.`
    : `A link to an item of ${targets}, in \`relationships\`; \`null\` if there is none.`;
}

/** @returns sentences; text between backticks is code */
export function describeField(field: DescribedField): readonly string[] {
  const sentences: string[] = [];
  if (isRelationship(field)) sentences.push(describeLinks(field));
  else if ('many' in field && field.many === true) sentences.push(`A list; each value is ${describeValue(field)}.`);
  else {
    const value = describeValue(field);
    sentences.push(`${value.charAt(0).toUpperCase()}${value.slice(1)}; \`null\` if the item has none.`);
  }
  if ('options' in field) sentences.push(`Options: ${field.options.map((option) => `\`${option}\``).join(', ')}.`);
  if (isUnique(field)) sentences.push('No two items have the same value.');
  if (field.localized === true) sentences.push('Each language has its own value.');
  if (field.operators.length === 0) sentences.push('It is delivered, but cannot be filtered.');
  return sentences;
}
