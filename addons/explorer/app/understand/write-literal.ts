/**
 * Writes values as JavaScript in the usual style: single quotes, and names without quotes if they need none.
 */

/** @returns the text as a string literal in single quotes */
export const quoteText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const isPlainName = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/;
const lineLength = 90;

export function writeLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((member) => writeLiteral(member, inner))
    : Object.entries(value).map(
        ([name, member]) => `${isPlainName.test(name) ? name : quoteText(name)}: ${writeLiteral(member, inner)}`,
      );
  if (parts.length === 0) return isArray ? '[]' : '{}';
  const line = isArray ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (line.length + indent.length < lineLength && !line.includes('\n')) return line;
  const [open, close] = isArray ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
