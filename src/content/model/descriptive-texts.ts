/**
 * Descriptive texts: the label and the description of a type, a field or a locale, which editors have written for readers.
 *
 * No answer depends on them; the explorer, OpenAPI and the types show them. They are not trusted: each page and file escapes
 * them. Elsewhere: reading and checking them (json/read-descriptive-texts).
 */

export interface DescriptiveTexts {
  /** One line, for readers: `Year of creation`. Absent: the name is shown. */
  readonly label?: string;
  /** Plain text of one or several lines. */
  readonly description?: string;
}

/** Lengths in code points. */
export const DESCRIPTIVE_LIMITS = { label: 200, description: 5_000 } as const satisfies Record<
  keyof DescriptiveTexts,
  number
>;

/** @returns the texts alone, without other members of `texts` */
export const pickDescriptiveTexts = ({ label, description }: DescriptiveTexts): DescriptiveTexts => ({
  ...(label !== undefined && { label }),
  ...(description !== undefined && { description }),
});

/**
 * Characters that no label or description may contain: control characters, separators of lines and paragraphs, and characters
 * that change the direction of the text around them. A description may contain line feeds and tabs.
 */
const forbiddenInLabel = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const forbiddenInDescription = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** @returns the first character of the text that must not be in it; undefined if there is none */
export const findForbiddenCharacter = (kind: keyof DescriptiveTexts, text: string): string | undefined =>
  (kind === 'label' ? forbiddenInLabel : forbiddenInDescription).exec(text)?.[0];

/**
 * Makes a valid text of any text, for imports: forbidden characters become spaces, and a long text ends with an ellipsis.
 *
 * @returns undefined if nothing visible remains
 */
export function cleanDescriptiveText(kind: keyof DescriptiveTexts, text: string): string | undefined {
  const lines = text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const plain =
    kind === 'label'
      ? lines.replace(new RegExp(forbiddenInLabel, 'gu'), ' ').replace(/\s+/g, ' ').trim()
      : lines.replace(new RegExp(forbiddenInDescription, 'gu'), ' ').trim();
  if (plain === '') return undefined;
  const limit = DESCRIPTIVE_LIMITS[kind];
  const characters = plain.length > limit ? [...plain] : [];
  if (characters.length <= limit) return plain;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
