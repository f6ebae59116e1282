/**
 * Reads the text inside a Markdown block: its visible text, without emphasis marks, tags and link destinations.
 *
 * One pass from left to right makes pieces of text; pieces that turn out to be syntax are emptied afterwards.
 * Elsewhere: patterns (inline-syntax), links (links), emphasis (emphasis), raw HTML (raw-tags, html).
 */
import { decodeHTMLStrict } from 'entities/decode';
import { pairRuns, type Run, readRun } from './emphasis.js';
import type { HtmlText } from './html.js';
import {
  addressMaximum,
  autolink,
  bareAddress,
  characterReference,
  delimiterRun,
  findAddressEnd,
  findLastBackticks,
  footnoteCall,
  letterW,
  plainTextPattern,
  readCodeSpan,
  startsSyntax,
} from './inline-syntax.js';
import { findInlineTargetEnd, findLabelEnd, findMatchEnd, isPunctuation, normaliseLabel } from './links.js';
import { RawTags } from './raw-tags.js';

/** The parts of a document that the text of a block depends on. */
export interface DocumentContext {
  /** Normalised labels of link definitions. */
  readonly definitions: ReadonlySet<string>;
  /** Normalised labels of footnotes. */
  readonly footnotes: ReadonlySet<string>;
  /** Normalised labels of referenced footnotes, in the order of their first reference; new ones are added. */
  readonly referenced: Set<string>;
  readonly html: HtmlText;
}

interface Bracket {
  readonly isImage: boolean;
  /** Position after the `[`. */
  readonly start: number;
  /** Index of its piece of text. */
  readonly pieceIndex: number;
  /** Number of delimiter runs before it. */
  readonly runCount: number;
  /** False inside a link: links cannot be nested. */
  isActive: boolean;
  hasBracketAfter: boolean;
}

/** @returns the visible text. Cost: O(length). */
export function readInlineText(text: string, context: DocumentContext): string {
  const { html } = context;
  if (plainTextPattern.test(text)) return html.isHidden ? '' : text;
  return new InlineReader(text, context).read();
}

class InlineReader {
  readonly #text: string;
  readonly #context: DocumentContext;
  readonly #pieces: string[] = [];
  readonly #runs: Run[] = [];
  readonly #brackets: Bracket[] = [];
  /** Number of active brackets that can become links. */
  #openLinks = 0;
  #rawTags: RawTags | undefined;
  /** Length of a run of backticks → start of the last one. */
  #lastBackticks: Map<number, number> | undefined;
  /** Start of the literal text that is not yet in a piece. */
  #literalStart = 0;

  constructor(text: string, context: DocumentContext) {
    this.#text = text;
    this.#context = context;
  }

  read(): string {
    const text = this.#text;
    for (let position = 0; position < text.length; ) {
      const code = text.charCodeAt(position);
      // Only `www` can begin an address with a `w`.
      const isPlainW = code === letterW && text.charCodeAt(position + 1) !== letterW;
      if (startsSyntax[code] !== 1 || isPlainW) position += 1;
      else position = this.#readSyntax(position);
    }
    this.#addLiteral(text.length);
    this.#pairRuns(0);
    return this.#pieces.join('');
  }

