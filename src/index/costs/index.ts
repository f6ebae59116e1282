/**
 * Cost table: the estimated nanoseconds of one step, for 1,000,000 docs whose data is seldom in a processor cache.
 *
 * Plans are chosen by these figures and a request's budget is charged with them, so a figure is rather too large than too
 * small. `npm run costs` measures the steps that can run alone and raises figures that are too small (bench/costs); the
 * rest are set by hand. Reading or writing a doc next to a step costs nothing extra. Background: docs/decisions/0008-sets.
 */

// Doc sets: nanoseconds per doc of the segment.

/** One pass over a bitset that was just made. */
export const PASS_BITS = 0.004;
/** Making a set from one or two stored bitsets, or counting the docs it shares with one. */
export const COMBINE_STORED = 0.014;
/** Listing a bitset, in addition to the cost per listed doc. */
export const LIST_BITS = 0.02;
/** Copying the set of docs that have a link. */
export const COPY_LINKED = 0.04;
/** Adding a bitset to counters, in addition to the cost per doc of the set. */
export const TALLY_BITS = 0.2;
/** Scanning a column of ordinals in doc order until enough docs are found. */
export const SCAN_COLUMN = 0.25;
/** Testing every doc's term against a set of terms, in doc order. */
export const FILL_TERM = 1.5;

// Doc lists: nanoseconds per listed doc.

/** Reading its ordinal from a column. */
export const SIFT_COLUMN = 1.6;
/**
 * Added to SIFT_COLUMN if the list is not in doc order, because the ordinal is then seldom in a cache. Measured on 180,000
 * docs listed by value: 3 to 10 ns more if the column was read just before, 10 to 14 ns if not.
 */
export const SIFT_COLUMN_FAR = 5;
/** Reading its bit from a bitset: with the list in doc order, and in another order. */
export const SIFT_BITS = 0.8;
export const SIFT_BITS_FAR = 2;
/** Testing its term against a set of terms. */
export const SIFT_TERM = 2.5;
/** One call of a closure that reads a column. */
export const TEST_DOC = 6;
/** Searching its links for one target. */
export const TEST_LINKS = 40;
/** Testing its only link against a set of targets. */
export const TEST_LINK = 8;
/** Following one link from doc to doc: hardly any target is in a cache. */
export const FOLLOW_LINK = 20;
/** Walking to the next value of related items, and back to the docs that link to it. */
export const WALK_VALUE = 100;
/** Finding the target of a doc of the related type and adding it to a set. */
export const ADD_TARGET = 4;
/** Testing whether the doc of a target is in a set of the related type. */
export const TEST_TARGET = 2;
/** Adding a doc to a bitset, or toggling it. */
export const MARK_DOC = 0.9;
/** Deciding whether a grid cell lies inside an area, and halving the cell. */
export const CLASSIFY_CELL = 400;
/** Computing the distance of a location. */
export const MEASURE_DISTANCE = 70;
/** MARK_DOC for the lists of many targets in turn: the processor predicts these reads less well. */
export const MARK_LINKED_DOC = 2;
/** Sorting a doc into its place. */
export const ORDER_DOC = 12;
/** Copying a doc from a run. */
export const COPY_DOC = 2;
/** Testing whether a doc is in another ascending list, and keeping its score. */
export const MATCH_DOC = 2;

// Terms and their runs of docs: nanoseconds per term or run.

