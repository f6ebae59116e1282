/**
 * Joined spans: the joined words of a text with their ranges in UTF-16 units, such as `wifi` for `Wi-Fi`.
 *
 * Elsewhere: the words of a text (spans), which groups of words have a joined word (words/word-groups).
 */

import { UNSEEN, visible } from '../words/letters.js';
import { findGroups, mayHaveAnyGroups } from '../words/spaced-groups.js';
import type { JoinedSpelling, WordGroup } from '../words/word-groups.js';
import type { WordReader } from '../words/word-reader.js';

export interface JoinedSpan {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  /** Start of its first part, which is the start of a span. */
  readonly partStart: number;
  /** End of its last part, which is the end of a span. */
  readonly partEnd: number;
}

const noSpans: readonly JoinedSpan[] = [];
const unseenPattern = new RegExp(`[${UNSEEN}]`, 'gu');

/** @returns the joined words in text order. Cost: O(length). */
export function findJoinedSpans(text: string, reader: WordReader): readonly JoinedSpan[] {
  if (!mayHaveAnyGroups(text)) return noSpans;
  const visibleText = visible(text);
  const spans = findGroups(visibleText, reader.apostrophes).flatMap((group) =>
    group.spellings.flatMap((spelling) => readSpan(group, spelling, reader)),
  );
  if (visibleText.length === text.length) return spans;
  const positions = listVisiblePositions(text);
  return spans.map(({ word, start, end, partStart, partEnd }) => ({
    word,
    start: positions[start]!,
    end: positions[end - 1]! + 1,
    partStart: positions[partStart]!,
    partEnd: positions[partEnd - 1]! + 1,
  }));
}

function readSpan({ parts }: WordGroup, spelling: JoinedSpelling, reader: WordReader): JoinedSpan[] {
  const word = reader.joinedText(spelling);
  if (word === undefined) return [];
  const partEnd = parts[spelling.endPart - 1]!.end;
  const partStart = parts[spelling.firstPart]!.start;
  const start = partStart - spelling.charactersBefore;
  return [{ word, start, end: partEnd + spelling.charactersAfter, partStart, partEnd }];
}

/** @returns for each character that is not invisible, its position in the text */
function listVisiblePositions(text: string): readonly number[] {
  const positions: number[] = [];
  let position = 0;
  for (const { 0: unseen, index } of text.matchAll(unseenPattern)) {
    for (; position < index; position += 1) positions.push(position);
    position = index + unseen.length;
  }
  for (; position < text.length; position += 1) positions.push(position);
  return positions;
}
