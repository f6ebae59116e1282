/**
 * The lines of a help: texts wrapped at a width, and terms with their descriptions beside or below them.
 */

/** @returns the lines of the text, of which each has at most `width` units if its words allow that */
export function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Narrower descriptions stand below their term, not beside it. */
const SHARE_OF_DESCRIPTION = 0.5;
/** Indentation of a description below its term. */
const INDENT_BELOW = 8;

/** @param linesOf the lines of the description that fit a width. @returns a term with its description, as commander does */
export function layOut(
  term: string,
  termWidth: number,
  width: number,
  linesOf: (width: number) => readonly string[],
): string {
  const descriptionWidth = width - termWidth - 4;
  const isBeside = descriptionWidth >= width * SHARE_OF_DESCRIPTION;
  const lines = isBeside ? linesOf(descriptionWidth) : linesOf(width - INDENT_BELOW);
  const indent = ' '.repeat(isBeside ? termWidth + 4 : INDENT_BELOW);
  const head = isBeside ? `  ${term.padEnd(termWidth)}  ` : `  ${term}\n${indent}`;
  return (lines.join('') === '' ? `  ${term}` : `${head}${lines.join(`\n${indent}`)}`).trimEnd();
}

/** Most lines that the short form has for an option. */
const SHORT_LINES = 2;

/** @returns the text in one line; otherwise its main clause without the rest, cut in its last line if it is too long */
export function shorten(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const [mainClause = text] = text.split(/; | \(/);
  const lines = wrap(mainClause, width);
  if (lines.length <= SHORT_LINES) return lines;
  const first = lines.slice(0, SHORT_LINES - 1);
  return [...first, `${cut(lines[SHORT_LINES - 1] ?? '', width - 1)}…`];
}

/** @returns the line up to the end of a clause in it; if it has none, up to the end of a word */
function cut(line: string, width: number): string {
  const clauseEnd = line.search(/[,:] (?!.*[,:] )/);
  if (clauseEnd > 0) return line.slice(0, clauseEnd);
  return line.length <= width ? line : line.slice(0, line.lastIndexOf(' ', width));
}
