/**
 * What steps cost, in nanoseconds: plans are chosen by these, and requests held against a maximum, so that they are
 * rather too large than too small. They are those of 1,000,000 docs, where what is read is seldom in a cache. `npm run costs`
 * measures all that stand by themselves, and writes a figure that is too small (bench/costs); the others are set by hand.
 *
 * What counts as one, reading or writing a doc beside a step, is no constant. Why sets are weighed: docs/decisions/0008-sets.
 */

// Sets of docs: for each doc of the segment.

/** A pass over a set of bits that was made just now. */
export const PASS = 0.004;
/** Making a set of one or two stored ones, or counting what it has in common with one. */
export const STORED = 0.014;
/** Making a list of a set of bits, beside what a doc of the list costs. */
export const LIST = 0.02;
/** Copying the set of docs that have a link. */
export const LINKED = 0.04;
/** Adding a set of bits to counters, beside what a doc of the set costs. */
export const COUNT_BITS = 0.2;
/** Reading a doc's ordinal in the order of docs, until one is found. */
export const SCAN = 0.25;
/** Looking a doc's term up in a set of terms, of all docs in their order. */
export const FILL_TERM = 1.5;

// Docs of a list: for each.

/** Looking its ordinal up in a column. */
export const SIFT_COLUMN = 1.6;
/**
 * What such a look costs beside that where docs are listed in another order than the column's: it is seldom in a cache.
 * Of 180,000 docs by value it took 3 to 10 ns more than in their order where the column was looked at just before, 10 to 14 where not.
 */
export const SIFT_FAR = 5;
/** Looking its bit up, and the same of docs in a stored order. */
export const SIFT_BITS = 0.8;
export const SIFT_BITS_FAR = 2;
/** Looking its term up in a set of terms. */
export const SIFT_TERM = 2.5;
/** One call of a closure that looks at a column. */
export const TEST = 6;
/** Looking through its links for one. */
export const TEST_LINKS = 40;
/** Looking a doc's one link up in a set of targets. */
export const TEST_LINK = 8;
/** Following a link from one doc to another: each is in memory that hardly any cache has. */
export const FOLLOWED_LINK = 20;
/** Coming to a value of related items, in its order, and back to the docs that have it. */
export const WALKED_VALUE = 100;
/** Finding the target of a doc of the related type, and adding it to a set. */
export const TARGET = 4;
/** Looking whether the doc of a target is in a set of the related type. */
export const LOOKED_AT = 2;
/** Adding or toggling it in a bitset. */
export const MARK = 0.9;
/** Telling how a cell of a grid lies to an area, and dividing it. */
export const CELL = 400;
/** Looking how far away a place is. */
export const PLACE = 70;
/** The same of the lists of many targets, one list after the other: the processor foresees less. */
export const MARK_LINKED = 2;
/** Putting it in its place among others. */
export const ORDER = 12;
/** Copying it from a run. */
export const COPIED = 2;
/** Looking whether it is in another list that ascends, and keeping its score. */
export const KEPT = 2;

// Terms, and the runs of docs that have them: for each.

/** Finding a value among a field's terms, or in the tree of their substrings. */
export const LOOKUP = 3_000;
/** Comparing a byte of it with the terms that are probed, which may be long and have to be read out of rendered items. */
export const LOOKUP_BYTE = 10;
/** Adding neighbouring terms to a set of terms, beside a pass over them. */
export const MARK_RUN = 50;
/** Coming to a run, of runs that ascend but are no neighbours. */
export const GATHER = 12;
/** Coming to a run, of runs in another order than theirs: hardly any is in a cache. */
export const SCATTERED = 90;
/** Coming to a block of an order that is walked, and handing it to a loop. */
export const WALKED = 1_000;
/** Looking through a term of a dictionary for a pattern: the text is seldom in a cache. */
export const TERM_SEARCHED = 350;
/** The same of a text in a rendered item: finding it, and a byte of the item. */
export const TEXT_SEARCHED = 1_000;
export const TEXT_BYTE = 0.5;
/** What a text costs more that stays in a file: its block may have to be read. */
export const TEXT_READ = 10_000;
/** Looking through a term or a text where one compiled loop looks through many, and a byte of its item. */
export const TERM_SIFTED = 75;
export const TEXT_SIFTED = 150;
export const TEXT_SIFTED_BYTE = 0.05;
/** Asking a further place of the tree: finding it, reading its list, and comparing that. */
export const PLACE_ASKED = 1_500;
/** Reading a byte of the lists of terms that contain a substring. */
export const BUCKET = 2;
/** Reading a term of a list in which hardly any term lacks: such a list has eight terms a byte. */
export const LISTED_TERM = 5;
/** Coming to the docs of its term: of a byte too, as a term stands in many of the lists. */
export const BUCKET_RUN = 4;

// Facets and statistics.

/** Counting a doc, and the same where there are more counters than a cache holds. */
export const COUNT_ONE = 2;
export const COUNT_FAR = 14;
/** Setting a counter to 0, reading it, and looking whether it is among the largest. */
export const COUNTER = 4;
/** Marking a counter that is counted in, and reading it again. */
export const MARKED = 5;
/** Coming to the links of a listed doc, and to each of them. */
export const LINKS_OF = 14;
export const LINK = 8;
/** Adding the count of a value to that of its group, where all values are read in turn, and where those that are listed. */
export const GROUPED = 2;
export const GROUPED_LISTED = 8;
/** Naming and writing a value that is shown. */
export const NAMED = 4_000;

// Search: for each doc of a word's list, where nothing else is said.

/** Reading it, weighing it, and adding what it scores. */
export const POSTING = 8;
/** Reading a sum of scores. */
export const SUM_READ = 3;
/** Comparing a score with the best so far. */
export const BEST = 1.5;
/** Passing over it, looking for given ones. */
export const PASSED = 3;
/** Weighing a given doc that is found, and bringing the places of a phrase's words in step with it. */
export const PLACED = 10;
export const PLACED_WORDS = 25;
/** Comparing where two words stand in a doc. */
export const ADJACENT = 120;
/** Looking at a word that begins with another, and looking how many docs have it. */
export const BEGUN = 80;
export const BEGUN_COUNTED = 30;
/** Looking at all words with one mistake, or two. */
export const ONE_MISTAKE = 400_000;
export const TWO_MISTAKES = 2_000_000;
/** Showing a word that was found. */
export const SHOWN = 300;

// Documents.

/** Reading and checking a character of the query. */
export const PARSED = 40;
/** Finding an item by its id. */
export const ITEM_FOUND = 1_500;
/** Finding an item's record and links, and beginning to write it. */
export const RESOURCE = 1_500;
/** Writing a byte of the document. */
export const WRITTEN = 0.8;
/** Following a link, and looking whether its item is in the document already. */
export const FOLLOWED = 300;
/** Making a candidate of a linked item. */
export const CANDIDATE = 150;
/** Reading a value of a candidate, and comparing it with that of another. */
export const VALUE = 300;
/** Reading a byte of a text for its passage. */
export const HIGHLIGHTED = 80;

/**
 * How many times what its steps cost an answer is estimated to take: all costs are those of a machine that does nothing
 * else. Where other programs use its caches and its memory, too, a step takes up to so much longer.
 */
export const MARGIN = 2.5;
