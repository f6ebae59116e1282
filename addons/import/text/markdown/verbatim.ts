/**
 * The node for text that stays unchanged, such as a shortcode that a site replaces; mdast has no such kind of node.
 */
import type { Literal } from 'mdast';

export interface Verbatim extends Literal {
  type: 'verbatim';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    verbatim: Verbatim;
  }
  interface RootContentMap {
    verbatim: Verbatim;
  }
}

/** Brackets around characters that no renderer changes; `[x]` would be a check box. */
const harmless = /^\[\/?[A-Za-z][\w-]+(?:[\w\s"'=.,;:/#?%+@()-]*)\]$/;

/** Whether a renderer shows the text unchanged without escapes, given the characters before and after it. */
export const isShownUnchanged = (text: string, before: string, after: string): boolean =>
  harmless.test(text) &&
  !/[\n\r]/.test(text) &&
  // An underline within a word is no mark.
  !/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u.test(text) &&
  !/[\]!\\]$/.test(before) &&
  !/^[([:]/.test(after);
