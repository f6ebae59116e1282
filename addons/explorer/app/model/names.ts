/**
 * The names of types and fields as the reader sees them: labels of the model, followed by names for requests.
 */
import type { DescriptiveTexts } from '../../../../src/content/model/descriptive-texts.js';
import { type DescribedSpace, type DescribedType, findCount, findField, findType, isRelationship } from './space.js';

/** A type or field with its texts in the model. */
export interface Named extends DescriptiveTexts {
  readonly name: string;
}

/** @returns the letters and digits, for comparing `In print` with `inPrint` */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** @returns the label, with the name in brackets if it is another word; without a label, the name */
export const writeName = (named: Named): string => writePath([named]);

/** @param steps relationships, and the field they lead to. @returns `Author › Name (author.name)` */
export function writePath(steps: readonly Named[]): string {
  const names = steps.map(({ name }) => name).join('.');
  if (steps.every(({ label }) => label === undefined)) return names;
  const labels = steps.map(({ label, name }) => label ?? name).join(' › ');
  return lettersOf(labels) === lettersOf(names) ? labels : `${labels} (${names})`;
}

/** @param path names with dots, such as `author.name` or `reviews._count`. @returns its steps, as far as the model has them */
export function findSteps(
  space: DescribedSpace | undefined,
  first: DescribedType | undefined,
  path: string,
): readonly Named[] {
  const steps: Named[] = [];
  let type = first;
  const names = path.split('.');
  for (const [index, name] of names.entries()) {
    const count = names[index + 1] === '_count' ? findCount(type, name) : undefined;
    if (count !== undefined) return [...steps, count];
    const field = findField(type, name);
    steps.push(field ?? { name });
    type = field !== undefined && isRelationship(field) ? findType(space, field.to[0]) : undefined;
  }
  return steps;
}
