/**
 * Labels and descriptions of types and fields, as the source has them → as `model.json` may have them.
 *
 * A label is left out if it is the name in the export, letter by letter. A description with a mail address is left out, because it is written for editors
 * and `model.json` is public. Elsewhere: limits and characters (src/content/model/descriptive-texts).
 */
import { cleanDescriptiveText, type DescriptiveTexts } from '../../../../src/content/model/index.js';
import type { Json } from '../../value/json.js';

/** The texts in the form of the source; any text, or none. */
export interface SourceTexts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
}

const MAIL_ADDRESS = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]/;

export const hasMailAddress = ({ label, description }: SourceTexts): boolean =>
  MAIL_ADDRESS.test(label ?? '') || MAIL_ADDRESS.test(description ?? '');

/** @param name of the type or field in the export. @returns the texts that the model has */
export function cleanTexts(name: string, { label = '', description = '' }: SourceTexts): DescriptiveTexts {
  const cleanLabel = MAIL_ADDRESS.test(label) ? undefined : cleanDescriptiveText('label', label);
  const cleanDescription = MAIL_ADDRESS.test(description)
    ? undefined
    : cleanDescriptiveText('description', description);
  return {
    ...(cleanLabel !== undefined && cleanLabel !== name && { label: cleanLabel }),
    ...(cleanDescription !== undefined && { description: cleanDescription }),
  };
}

/** @returns the label or description if the value is a text that is no key of a translation, such as `$t:title` */
export const readLiteralText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && !value.startsWith('$t:') ? value : undefined;
