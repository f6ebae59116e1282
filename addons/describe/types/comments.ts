/**
 * Comments of the written types.
 */

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
