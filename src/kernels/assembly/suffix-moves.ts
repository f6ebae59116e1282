/**
 * Sorts suffixes by one code of their keys: counts them by the code, then moves each to the next place of its branch.
 *
 * Layouts: layout/suffixes. `shift` is the position of the code in a key, in bits.
 */
import {
  LEVEL_BRANCH_OF,
  LEVEL_LAST,
  LEVEL_NEXT,
  LEVEL_SUFFIXES,
  LEVEL_TERMS,
  SUFFIX_BYTES,
  SUFFIX_KEY,
  SUFFIX_LATER_KEY,
  SUFFIX_TERM,
} from '../layout/suffixes';
import { WORD_BYTES } from './columns';

function readCode(suffix: usize, shift: u32): u32 {
  return (load<u32>(suffix, SUFFIX_KEY) >>> shift) & 0xff;
}

/** Takes the next free place of the suffix's branch. @returns its address */
function takePlace(suffix: usize, shift: u32, level: usize, free: usize): usize {
  const branch: u32 = load<u8>(level + readCode(suffix, shift), LEVEL_BRANCH_OF);
  const next = level + branch * WORD_BYTES;
  const place = load<u32>(next, LEVEL_NEXT);
  store<u32>(next, place + 1, LEVEL_NEXT);
  return free + place * SUFFIX_BYTES;
}

/** Counts suffixes and their terms by a code. The terms of a code are ascending. */
export function tallySuffixes(suffixes: usize, suffixesEnd: usize, shift: u32, level: usize): void {
  if (suffixes >= suffixesEnd) return;
  do {
    const counts = level + readCode(suffixes, shift) * WORD_BYTES;
    store<u32>(counts, load<u32>(counts, LEVEL_SUFFIXES) + 1, LEVEL_SUFFIXES);
    const term = load<u32>(suffixes, SUFFIX_TERM);
    // No branch, because a processor cannot predict whether a term is new.
    const isNew = u32(load<u32>(counts, LEVEL_LAST) !== term);
    store<u32>(counts, load<u32>(counts, LEVEL_TERMS) + isNew, LEVEL_TERMS);
    store<u32>(counts, term, LEVEL_LAST);
    suffixes += SUFFIX_BYTES;
  } while (suffixes < suffixesEnd);
}

/** Moves suffixes to their branches. */
export function moveSuffixes(suffixes: usize, suffixesEnd: usize, shift: u32, level: usize, free: usize): void {
  if (suffixes >= suffixesEnd) return;
  do {
    const place = takePlace(suffixes, shift, level, free);
    v128.store(place, v128.load(suffixes));
    suffixes += SUFFIX_BYTES;
  } while (suffixes < suffixesEnd);
}

/** Moves only the terms of suffixes to their branches; other bytes of a place do not change. */
export function moveTerms(suffixes: usize, suffixesEnd: usize, shift: u32, level: usize, free: usize): void {
  if (suffixes >= suffixesEnd) return;
  do {
    const place = takePlace(suffixes, shift, level, free);
    store<u32>(place, load<u32>(suffixes, SUFFIX_TERM), SUFFIX_TERM);
    suffixes += SUFFIX_BYTES;
  } while (suffixes < suffixesEnd);
}

/** As `moveSuffixes`, and replaces the key by the later key. */
export function moveToLaterKeys(suffixes: usize, suffixesEnd: usize, shift: u32, level: usize, free: usize): void {
  if (suffixes >= suffixesEnd) return;
  do {
    const place = takePlace(suffixes, shift, level, free);
    v128.store(place, v128.load(suffixes));
    store<u32>(place, load<u32>(suffixes, SUFFIX_LATER_KEY), SUFFIX_KEY);
    suffixes += SUFFIX_BYTES;
  } while (suffixes < suffixesEnd);
}
