/**
 * Emphasis and strikethrough: decides which of the marks `*`, `_` and `~` are syntax and so not visible. `un*believ*able` is
 * one word, `2*3` is two.
 *
 * Runs of marks are paired as https://spec.commonmark.org/0.31.2/#phase-2-inline-structure says, in linear time; strikethrough as
 * in GFM, with one or two `~`.
 */
/** A run of one mark that may begin or end emphasis. */
export interface Run {
  readonly mark: string;
  /** Number of its marks that are not paired yet. */
  count: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Index of the run among the pieces of the text. */
  readonly piece: number;
}

const whiteSpace = /\s/;
const punctuation = /[\p{P}\p{S}]/u;

const plainLetter = /^[A-Za-z0-9]$/;

/** Class of a character, or of '' at the start and end of the text. */
type CharacterClass = 'space' | 'punctuation' | 'other';

function classOf(character: string): CharacterClass {
  if (plainLetter.test(character)) return 'other';
  if (character === '' || whiteSpace.test(character)) return 'space';
  return punctuation.test(character) ? 'punctuation' : 'other';
}

/** @returns the character before `at`, or '' */
function characterBefore(text: string, at: number): string {
  const code = text.charCodeAt(at - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return isLow ? text.slice(Math.max(0, at - 2), at) : text.slice(Math.max(0, at - 1), at);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** @param start of a run of one mark, `[start, end)` */
export function runAt(text: string, start: number, end: number, piece: number): Run {
  const mark = text.charAt(start);
  const before = classOf(characterBefore(text, start));
  const after = classOf(characterAt(text, end));
  const isLeft = after === 'other' || (after === 'punctuation' && before !== 'other');
  const isRight = before === 'other' || (before === 'punctuation' && after !== 'other');
  const length = end - start;
  const canPair = mark !== '~' || length <= 2;
  return {
    mark,
    count: length,
    length,
    canOpen: canPair && isLeft && (mark !== '_' || !isRight || before === 'punctuation'),
    canClose: canPair && isRight && (mark !== '_' || !isLeft || after === 'punctuation'),
    piece,
  };
}

const canPair = (opener: Run, closer: Run): boolean => {
  if (opener.mark !== closer.mark || !opener.canOpen) return false;
  if (closer.mark === '~') return opener.length === closer.length;
  const isOdd = (closer.canOpen || opener.canClose) && (opener.length + closer.length) % 3 === 0;
  return !isOdd || (opener.length % 3 === 0 && closer.length % 3 === 0);
};

/**
 * Pairs the runs from `bottom` on, and removes them; `count` keeps the unpaired marks of each.
 *
 * Cost: O(runs · marks) in all: below an opener that fits no closer of a kind, none is searched for again.
 */
export function pairRuns(runs: Run[], bottom: number): void {
  /** Unpaired openers before the current closer. */
  const openers: Run[] = [];
  /** Kind of closer → no opener below this index fits it. */
  const lowestOpener = new Map<string, number>();
  for (const closer of runs.slice(bottom)) {
    while (closer.canClose && closer.count > 0) {
      const kind = `${closer.mark}${closer.canOpen}${closer.mark === '~' ? closer.length : closer.length % 3}`;
      const lowest = lowestOpener.get(kind) ?? 0;
      let at = openers.length - 1;
      while (at >= lowest && !canPair(openers[at]!, closer)) at -= 1;
      if (at < lowest) {
        lowestOpener.set(kind, openers.length);
        break;
      }
      const opener = openers[at]!;
      const used = closer.mark === '~' ? closer.length : closer.count >= 2 && opener.count >= 2 ? 2 : 1;
      opener.count -= used;
      closer.count -= used;
      openers.length = opener.count > 0 ? at + 1 : at;
      for (const [each, place] of lowestOpener) if (place > openers.length) lowestOpener.set(each, openers.length);
    }
    if (closer.canOpen && closer.count > 0) openers.push(closer);
  }
  runs.length = bottom;
}
