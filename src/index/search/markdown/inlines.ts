/**
 * Text within a block of Markdown → what is seen of it: without marks of emphasis, tags, and where links lead.
 *
 * One pass from left to right makes pieces of text; marks that turn out to be syntax are emptied afterwards. What each
 * kind of syntax looks like is links.ts's, emphasis.ts's and raw-tags.ts's to say.
 */
import { decodeHTMLStrict } from 'entities/decode';
import { pairRuns, type Run, runAt } from './emphasis.js';
import type { HtmlText } from './html.js';
import { isPunctuation, labelEnd, normalLabel, targetEnd } from './links.js';
import { RawTags } from './raw-tags.js';

/** What a document knows beyond the block at hand. */
export interface Surroundings {
  /** Normal labels of links. */
  readonly definitions: ReadonlySet<string>;
  /** Normal labels of footnotes. */
  readonly footnotes: ReadonlySet<string>;
  /** Normal labels of the footnotes that are referred to, in the order of their first reference. Is added to. */
  readonly calls: Set<string>;
  readonly html: HtmlText;
}

interface Bracket {
  readonly isImage: boolean;
  /** Behind the `[`. */
  readonly start: number;
  readonly piece: number;
  /** How many runs of marks stand before it. */
  readonly runs: number;
  /** No link stands within another. */
  isActive: boolean;
  hasBracketBehind: boolean;
}

const special = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('\\`*_~[]<&:w'.includes(String.fromCharCode(code))),
);

const w = 0x77;

