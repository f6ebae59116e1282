/**
 * The pieces of work that a thread can do by itself: what each is given, and what comes back.
 *
 * All of it is plain data in buffers. Which thread does a piece, and in which order, decides nothing of the result.
 */
import type { SectionInput } from '../../../src/format/index.js';
import type { ContentType } from '../../../src/model/index.js';
import type { BlockColumns, ByteColumn } from '../blocks/columns.js';
import { BlockReader } from '../blocks/reader.js';
import { type LinkageInput, type LinksInput, linkSections, renderLinkage } from '../link-sections.js';
import { type NumbersInput, numberSections } from '../numbers.js';
import { type OrdinalsInput, ordinalSections } from '../ordinals.js';
import { type BeginningLists, type BeginningsInput, beginningLists } from '../search/beginnings.js';
import { type DictionaryInput, type SearchDictionary, searchDictionary } from '../search/dictionary.js';
import { type ListsInput, type StemLists, stemLists } from '../search/lists.js';
import { type BatchWords, batchWords, type WordsInput } from '../search/words.js';
import { type RunInput, type SortedRun, sortRun } from '../sorting/run.js';
import { type Counted, type Counting, countNodes } from '../substrings/counting.js';
import { type Distributed, type Distribution, distribute } from '../substrings/distribute.js';
import type { TreeFragment } from '../substrings/fragment.js';
import { type BatchInput, sortBatch } from '../substrings/sort.js';
import { lookAtTerms, type TermsFound, type TermsInput } from '../terms.js';
import { READING, WorkClock, type Worked } from '../work-clock.js';

export interface JobInputs {
  readonly read: { readonly type: ContentType; readonly bytes: Uint8Array };
  readonly run: RunInput;
  readonly column: OrdinalsInput;
  readonly terms: TermsInput;
  readonly numbers: NumbersInput;
  readonly linkage: LinkageInput;
  readonly links: LinksInput;
  readonly words: WordsInput;
  readonly lists: ListsInput;
  readonly dictionary: DictionaryInput;
  readonly beginnings: BeginningsInput;
  readonly count: Counting;
  readonly distribute: Distribution;
  readonly batch: BatchInput;
}

export interface JobOutputs {
  readonly read: BlockColumns | undefined;
  readonly run: SortedRun;
  readonly column: SectionInput[];
  readonly terms: TermsFound;
  readonly numbers: SectionInput[];
  readonly linkage: ByteColumn;
  readonly links: SectionInput[];
  readonly words: BatchWords;
  readonly lists: StemLists;
  readonly dictionary: SearchDictionary;
  readonly beginnings: BeginningLists;
  readonly count: Counted;
  readonly distribute: Distributed;
  readonly batch: TreeFragment;
}

export type JobKind = keyof JobInputs;

const JOBS: { readonly [Kind in JobKind]: (input: JobInputs[Kind], clock: WorkClock) => JobOutputs[Kind] } = {
  read: ({ type, bytes }) => new BlockReader(type).read(bytes),
  run: (input, clock) => {
    if (input.reversed) clock.on('reversed');
    return sortRun(input);
  },
  column: ordinalSections,
  terms: lookAtTerms,
  numbers: numberSections,
  linkage: renderLinkage,
  links: linkSections,
  words: batchWords,
  lists: stemLists,
  dictionary: searchDictionary,
  beginnings: beginningLists,
  count: countNodes,
  distribute,
  batch: sortBatch,
};

/** The structure that a job begins with; where it makes several, it says itself when it goes on to the next. */
const BEGINS_WITH: Readonly<Record<JobKind, string>> = {
  read: READING,
  run: 'terms',
  column: 'ordinals',
  terms: 'heads',
  numbers: 'values',
  linkage: 'linkage',
  links: 'starts',
  words: 'search',
  lists: 'search',
  dictionary: 'search',
  beginnings: 'search',
  count: 'substrings',
  distribute: 'substrings',
  batch: 'substrings',
};

/** What a thread may be told between two jobs, without an answer: to collect its garbage. */
export const COLLECT = 'collect';

export interface JobDone<Kind extends JobKind> {
  readonly output: JobOutputs[Kind];
  readonly worked: Worked;
}

/** Does a job in this thread. @throws what the job throws */
export function doJob<Kind extends JobKind>(kind: Kind, input: JobInputs[Kind]): JobDone<Kind> {
  const clock = new WorkClock();
  clock.on(BEGINS_WITH[kind]);
  const output = JOBS[kind](input, clock);
  clock.off();
  return { output, worked: clock.worked };
}

/** What of a job's input nobody else needs: its buffers move to the thread. All else is copied, or shared. */
const OWNED: { readonly [Kind in JobKind]: (input: JobInputs[Kind]) => unknown } = {
  // Where a block is unusual, whoever gave it reads it again.
  read: () => undefined,
  run: (input) => input,
  column: (input) => input,
  terms: (input) => input,
  numbers: (input) => input,
  linkage: ({ bytes, lengths }) => [bytes, lengths],
  links: (input) => input,
  words: (input) => input,
  lists: (input) => input,
  dictionary: (input) => input,
  beginnings: (input) => input,
  count: ({ part, selection }) => [part, selection],
  distribute: ({ part, selection }) => [part, selection],
  batch: ({ suffixes }) => suffixes,
};

/** @returns what of a job's input nobody else needs */
export const ownedBy = <Kind extends JobKind>(kind: Kind, input: JobInputs[Kind]): unknown => OWNED[kind](input);

/** Jobs that a column begins with. */
export const BEGINS_COLUMN: Readonly<Record<JobKind, boolean>> = {
  read: false,
  run: true,
  column: false,
  terms: false,
  numbers: true,
  linkage: true,
  links: false,
  words: true,
  lists: false,
  dictionary: false,
  beginnings: false,
  count: false,
  distribute: false,
  batch: false,
};
