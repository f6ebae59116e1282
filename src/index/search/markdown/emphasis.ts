/**
 * Pairs the marks of emphasis and strikethrough: paired `*`, `_` and `~` are syntax and so not visible. `un*believ*able` is one
 * word, `2*3` is two.
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
  readonly pieceIndex: number;
}

const whiteSpacePattern = /\s/;
const punctuationPattern = /[\p{P}\p{S}]/u;

const plainLetter = /^[A-Za-z0-9]$/;

/** Class of a character, or of '' at the start and end of the text. */
type CharacterClass = 'space' | 'punctuation' | 'other';

function classifyCharacter(character: string): CharacterClass {
  if (plainLetter.test(character)) return 'other';
  if (character === '' || whiteSpacePattern.test(character)) return 'space';
  return punctuationPattern.test(character) ? 'punctuation' : 'other';
}

/** @returns the character before `position`, or '' */
function readCharacterBefore(text: string, position: number): string {
  const code = text.charCodeAt(position - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return isLow ? text.slice(Math.max(0, position - 2), position) : text.slice(Math.max(0, position - 1), position);
}

function readCharacterAt(text: string, position: number): string {
  const code = text.codePointAt(position);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** @returns the run of one mark at `[start, end)` */
export function readRun(text: string, start: number, end: number, pieceIndex: number): Run {
  const mark = text.charAt(start);
  const before = classifyCharacter(readCharacterBefore(text, start));
  const after = classifyCharacter(readCharacterAt(text, end));
  const isLeft = after === 'other' || (after === 'punctuation' && before !== 'other');
  const isRight = before === 'other' || (before === 'punctuation' && after !== 'other');
  const length = end - start;
  const hasPairableLength = mark !== '~' || length <= 2;
  return {
    mark,
    count: length,
    length,
    canOpen: hasPairableLength && isLeft && (mark !== '_' || !isRight || before === 'punctuation'),
    canClose: hasPairableLength && isRight && (mark !== '_' || !isLeft || after === 'punctuation'),
    pieceIndex,
  };
}

const canPair = (opener: Run, closer: Run): boolean => {
  if (opener.mark !== closer.mark || !opener.canOpen) return false;
  if (closer.mark === '~') return opener.length === closer.length;
  // The "rule of three" of CommonMark.
  const isAmbiguous = closer.canOpen || opener.canClose;
  if (!isAmbiguous || (opener.length + closer.length) % 3 !== 0) return true;
  return opener.length % 3 === 0 && closer.length % 3 === 0;
};

/** @returns the number of marks that the pair uses of each run */
function countPairedMarks(opener: Run, closer: Run): number {
  if (closer.mark === '~') return closer.length;
  return closer.count >= 2 && opener.count >= 2 ? 2 : 1;
}

/** @returns a key that is equal for closers that the same openers fit */
function closerKind({ mark, canOpen, length }: Run): string {
  return `${mark}${canOpen}${mark === '~' ? length : length % 3}`;
}

/**
 * Pairs the runs from `firstRun` on, and removes them; `count` keeps the unpaired marks of each.
 *
 * Cost: O(runs · marks) in all: openers that fit no closer of a kind are not compared with that kind again.
 */
export function pairRuns(runs: Run[], firstRun: number): void {
  /** Unpaired openers before the current closer. */
  const openers: Run[] = [];
  /** Kind of closer → no opener below this index fits it. */
  const lowestOpener = new Map<string, number>();
  for (const closer of runs.slice(firstRun)) {
    while (closer.canClose && closer.count > 0) {
      const kind = closerKind(closer);
      const lowestIndex = lowestOpener.get(kind) ?? 0;
      let openerIndex = openers.length - 1;
      while (openerIndex >= lowestIndex && !canPair(openers[openerIndex]!, closer)) openerIndex -= 1;
      if (openerIndex < lowestIndex) {
        lowestOpener.set(kind, openers.length);
        break;
      }
      const opener = openers[openerIndex]!;
      const markCount = countPairedMarks(opener, closer);
      opener.count -= markCount;
      closer.count -= markCount;
      openers.length = opener.count > 0 ? openerIndex + 1 : openerIndex;
      for (const [lowerKind, index] of lowestOpener) {
        if (index > openers.length) lowestOpener.set(lowerKind, openers.length);
      }
    }
    if (closer.canOpen && closer.count > 0) openers.push(closer);
  }
  runs.length = firstRun;
}