/** Whether the text is seen as it stands. */
const plain = /^[^\\`*_~[\]<&]*$/;

const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const automatic =
  /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\0-\x20<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*))>/y;
const footnoteCall = /\[\^((?:[^\\[\]\s]|\\[\\[\]]){1,999})\]/y;
const address = /[^\s<\]]+/y;
const addressMaximum = 2048;
const runs = /\*+|_+|~+|`+/y;

/** @returns the text that is seen. Cost: O(length). */
export function inlineText(text: string, surroundings: Surroundings): string {
  const { html } = surroundings;
  if (plain.test(text)) return html.isHidden ? '' : text;
  return new InlineReader(text, surroundings).read();
}

class InlineReader {
  readonly #text: string;
  readonly #known: Surroundings;
  readonly #pieces: string[] = [];
  readonly #runs: Run[] = [];
  readonly #brackets: Bracket[] = [];
  /** Active brackets that are no image's. */
  #openLinks = 0;
  #tags: RawTags | undefined;
  /** Length of a run of backticks → where the last one stands. */
  #ticks: Map<number, number> | undefined;
  /** What stands from here up to the place at hand is seen as it is. */
  #from = 0;

  constructor(text: string, surroundings: Surroundings) {
    this.#text = text;
    this.#known = surroundings;
  }

  read(): string {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (special[code] !== 1 || (code === w && text.charCodeAt(at + 1) !== w)) at += 1;
      else at = this.#syntax(at);
    }
    this.#show(text.length);
    this.#pair(0);
    return this.#pieces.join('');
  }

  /** @returns behind the syntax that begins at `at`, or behind its first character, which is then seen */
  #syntax(at: number): number {
    const text = this.#text;
    switch (text[at]) {
      case '\\':
        return this.#escape(at);
      case '`':
        return this.#code(at);
      case '[':
        return this.#open(at);
      case ']':
        return this.#close(at);
      case '<':
        return this.#tag(at);
      case '&': {
        const end = endOf(reference, text, at);
        return end < 0 ? at + 1 : this.#put(at, end, decodeHTMLStrict(text.slice(at, end)));
      }
      case ':':
      case 'w':
        return this.#address(at);
      default:
        return this.#run(at);
    }
  }

  /** The text up to `at` is seen. */
  #show(at: number): void {
    if (at > this.#from) this.#push(this.#text.slice(this.#from, at));
  }

  #push(piece: string): void {
    this.#pieces.push(this.#known.html.isHidden ? '' : piece);
  }

  /** Instead of the text from `at` to `end`, `piece` is seen. @returns `end` */
  #put(at: number, end: number, piece: string): number {
    this.#show(at);
    if (piece !== '') this.#push(piece);
    this.#from = end;
    return end;
  }

  #escape(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (next === 0x0a) return this.#put(at, at + 1, '');
    if (!isPunctuation(next)) return at + 1;
    // The character is seen, and is no syntax.
    this.#put(at, at + 1, '');
    return at + 2;
  }

  #code(at: number): number {
    const text = this.#text;
    const start = endOf(runs, text, at);
    const length = start - at;
    this.#ticks ??= lastTicks(text);
    if ((this.#ticks.get(length) ?? 0) < start) return start;
    for (let place = start; ; ) {
      place = text.indexOf('`', place);
      const end = endOf(runs, text, place);
      if (end - place === length) return this.#put(at, end, codeText(text.slice(start, place)));
      place = end;
    }
  }

  #run(at: number): number {
    const end = endOf(runs, this.#text, at);
    this.#show(at);
    this.#runs.push(runAt(this.#text, at, end, this.#pieces.length));
    this.#push(this.#text.slice(at, end));
    this.#from = end;
    return end;
  }

  /** Writes what is left of the runs from `bottom` on. */
  #pair(bottom: number): void {
    const paired = this.#runs.slice(bottom);
    pairRuns(this.#runs, bottom);
    for (const { piece, mark, count, length } of paired)
      if (count !== length && this.#pieces[piece] !== '') this.#pieces[piece] = mark.repeat(count);
  }

  #open(at: number): number {
    const text = this.#text;
    const { footnotes, calls } = this.#known;
    if (text[at + 1] === '^' && footnotes.size > 0) {
      const end = endOf(footnoteCall, text, at);
      const label = end < 0 ? '' : normalLabel(text.slice(at + 2, end - 1));
      if (footnotes.has(label)) {
        if (!this.#known.html.isHidden) calls.add(label);
        return this.#put(at, end, ' ');
      }
    }
    const isImage = at > this.#from && text[at - 1] === '!' && !this.#isEscaped(at - 1);
    this.#show(isImage ? at - 1 : at);
    const last = this.#brackets.at(-1);
    if (last !== undefined) last.hasBracketBehind = true;
    const [piece, runsBefore] = [this.#pieces.length, this.#runs.length];
    this.#brackets.push({
      ...{ isImage, start: at + 1, piece, runs: runsBefore },
      ...{ isActive: true, hasBracketBehind: false },
    });
    if (!isImage) this.#openLinks += 1;
    this.#push(isImage ? '![' : '[');
    this.#from = at + 1;
    return at + 1;
  }

  /** Whether the character, which is to be seen, stands behind a backslash. */
  #isEscaped(at: number): boolean {
    return at === this.#from && this.#text[at - 1] === '\\';
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket?.isActive !== true) return at + 1;
    if (!bracket.isImage) this.#openLinks -= 1;
    const end = this.#linkEnd(at, bracket);
    if (end < 0) return at + 1;
    this.#show(at);
    this.#from = end;
    // A picture is no part of the words beside it.
    this.#pieces[bracket.piece] = bracket.isImage ? ' ' : '';
    if (bracket.isImage) this.#push(' ');
    this.#pair(bracket.runs);
    // All before an inactive one are inactive.
    for (let i = this.#brackets.length - 1; !bracket.isImage && i >= 0; i -= 1) {
      const outer = this.#brackets[i]!;
      if (outer.isImage) continue;
      if (!outer.isActive) break;
      outer.isActive = false;
      this.#openLinks -= 1;
    }
    return end;
  }

  /** @param at of the `]`. @returns behind the link or image that it ends, or -1 */
  #linkEnd(at: number, { start, hasBracketBehind }: Bracket): number {
    const text = this.#text;
    const { definitions } = this.#known;
    const target = targetEnd(text, at + 1);
    if (target >= 0 || definitions.size === 0) return target;
    const end = labelEnd(text, at + 1);
    const isFull = end > at + 3;
    if (!isFull && (hasBracketBehind || at - start > 999)) return -1;
    const label = isFull ? text.slice(at + 2, end - 1) : text.slice(start, at);
    if (!definitions.has(normalLabel(label))) return -1;
    return Math.max(end, at + 1);
  }

  #tag(at: number): number {
    const text = this.#text;
    automatic.lastIndex = at;
    const found = automatic.exec(text);
    if (found !== null) return this.#put(at, automatic.lastIndex, found[1] ?? found[2] ?? '');
    this.#tags ??= new RawTags(text);
    const end = this.#tags.endAt(at);
    if (end < 0) return at + 1;
    this.#show(at);
    this.#from = end;
    const shown = this.#known.html.read(text.slice(at, end));
    if (shown !== '') this.#pieces.push(shown);
    return end;
  }

  /** An address that is written without brackets is seen as it stands: nothing in it is syntax. */
  #address(at: number): number {
    const text = this.#text;
    let start = at;
    if (text[at] === ':') {
      if (!text.startsWith('//', at + 1)) return at + 1;
      const scheme = /(?:^|[^A-Za-z])(https?)$/i.exec(text.slice(Math.max(this.#from, at - 6), at))?.[1];
      if (scheme === undefined) return at + 1;
      start = at + 3;
    } else if (!text.startsWith('ww.', at + 1) || !/^[\s(*_~[\]]?$/.test(text.charAt(at - 1))) return at + 1;
    if (this.#openLinks > 0) return at + 1;
    const end = endOf(address, text, start);
    if (end < 0) return at + 1;
    return addressEnd(text, start, Math.min(end, start + addressMaximum));
  }
}

/** @returns where the address ends that stands from `start` to `limit` with the marks behind it */
function addressEnd(text: string, start: number, limit: number): number {
  let end = limit;
  while (end > start && '?!.,:*_~\'")'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** @returns the length → last place of all runs of backticks */
function lastTicks(text: string): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = text.indexOf('`'); at >= 0; ) {
    const end = endOf(runs, text, at);
    places.set(end - at, at);
    at = text.indexOf('`', end);
  }
  return places;
}

/** @returns a code span's text: a space on either side is none of it */
function codeText(span: string): string {
  const text = span.replaceAll('\n', ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  return isPadded ? text.slice(1, -1) : text;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
