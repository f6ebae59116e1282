/**
 * Markdown → the text that a reader of the page sees.
 *
 * Gone are where links and images lead, tags, the names of code languages, definitions of links, and character
 * references; marks such as `#`, `*` and `|` may stay, for they are no part of words. One pass from left to right;
 * what looks like syntax but is not closed nearby stays as it is.
 */

/** UTF-16 units within which a link's target, a tag or a reference must end. */
const syntaxMaximum = 2048;
const referenceMaximum = 32;

const definition = /^ {0,3}\[[^\]\n]{1,200}\]:/;
const fence = /^ {0,3}(?:`{3,}|~{3,})/;
const reference =
  /^&(?:#(?<decimal>\d{1,7})|#[xX](?<hexadecimal>[0-9a-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z0-9]{1,24}));/;
const tagStart = /[A-Za-z/!]/;

/** Letters that a text of these languages may have as references; others are punctuation, or as good as. */
const named: ReadonlyMap<string, string> = new Map([
  ...accented('acute', '\u0301', 'aeiouyAEIOUY'),
  ...accented('grave', '\u0300', 'aeiouAEIOU'),
  ...accented('circ', '\u0302', 'aeiouAEIOU'),
  ...accented('uml', '\u0308', 'aeiouyAEIOU'),
  ...accented('tilde', '\u0303', 'anoANO'),
  ...accented('cedil', '\u0327', 'cC'),
  // What nobody sees is no part of a word.
  ...['shy', 'zwj', 'zwnj', 'lrm', 'rlm', 'ZeroWidthSpace', 'NoBreak'].map((name): [string, string] => [name, '']),
  ['szlig', 'ß'],
  ['aelig', 'æ'],
  ['AElig', 'Æ'],
  ['oelig', 'œ'],
  ['OElig', 'Œ'],
  ['oslash', 'ø'],
  ['Oslash', 'Ø'],
  ['aring', 'å'],
  ['Aring', 'Å'],
]);

function accented(suffix: string, mark: string, bases: string): [string, string][] {
  return [...bases].map((base) => [`${base}${suffix}`, `${base}${mark}`]);
}

/** Cost: O(length), and up to 2,048 units more for each opening mark that is not closed. */
export function plainText(markdown: string): string {
  return markdown.split('\n').map(plainLine).join('\n');
}

/** Without any of these a line is read as it stands. */
const syntax = /[\]<&*`~]/;

function plainLine(line: string): string {
  if (!syntax.test(line)) return line;
  const defined = definition.exec(line);
  if (defined !== null) return '';
  if (fence.test(line)) return '';
  let out = '';
  let from = 0;
  const drop = (start: number, end: number, instead: string): void => {
    out += line.slice(from, start) + instead;
    from = end;
  };
  for (let at = 0; at < line.length; at += 1) {
    const end = syntaxEnd(line, at);
    if (end < 0) continue;
    const kept = line[at] === '&' ? referred(line.slice(at, end)) : line[at] === '*' ? '' : ' ';
    drop(at, end, kept);
    at = end - 1;
  }
  return out + line.slice(from);
}

/** @returns where the syntax that begins here ends, or -1 where none does */
function syntaxEnd(line: string, at: number): number {
  switch (line[at]) {
    case ']':
      if (line[at + 1] === '(') return closing(line, at + 1, '(', ')');
      return line[at + 1] === '[' ? closing(line, at + 1, '[', ']') : -1;
    case '<':
      return tagStart.test(line[at + 1] ?? '') ? closing(line, at, '<', '>') : -1;
    case '&':
      return at + (reference.exec(line.slice(at, at + referenceMaximum))?.[0].length ?? -1 - at);
    case '*':
      // Within a word it marks a part of it.
      return at + 1;
    default:
      return -1;
  }
}

/** @returns behind the mark that closes the one at `at`, or -1 */
function closing(line: string, at: number, open: string, close: string): number {
  let depth = 0;
  const limit = Math.min(line.length, at + syntaxMaximum);
  for (let place = at; place < limit; place += 1) {
    const character = line[place];
    if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) return place + 1;
    } else if (character === '\\') place += 1;
  }
  return -1;
}

function referred(text: string): string {
  const groups = reference.exec(text)?.groups;
  const code = groups?.['decimal'] ?? groups?.['hexadecimal'];
  if (code === undefined) return named.get(groups?.['name'] ?? '') ?? ' ';
  const number = Number.parseInt(code, groups?.['decimal'] === undefined ? 16 : 10);
  const isCharacter = number > 0x1f && number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff);
  return isCharacter ? String.fromCodePoint(number) : ' ';
}
