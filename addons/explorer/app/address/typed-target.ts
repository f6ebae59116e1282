/**
 * The request in a text that was typed or pasted: a path, a URL, or a whole curl command, with quotation marks of a shell or
 * without.
 */

/** A word of a shell command: parts in single or double quotation marks, after a backslash, or bare. */
const shellWord = /(?:'[^']*'?|"(?:[^"\\]|\\.)*"?|\\.|[^\s'"\\])+/gs;
const shellPart = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)|([^\s'"\\]+)/gs;

/** @returns the word as a shell passes it on */
const unquote = (word: string): string =>
  word.replace(
    shellPart,
    (_, single?: string, double?: string, escaped?: string, bare?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? '',
  );

/** @returns the URL of a command, or the text without quotation marks around it */
function findUrl(text: string, root: string): string {
  if (/^(?:\$ *)?curl\s/i.test(text)) {
    const words = (text.match(shellWord) ?? []).map(unquote);
    return words.find((word) => /^https?:/i.test(word)) ?? words.find((word) => word.includes(`/${root}`)) ?? '';
  }
  const isQuoted = text.length > 1 && /^['"]/.test(text) && text.endsWith(text.charAt(0));
  return isQuoted ? unquote(text) : text;
}

/**
 * @param root the path of the delivery root, without the slash before it
 * @returns path and query below the root
 */
export function readTypedTarget(text: string, root: string): string {
  const withoutMethod = text.trim().replace(/^GET\s+/i, '');
  const localText = findUrl(withoutMethod, root).replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = ''] = localText.split(/[?#]/, 1);
  const rootStart = `${path}/`.indexOf(`/${root}/`);
  return rootStart < 0 ? localText : localText.slice(rootStart + root.length + 1);
}
