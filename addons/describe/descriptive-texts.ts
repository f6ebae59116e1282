/**
 * Labels and descriptions of the model in OpenAPI and in comments of TypeScript.
 *
 * Editors have written them, so they are not trusted: they end no comment, start no tag, and are no Markdown or HTML.
 */
import type { ContentModel, DescriptiveTexts } from '../../src/content/model/index.js';
import type { Schema } from './schema/json-schema.js';

/** @returns Markdown that shows the plain text, and that no comment of a generated file ends at */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/&(?=[#\w]+;)/g, '\\&')
    .replaceAll('\\*/', '\\*\\/')
    // A tag of JSDoc, at the beginning of a line or in braces.
    .replace(/^(\s*)@/gm, '$1\\@')
    .replaceAll('{@', '{\\@');

/** @returns the text without the end of a comment, for texts that are shown without Markdown */
const escapeTitle = (text: string): string => text.replaceAll('*/', '* /');

/**
 * @param schema of the described value; its own description follows the text of the model
 * @returns the schema with `title` and `description`; unchanged if the model has neither
 */
export function withTexts(schema: Schema, { label, description }: DescriptiveTexts): Schema {
  const ownDescription = schema['description'];
  const descriptions = [
    ...(description === undefined ? [] : [escapeMarkdown(description)]),
    ...(typeof ownDescription === 'string' ? [ownDescription] : []),
  ];
  return {
    ...(label !== undefined && { title: escapeTitle(label) }),
    ...schema,
    ...(descriptions.length > 0 && { description: descriptions.join('\n\n') }),
  };
}

/** @returns the name as Markdown, followed by its label: `` `made` (Year of creation) `` */
export const writeName = (name: string, texts: DescriptiveTexts | undefined): string =>
  texts?.label === undefined ? `\`${name}\`` : `\`${name}\` (${escapeMarkdown(texts.label)})`;

/** @returns label and description as paragraphs of Markdown */
export const writeParagraphs = ({ label, description }: DescriptiveTexts): readonly string[] =>
  [label, description].filter((text) => text !== undefined).map(escapeMarkdown);

/** @returns the locales with their labels as a sentence; empty if none has a label */
export function describeLocales({ locales }: ContentModel): string {
  const labelled = locales.filter(({ label }) => label !== undefined);
  return labelled.length === 0 ? '' : ` ${labelled.map((locale) => writeName(locale.code, locale)).join(', ')}.`;
}

/** Length of a comment that is on one line. */
const oneLineMaximum = 110;

/**
 * @param paragraphs without the end of a comment in them
 * @returns the lines of a JSDoc comment; no line if there is no paragraph
 */
export function commentLines(paragraphs: readonly string[]): readonly string[] {
  const text = paragraphs.join('\n\n');
  if (text === '') return [];
  if (!text.includes('\n') && text.length <= oneLineMaximum) return [`/** ${text} */`];
  return ['/**', ...text.split('\n').map((line) => ` * ${line}`.trimEnd()), ' */'];
}
