/**
 * Text inside a Markdown block → its visible text, without emphasis marks, tags and link destinations.
 *
 * One pass from left to right makes pieces of text; pieces that turn out to be syntax are emptied afterwards.
 * Elsewhere: patterns (inline-syntax), links (links), emphasis (emphasis), raw HTML (raw-tags, html).
 */
import { decodeHTMLStrict } from 'entities/decode';
import { pairRuns, type Run, runAt } from './emphasis.js';
import type { HtmlText } from './html.js';
import {
  addressEnd,
  addressMaximum,
  autolink,
  bareAddress,
  characterReference,
  codeText,
  delimiterRun,
  footnoteCall,
  lastBackticks,
  letterW,
  startsSyntax,
  withoutSyntax,
} from './inline-syntax.js';
import { inlineTargetEnd, isPunctuation, labelEnd, matchEnd, normaliseLabel } from './links.js';
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
  readonly piece: number;
  /** Number of delimiter runs before it. */
  readonly runs: number;
  /** False inside a link: links cannot be nested. */
  isActive: boolean;
  hasBracketAfter: boolean;
}

/** @returns the visible text. Cost: O(length). */
export function inlineText(text: string, context: DocumentContext): string {
  const { html } = context;
  if (withoutSyntax.test(text)) return html.isHidden ? '' : text;
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
  #tags: RawTags | undefined;
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
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (startsSyntax[code] !== 1 || (code === letterW && text.charCodeAt(at + 1) !== letterW)) at += 1;
      else at = this.#readSyntax(at);
    }
    this.#addLiteral(text.length);
    this.#pairRuns(0);
    return this.#pieces.join('');
  }

  /** @returns the end of the syntax that begins at `at`, or of its first character if it is literal */
  #readSyntax(at: number): number {
    const text = this.#text;
    switch (text[at]) {
      case '\\':
        return this.#readEscape(at);
      case '`':
        return this.#readCode(at);
      case '[':
        return this.#openBracket(at);
      case ']':
        return this.#closeBracket(at);
      case '<':
        return this.#readTag(at);
      case '&': {
        const end = matchEnd(characterReference, text, at);
        return end < 0 ? at + 1 : this.#replace(at, end, decodeHTMLStrict(text.slice(at, end)));
      }
      case ':':
      case 'w':
        return this.#readAddress(at);
      default:
        return this.#readRun(at);
    }
  }

  /** Adds the literal text up to `at`. */
  #addLiteral(at: number): void {
    if (at > this.#literalStart) this.#addPiece(this.#text.slice(this.#literalStart, at));
  }

  #addPiece(piece: string): void {
    this.#pieces.push(this.#context.html.isHidden ? '' : piece);
  }

  /** Shows `piece` in place of the text `[at, end)`. @returns `end` */
  #replace(at: number, end: number, piece: string): number {
    this.#addLiteral(at);
    if (piece !== '') this.#addPiece(piece);
    this.#literalStart = end;
    return end;
  }

  #readEscape(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (next === 0x0a) return this.#replace(at, at + 1, '');
    if (!isPunctuation(next)) return at + 1;
    // The escaped character is literal.
    this.#replace(at, at + 1, '');
    return at + 2;
  }

  #readCode(at: number): number {
    const text = this.#text;
    const start = matchEnd(delimiterRun, text, at);
    const length = start - at;
    this.#lastBackticks ??= lastBackticks(text);
    if ((this.#lastBackticks.get(length) ?? 0) < start) return start;
    for (let place = start; ; ) {
      place = text.indexOf('`', place);
      const end = matchEnd(delimiterRun, text, place);
      if (end - place === length) return this.#replace(at, end, codeText(text.slice(start, place)));
      place = end;
    }
  }

  #readRun(at: number): number {
    const end = matchEnd(delimiterRun, this.#text, at);
    this.#addLiteral(at);
    this.#runs.push(runAt(this.#text, at, end, this.#pieces.length));
    this.#addPiece(this.#text.slice(at, end));
    this.#literalStart = end;
    return end;
  }

  /** Pairs the runs from `bottom` on and keeps only their unpaired marks. */
  #pairRuns(bottom: number): void {
    const paired = this.#runs.slice(bottom);
    pairRuns(this.#runs, bottom);
    for (const { piece, mark, count, length } of paired)
      if (count !== length && this.#pieces[piece] !== '') this.#pieces[piece] = mark.repeat(count);
  }

  #openBracket(at: number): number {
    const text = this.#text;
    const { footnotes, referenced } = this.#context;
    if (text[at + 1] === '^' && footnotes.size > 0) {
      const end = matchEnd(footnoteCall, text, at);
      const label = end < 0 ? '' : normaliseLabel(text.slice(at + 2, end - 1));
      if (footnotes.has(label)) {
        if (!this.#context.html.isHidden) referenced.add(label);
        return this.#replace(at, end, ' ');
      }
    }
    const isImage = at > this.#literalStart && text[at - 1] === '!' && !this.#isEscaped(at - 1);
    this.#addLiteral(isImage ? at - 1 : at);
    const last = this.#brackets.at(-1);
    if (last !== undefined) last.hasBracketAfter = true;
    const [piece, runsBefore] = [this.#pieces.length, this.#runs.length];
    this.#brackets.push({
      ...{ isImage, start: at + 1, piece, runs: runsBefore },
      ...{ isActive: true, hasBracketAfter: false },
    });
    if (!isImage) this.#openLinks += 1;
    this.#addPiece(isImage ? '![' : '[');
    this.#literalStart = at + 1;
    return at + 1;
  }

  /** Whether a backslash escapes the character. */
  #isEscaped(at: number): boolean {
    return at === this.#literalStart && this.#text[at - 1] === '\\';
  }

  #closeBracket(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket?.isActive !== true) return at + 1;
    if (!bracket.isImage) this.#openLinks -= 1;
    const end = this.#linkEnd(at, bracket);
    if (end < 0) return at + 1;
    this.#addLiteral(at);
    this.#literalStart = end;
    // A space separates the text of an image from the words next to it.
    this.#pieces[bracket.piece] = bracket.isImage ? ' ' : '';
    if (bracket.isImage) this.#addPiece(' ');
    this.#pairRuns(bracket.runs);
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

  /** @param at position of the `]`. @returns the end of the link or image, or -1 */
  #linkEnd(at: number, { start, hasBracketAfter }: Bracket): number {
    const text = this.#text;
    const { definitions } = this.#context;
    const target = inlineTargetEnd(text, at + 1);
    if (target >= 0 || definitions.size === 0) return target;
    const end = labelEnd(text, at + 1);
    const isFull = end > at + 3;
    if (!isFull && (hasBracketAfter || at - start > 999)) return -1;
    const label = isFull ? text.slice(at + 2, end - 1) : text.slice(start, at);
    if (!definitions.has(normaliseLabel(label))) return -1;
    return Math.max(end, at + 1);
  }

  #readTag(at: number): number {
    const text = this.#text;
    autolink.lastIndex = at;
    const match = autolink.exec(text);
    if (match !== null) return this.#replace(at, autolink.lastIndex, match[1] ?? match[2] ?? '');
    this.#tags ??= new RawTags(text);
    const end = this.#tags.endAt(at);
    if (end < 0) return at + 1;
    this.#addLiteral(at);
    this.#literalStart = end;
    const visibleText = this.#context.html.read(text.slice(at, end));
    if (visibleText !== '') this.#pieces.push(visibleText);
    return end;
  }

  /** An address without brackets is literal: nothing in it is syntax. */
  #readAddress(at: number): number {
    const text = this.#text;
    let start = at;
    if (text[at] === ':') {
      if (!text.startsWith('//', at + 1)) return at + 1;
      const scheme = /(?:^|[^A-Za-z])(https?)$/i.exec(text.slice(Math.max(this.#literalStart, at - 6), at))?.[1];
      if (scheme === undefined) return at + 1;
      start = at + 3;
    } else if (!text.startsWith('ww.', at + 1) || !/^[\s(*_~[\]]?$/.test(text.charAt(at - 1))) return at + 1;
    if (this.#openLinks > 0) return at + 1;
    const end = matchEnd(bareAddress, text, start);
    if (end < 0) return at + 1;
    return addressEnd(text, start, Math.min(end, start + addressMaximum));
  }
}