/** Finding a value among a field's terms, or in the tree of their substrings. */
export const FIND_TERM = 3_000;
/** Comparing one byte of the value with the probed terms, which may be long and may have to be read from rendered items. */
export const FIND_TERM_BYTE = 10;
/** Adding a range of neighbouring terms to a set of terms, in addition to a pass over the set. */
export const MARK_TERM_RUN = 50;
/** Reaching the next run, if the runs ascend but are not neighbours. */
export const VISIT_RUN = 12;
/** Reaching a run, if the runs are in another order: hardly any is in a cache. */
export const VISIT_RUN_FAR = 90;
/** Reaching the next block of a walked order, and passing it to a loop. */
export const WALK_BLOCK = 1_000;
/** Searching a dictionary term for a pattern: the text is seldom in a cache. */
export const SEARCH_TERM = 350;
/** Searching a text in a rendered item: finding the text, and each byte of the item. */
export const SEARCH_TEXT = 1_000;
export const SEARCH_TEXT_BYTE = 0.5;
/** Added for a text in a file: its block may have to be read. */
export const READ_TEXT_BLOCK = 10_000;
/** Searching a term or a text, and each byte of its item, if one compiled loop searches many. */
export const SEARCH_TERM_COMPILED = 75;
export const SEARCH_TEXT_COMPILED = 150;
export const SEARCH_TEXT_BYTE_COMPILED = 0.05;
/** Looking up another part of a pattern in the substring tree: finding it, reading its list and comparing that. */
export const FIND_PATTERN_PART = 1_500;
/** Reading one byte of the lists of terms that contain a substring. */
export const READ_BUCKET_BYTE = 2;
/** Reading one term of a list that holds nearly all terms: this list has eight terms per byte. */
export const READ_LISTED_TERM = 5;
/** Reaching the docs of a bucket's terms, per byte: a term is in many lists. */
export const READ_BUCKET_RUN = 4;

// Facets and statistics.

/** Counting a doc; and the same with more counters than a cache holds. */
export const TALLY_DOC = 2;
export const TALLY_DOC_FAR = 14;
/** Clearing a counter, reading it and testing whether it is among the largest. */
export const READ_COUNTER = 4;
/** Marking a counter as used, and reading it again. */
export const MARK_COUNTER = 5;
/** Reaching the links of a listed doc, and each of these links. */
export const VISIT_LINKS = 14;
export const TALLY_LINK = 8;
/** Adding the count of a value to its group: if all values are read in turn, and if only listed ones are. */
export const ADD_TO_GROUP = 2;
export const ADD_TO_GROUP_LISTED = 8;
/** Naming and writing one facet value. */
export const WRITE_FACET_VALUE = 4_000;

// Search: nanoseconds per doc of a word's posting list, unless a comment says otherwise.

/** Reading a posting, weighing it and adding its score. */
export const SCORE_POSTING = 8;
/** Reading a sum of scores. */
export const READ_SCORE_SUM = 3;
/** Comparing a score with the best so far. */
export const COMPARE_SCORE = 1.5;
/** Skipping a posting on the way to given docs. */
export const SKIP_POSTING = 3;
/** Scoring a given doc that was found in the list; aligning the positions of a phrase's words there. */
export const SCORE_LISTED_DOC = 10;
export const ALIGN_PHRASE_WORD = 25;
/** Comparing the positions of two words in a doc. */
export const TEST_ADJACENT = 120;
/** Visiting a word that completes a prefix, and counting its docs. */
export const VISIT_COMPLETION = 80;
export const COUNT_COMPLETION = 30;
/** Visiting all words with one typing error, or with two. */
export const FIND_ONE_TYPO = 400_000;
export const FIND_TWO_TYPOS = 2_000_000;
/** Comparing one word of a small dictionary with a misspelt one, for each typing error that is allowed. */
export const TEST_NEAR_WORD = 150;
/** Writing a suggested word. */
export const WRITE_SUGGESTION = 300;

// Documents.

/** Parsing one character of the query. */
export const PARSE_CHARACTER = 40;
/** Finding an item by its id. */
export const FIND_ITEM = 1_500;
/** Finding an item's record and links, and starting its resource object. */
export const WRITE_RESOURCE = 1_500;
/** Writing one byte of the document. */
export const WRITE_BYTE = 0.8;
/** Following a link, and testing whether its item is in the document already. */
export const INCLUDE_LINK = 300;
/** Making a candidate of a linked item. */
export const ADD_CANDIDATE = 150;
/** Reading a value of a candidate, and comparing it with another candidate's. */
export const COMPARE_VALUE = 300;
/** Reading one byte of a text to find its passage. */
export const HIGHLIGHT_BYTE = 80;

/**
 * An answer is estimated to take this many times the cost of its steps: all costs were measured on an otherwise idle machine.
 * If other programs use its caches and its memory too, a step takes up to so much longer.
 */
export const MARGIN = 2.5;
