/**
 * Writes mdast as Markdown, by mdast-util-to-markdown with tables, deleted text and check boxes of GitHub's Markdown.
 *
 * Most text needs no escapes; it is written without evaluating the rules, which is faster.
 * Elsewhere: mdast from HTML (block-builder).
 */
import type { Link, Root, RootContent, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { defaultHandlers, type Handle, type Info, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown';
import { isShownUnchanged, type Verbatim } from './verbatim.js';

/** Characters that a rule may escape at any position. */
const specialAnywhere = /[\t\n\r#&*<>[\]\\_`~|]|:\/\/|www\./i;
/** Beginnings and ends that a rule may escape at the edge of a line or next to a link. */
const specialAtStart = /^(?:[-+=: ]|\d+[.)])/;
const specialAtEnd = /[! ]$/;

/** Characters beyond the Basic Multilingual Plane. */
const underlineNextToEmoji = /(?<=[^\0-\uFFFF])_+|(?<!\\)_+(?=[^\0-\uFFFF])/gu;

/** Whether no rule changes a text, independent of its neighbours. */
export const isPlain = (text: string): boolean =>
  !specialAnywhere.test(text) && !specialAtStart.test(text) && !specialAtEnd.test(text);

/** A space at an edge is escaped only next to a line break. */
const isPlainBetween = (text: string, { before, after }: Info): boolean => {
  const start = text.startsWith(' ') && !/[\n\r]$/.test(before) ? 1 : 0;
  const end = text.length - (text.endsWith(' ') && !/^[\n\r]/.test(after) ? 1 : 0);
  // A parenthesis after a bracket may begin the address of a link.
  const beginsAddress = text.startsWith('(') && before.endsWith(']');
  return start < end && !beginsAddress && isPlain(text.slice(start, end));
};

const writeText: Handle & { peek?: Handle } = (node: Text, parent, state, info) => {
  if (isPlainBetween(node.value, info)) return node.value;
  const escaped = defaultHandlers.text(node, parent, state, info);
  // The library takes emoji for letters, between which an underline is no mark.
  return escaped.replace(underlineNextToEmoji, (underlines) => underlines.replaceAll('_', '\\_'));
};
/** The library reads only the first character of the result. */
writeText.peek = writeText;

const writeVerbatim: Handle = (node: Verbatim, _, state, info) =>
  !state.stack.includes('label') && isShownUnchanged(node.value, info.before, info.after)
    ? node.value
    : state.safe(node.value, info);

/** Addresses in which no rule escapes anything. */
const plainAddress = /^[\w\-./:?=%@,;+$#~]+$/;

const writeLink: Handle & { peek?: Handle } = (node: Link, parent, state, info) => {
  if (!plainAddress.test(node.url) || typeof node.title === 'string')
    return defaultHandlers.link(node, parent, state, info);
  const leaveLink = state.enter('link');
  const leaveLabel = state.enter('label');
  const text = state.containerPhrasing(node, { ...info, before: '[', after: '](' });
  leaveLabel();
  leaveLink();
  // Text with a bracket may begin a definition.
  return text.includes(']') ? defaultHandlers.link(node, parent, state, info) : `[${text}](${node.url})`;
};
writeLink.peek = () => '[';

/** An angle before `+x@y>` begins the address of a link, though no letter follows. */
const mailAddressInAngles: Unsafe = {
  character: '<',
  after: "[\\w.!#$%&'*+/=?^`{|}~-]+@",
  inConstruct: 'phrasing',
};

/**
 * GitHub makes links of addresses in texts, up to the next space or `<`, and shows backslashes in them. So an address that
 * an escape or a mark follows without a space must be none.
 */
const followedByMarks = [
  '[^\\s<]{0,1999}?(?:[*[\\]\\\\`&~|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|<[!/?\\w])',
  // GitHub does not examine more characters.
  '[^\\s<]{2000}',
].join('|');
const addresses: readonly Unsafe[] = [
  { character: ':', before: '[Hh][Tt][Tt][Pp][Ss]?', after: `(?=\\/\\/(?:${followedByMarks}))` },
  { character: '.', before: '[Ww]{3}', after: `(?=${followedByMarks})` },
].map((pattern): Unsafe => ({ ...pattern, inConstruct: 'phrasing', notInConstruct: 'label' }));

/** Joins the extensions once, so that the library does not join them for each text. */
function joinExtensions(extensions: readonly Options[]): Options {
  return {
    handlers: Object.assign({}, ...extensions.map(({ handlers }) => handlers)),
    join: extensions.flatMap(({ join }) => join ?? []),
    unsafe: extensions.flatMap(({ unsafe }) => unsafe ?? []),
  };
}

const options: Options = {
  ...joinExtensions([
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    gfmTaskListItemToMarkdown(),
    { unsafe: [mailAddressInAngles, ...addresses] },
    { handlers: { text: writeText, verbatim: writeVerbatim, link: writeLink } },
  ]),
  bullet: '-',
  rule: '-',
  emphasis: '*',
  strong: '*',
  // An address is in parentheses, even if the text of the link is the address.
  resourceLink: true,
};

/** @returns Markdown without a line feed at its end */
export function writeMarkdown(blocks: readonly RootContent[]): string {
  const root: Root = { type: 'root', children: [...blocks] };
  return toMarkdown(root, options).replace(/\n$/, '');
}