  /** @returns the end of the syntax that begins at `position`, or of its first character if it is literal */
  #readSyntax(position: number): number {
    const text = this.#text;
    switch (text[position]) {
      case '\\':
        return this.#readEscape(position);
      case '`':
        return this.#readCodeSpan(position);
      case '[':
        return this.#openBracket(position);
      case ']':
        return this.#closeBracket(position);
      case '<':
        return this.#readTag(position);
      case '&': {
        const end = findMatchEnd(characterReference, text, position);
        return end < 0 ? position + 1 : this.#replace(position, end, decodeHTMLStrict(text.slice(position, end)));
      }
      case ':':
      case 'w':
        return this.#readAddress(position);
      default:
        return this.#readDelimiterRun(position);
    }
  }

  /** Adds the literal text up to `end`. */
  #addLiteral(end: number): void {
    if (end > this.#literalStart) this.#addPiece(this.#text.slice(this.#literalStart, end));
  }

  #addPiece(piece: string): void {
    this.#pieces.push(this.#context.html.isHidden ? '' : piece);
  }

  /** Shows `piece` in place of the text `[start, end)`. @returns `end` */
  #replace(start: number, end: number, piece: string): number {
    this.#addLiteral(start);
    if (piece !== '') this.#addPiece(piece);
    this.#literalStart = end;
    return end;
  }

  #readEscape(position: number): number {
    const nextCode = this.#text.charCodeAt(position + 1);
    if (nextCode === 0x0a) return this.#replace(position, position + 1, '');
    if (!isPunctuation(nextCode)) return position + 1;
    // The escaped character is literal.
    this.#replace(position, position + 1, '');
    return position + 2;
  }

  #readCodeSpan(position: number): number {
    const text = this.#text;
    const contentStart = findMatchEnd(delimiterRun, text, position);
    const length = contentStart - position;
    this.#lastBackticks ??= findLastBackticks(text);
    if ((this.#lastBackticks.get(length) ?? 0) < contentStart) return contentStart;
    for (let runStart = contentStart; ; ) {
      runStart = text.indexOf('`', runStart);
      const runEnd = findMatchEnd(delimiterRun, text, runStart);
      if (runEnd - runStart === length)
        return this.#replace(position, runEnd, readCodeSpan(text.slice(contentStart, runStart)));
      runStart = runEnd;
    }
  }

  #readDelimiterRun(position: number): number {
    const end = findMatchEnd(delimiterRun, this.#text, position);
    this.#addLiteral(position);
    this.#runs.push(readRun(this.#text, position, end, this.#pieces.length));
    this.#addPiece(this.#text.slice(position, end));
    this.#literalStart = end;
    return end;
  }

  /** Pairs the runs from `firstRun` on and keeps only their unpaired marks. */
  #pairRuns(firstRun: number): void {
    const candidates = this.#runs.slice(firstRun);
    pairRuns(this.#runs, firstRun);
    for (const { pieceIndex, mark, count, length } of candidates) {
      if (count !== length && this.#pieces[pieceIndex] !== '') this.#pieces[pieceIndex] = mark.repeat(count);
    }
  }

  #openBracket(position: number): number {
    const text = this.#text;
    const { footnotes, referenced } = this.#context;
    if (text[position + 1] === '^' && footnotes.size > 0) {
      const end = findMatchEnd(footnoteCall, text, position);
      const label = end < 0 ? '' : normaliseLabel(text.slice(position + 2, end - 1));
      if (footnotes.has(label)) {
        if (!this.#context.html.isHidden) referenced.add(label);
        return this.#replace(position, end, ' ');
      }
    }
    const isImage = position > this.#literalStart && text[position - 1] === '!' && !this.#isEscaped(position - 1);
    this.#addLiteral(isImage ? position - 1 : position);
    const previousBracket = this.#brackets.at(-1);
    if (previousBracket !== undefined) previousBracket.hasBracketAfter = true;
    this.#brackets.push({
      isImage,
      start: position + 1,
      pieceIndex: this.#pieces.length,
      runCount: this.#runs.length,
      isActive: true,
      hasBracketAfter: false,
    });
    if (!isImage) this.#openLinks += 1;
    this.#addPiece(isImage ? '![' : '[');
    this.#literalStart = position + 1;
    return position + 1;
  }

  /** Whether a backslash escapes the character. */
  #isEscaped(position: number): boolean {
    return position === this.#literalStart && this.#text[position - 1] === '\\';
  }

  #closeBracket(position: number): number {
    const bracket = this.#brackets.pop();
    if (bracket?.isActive !== true) return position + 1;
    if (!bracket.isImage) this.#openLinks -= 1;
    const end = this.#findLinkEnd(position, bracket);
    if (end < 0) return position + 1;
    this.#addLiteral(position);
    this.#literalStart = end;
    // A space separates the text of an image from the words next to it.
    this.#pieces[bracket.pieceIndex] = bracket.isImage ? ' ' : '';
    if (bracket.isImage) this.#addPiece(' ');
    this.#pairRuns(bracket.runCount);
    // All brackets before an inactive one are inactive.
    for (let i = this.#brackets.length - 1; !bracket.isImage && i >= 0; i -= 1) {
      const outer = this.#brackets[i]!;
      if (outer.isImage) continue;
      if (!outer.isActive) break;
      outer.isActive = false;
      this.#openLinks -= 1;
    }
    return end;
  }

  /** @param position position of the `]`. @returns the end of the link or image, or -1 */
  #findLinkEnd(position: number, { start, hasBracketAfter }: Bracket): number {
    const text = this.#text;
    const { definitions } = this.#context;
    const targetEnd = findInlineTargetEnd(text, position + 1);
    if (targetEnd >= 0 || definitions.size === 0) return targetEnd;
    const end = findLabelEnd(text, position + 1);
    const isFull = end > position + 3;
    if (!isFull && (hasBracketAfter || position - start > 999)) return -1;
    const label = isFull ? text.slice(position + 2, end - 1) : text.slice(start, position);
    if (!definitions.has(normaliseLabel(label))) return -1;
    return Math.max(end, position + 1);
  }

  #readTag(position: number): number {
    const text = this.#text;
    autolink.lastIndex = position;
    const match = autolink.exec(text);
    if (match !== null) return this.#replace(position, autolink.lastIndex, match[1] ?? match[2] ?? '');
    this.#rawTags ??= new RawTags(text);
    const end = this.#rawTags.findEnd(position);
    if (end < 0) return position + 1;
    this.#addLiteral(position);
    this.#literalStart = end;
    const visibleText = this.#context.html.read(text.slice(position, end));
    if (visibleText !== '') this.#pieces.push(visibleText);
    return end;
  }

  /** An address without brackets is literal: nothing in it is syntax. */
  #readAddress(position: number): number {
    const text = this.#text;
    let start = position;
    if (text[position] === ':') {
      if (!text.startsWith('//', position + 1)) return position + 1;
      const textBefore = text.slice(Math.max(this.#literalStart, position - 6), position);
      if (!/(?:^|[^A-Za-z])https?$/i.test(textBefore)) return position + 1;
      start = position + 3;
    } else {
      const canBeginAddress = /^[\s(*_~[\]]?$/.test(text.charAt(position - 1));
      if (!text.startsWith('ww.', position + 1) || !canBeginAddress) return position + 1;
    }
    if (this.#openLinks > 0) return position + 1;
    const end = findMatchEnd(bareAddress, text, start);
    if (end < 0) return position + 1;
    return findAddressEnd(text, start, Math.min(end, start + addressMaximum));
  }
}
