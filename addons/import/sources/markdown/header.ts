/**
 * Reads metadata that a page has without a fence: `Title: Salt` of Pelican, MkDocs and MultiMarkdown up to the first blank line,
 * `.. title: Salt` in the first comment of Nikola, and `public:: true` at the beginning of a page of Logseq.
 *
 * Values are texts; true and false are truth values.
 * Elsewhere: front matter with a fence (front-matter).
 */
import type { Json, JsonObject } from '../../value/json.js';

interface HeaderForm {
  /** The whole header; the first group has its lines. */
  readonly header: RegExp;
  /** Name and value of a line. */
  readonly line: RegExp;
  /** A text may begin with `Note: …`, so one of these names must be there. */
  readonly requiredName?: RegExp;
}

const forms: readonly HeaderForm[] = [
  {
    header: /^((?:[A-Za-z][\w -]*:(?:[ \t]+\S.*|[ \t]*)(?:\r?\n[ \t]+\S.*)*(?:\r?\n|$))+)(?=\s|$)/,
    line: /^([A-Za-z][\w -]*):[ \t]*(.*(?:\r?\n[ \t]+\S.*)*)/gm,
    requiredName: /^(?:title|status)$/,
  },
  { header: /^<!--\s*((?:\.\. [\w-]+:.*(?:\r?\n|$))+)\s*-->/, line: /^\.\. ([\w-]+):[ \t]*(.*)/gm },
  { header: /^((?:(?:- )?[\w-]+:: .*(?:\r?\n|$))+)/, line: /^(?:- )?([\w-]+):: (.*)/gm },
];

/** @returns undefined if the text does not begin with a header */
export function readHeader(text: string): { readonly values: JsonObject; readonly body: string } | undefined {
  for (const { header, line, requiredName } of forms) {
    const [all = '', lines = ''] = header.exec(text) ?? [];
    const members = [...lines.matchAll(line)].map(
      ([, name = '', value = '']) => [name.trim().toLowerCase(), readText(value)] as const,
    );
    const isHeader = requiredName === undefined || members.some(([name]) => requiredName.test(name));
    if (all !== '' && isHeader) return { values: Object.fromEntries(members), body: text.slice(all.length).trim() };
  }
  return undefined;
}

function readText(value: string): Json {
  const text = value.replace(/\r?\n[ \t]+/g, ' ').trim();
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}
