/**
 * Replaces emphasis, strong and deleted text that CommonMark would not recognize at their position by inline HTML.
 *
 * `un*believ*able` is emphasis, `un*(believ)*able` is not: a mark is read by the characters on both of its sides.
 * Characters that renderers class differently, such as emoji, count as the worse of both.
 */
import type { PhrasingContent } from 'mdast';
import type { Mark } from './inline-builder.js';

/** Represents the character of another mark; no text contains it. */
const MARK_SIGN = '\uFFFF';

type Marked = Extract<PhrasingContent, { readonly type: Exclude<Mark['kind'], 'link' | 'html'> }>;

const tagByMark = { emphasis: 'em', strong: 'strong', delete: 'del' } as const;

const isMarked = (node: PhrasingContent | undefined): node is Marked =>
  node !== undefined && Object.hasOwn(tagByMark, node.type);

/**
 * @param nodes  neighbours within one block or mark; marks in them are replaced too
 * @param before the character before them; empty at the beginning of a block
 * @param after  the character after them; empty at its end
 */
export function replaceUnreadableMarks(nodes: readonly PhrasingContent[], before = '', after = ''): PhrasingContent[] {
  if (!nodes.some((node) => isMarked(node) || node.type === 'link')) return [...nodes];
  const readable: PhrasingContent[] = [];
  for (const [index, node] of nodes.entries()) {
    const [previous, next] = [readable.at(-1), nodes[index + 1]];
    const outsideBefore = previous === undefined ? before : readLastCharacter(previous);
    const outsideAfter = next === undefined ? after : readFirstCharacter(next);
    if (node.type === 'link') {
      readable.push({ ...node, children: replaceUnreadableMarks(node.children, '[', ']') });
    } else if (!isMarked(node)) {
      readable.push(node);
    } else if (!isMarked(previous) && isReadable(node.children, outsideBefore, outsideAfter)) {
      // A mark that is all of another begins and ends with it: `***both***`.
      const isAll = node.children.length === 1 && isMarked(node.children[0]);
      const [start, end] = isAll ? [outsideBefore, outsideAfter] : [MARK_SIGN, MARK_SIGN];
      readable.push({ ...node, children: replaceUnreadableMarks(node.children, start, end) });
    } else {
      const tag = tagByMark[node.type];
      const children = replaceUnreadableMarks(node.children, '>', '<');
      readable.push({ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` });
    }
  }
  return readable;
}

const isSpace = (character: string): boolean => character === '' || /\s/u.test(character);
/** Certainly punctuation: older renderers take symbols for letters. */
const isPunctuation = (character: string): boolean => /^\p{P}$/u.test(character) && character <= '\uFFFF';
/** Perhaps punctuation. */
const mayBePunctuation = (character: string): boolean => /^[\p{P}\p{S}]$/u.test(character) || character > '\uFFFF';

/** Whether a mark with these contents is read between two characters. */
function isReadable(children: readonly PhrasingContent[], before: string, after: string): boolean {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (
    isReadableSide(findInnermost(first, 0), before, isMarked(first)) &&
    isReadableSide(findInnermost(last, -1), after, isMarked(last))
  );
}

function isReadableSide(inside: string, outside: string, isRun: boolean): boolean {
  if (isSpace(inside)) return false;
  if (isSpace(outside)) return true;
  if (outside === MARK_SIGN) return false;
  // Marks that begin together form one run, which opens or closes at the edge of words only.
  if (isRun) return isPunctuation(outside) && !mayBePunctuation(inside);
  return !mayBePunctuation(inside) || isPunctuation(outside);
}

/** @returns the character at one edge of a node, within all marks that begin or end there */
function findInnermost(node: PhrasingContent, edge: 0 | -1): string {
  if (!isMarked(node)) return edge === 0 ? readFirstCharacter(node) : readLastCharacter(node);
  const child = node.children.at(edge);
  return child === undefined ? '' : findInnermost(child, edge);
}

function readFirstCharacter(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return String.fromCodePoint(node.value.codePointAt(0) ?? 32);
    case 'html':
      return '<';
    case 'break':
      return ' ';
    case 'link':
      return '[';
    case 'image':
      return '!';
    case 'inlineCode':
      return '`';
    case 'verbatim':
      return '[';
    default:
      return MARK_SIGN;
  }
}

function readLastCharacter(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return [...node.value.slice(-2)].at(-1) ?? ' ';
    case 'html':
      return '>';
    case 'break':
      return ' ';
    case 'link':
    case 'image':
      return ')';
    case 'inlineCode':
      return '`';
    case 'verbatim':
      return ']';
    default:
      return MARK_SIGN;
  }
}
