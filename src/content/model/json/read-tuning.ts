/**
 * Reading the search tuning of `model.json`: synonyms, stop words, unstemmed words, compounds and promoted items.
 *
 * Elsewhere: the build splits these texts into words (src/index/search/words/synonyms).
 */
import { type FirstItems, type SearchTuning, type Synonyms, TUNING_LIMITS } from '../tuning.js';
import { type Members, type ModelChecks, quoted } from './read-members.js';

/** @returns undefined if there is no tuning, or none of it is valid */
export function readTuning(checks: ModelChecks, value: unknown, path = 'search'): SearchTuning | undefined {
  if (value === undefined) return undefined;
  const members = checks.object(path, value, 'write an object such as {"synonyms": [["tv", "television"]]}');
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['synonyms', 'stopWords', 'whole', 'compounds', 'first']);
  const synonyms = members.has('synonyms') ? readSynonyms(checks, `${path}.synonyms`, members.get('synonyms')) : [];
  const stopWords = readWords(checks, members, 'stopWords', path);
  const unstemmed = readWords(checks, members, 'whole', path);
  const first = members.has('first') ? readFirst(checks, `${path}.first`, members.get('first')) : [];
  const compounds = checks.flag(`${path}.compounds`, members.get('compounds'));
  const tuning = {
    ...(stopWords && { stopWords }),
    ...(unstemmed && { whole: unstemmed }),
    ...(compounds === true && { compounds }),
    ...(synonyms.length > 0 && { synonyms }),
    ...(first.length > 0 && { first }),
  };
  return Object.keys(tuning).length === 0 ? undefined : Object.freeze(tuning);
}

function readWords(
  checks: ModelChecks,
  members: Members,
  key: 'stopWords' | 'whole',
  path: string,
): readonly string[] | undefined {
  if (!members.has(key)) return undefined;
  const words = checks.distinctTexts(`${path}.${key}`, members.get(key), 'word');
  if (words !== undefined && words.length > TUNING_LIMITS.words) {
    checks.problem(`${path}.${key}`, `there are ${words.length} words; at most ${TUNING_LIMITS.words} are allowed`);
  }
  return words;
}

const SYNONYMS_RULE = 'write ["tv", "television"], or {"from": "sofa", "to": ["couch"]}';

function readSynonyms(checks: ModelChecks, path: string, value: unknown): readonly Synonyms[] {
  const entries = checks.array(path, value, 'synonyms is an array such as [["tv", "television"]]') ?? [];
  const rules = entries.flatMap((entry, index) => readRule(checks, `${path}[${index}]`, entry) ?? []);
  let textCount = 0;
  for (const { from = [], to } of rules) textCount += from.length + to.length;
  if (textCount > TUNING_LIMITS.synonymTexts) {
    checks.problem(path, `there are ${textCount} texts; synonyms have at most ${TUNING_LIMITS.synonymTexts}`);
  }
  return Object.freeze(rules);
}

const FIRST_RULE = 'write {"search": "gift", "type": "book", "ids": ["a-book"]}';

function readFirst(checks: ModelChecks, path: string, value: unknown): readonly FirstItems[] {
  const entries = checks.array(path, value, `first is an array; ${FIRST_RULE}`) ?? [];
  if (entries.length > TUNING_LIMITS.firstSearches) {
    checks.problem(path, `there are ${entries.length} searches; at most ${TUNING_LIMITS.firstSearches} are allowed`);
  }
  return entries.flatMap((entry, index): readonly FirstItems[] => {
    const place = `${path}[${index}]`;
    const members = checks.object(place, entry, FIRST_RULE);
    if (members === undefined) return [];
    checks.checkKeys(place, members, ['search', 'type', 'ids']);
    const [search] = checks.distinctTexts(`${place}.search`, [members.get('search')], 'search', FIRST_RULE) ?? [];
    const type = checks.name(`${place}.type`, members.get('type'));
    const ids = checks.distinctTexts(`${place}.ids`, members.get('ids'), 'id', FIRST_RULE);
    if (ids !== undefined && ids.length > TUNING_LIMITS.firstItems) {
      checks.problem(
        `${place}.ids`,
        `there are ${ids.length} ids; at most ${TUNING_LIMITS.firstItems} items come first`,
      );
    }
    return search === undefined || type === undefined || ids === undefined
      ? []
      : [Object.freeze({ search, type, ids })];
  });
}

function readRule(checks: ModelChecks, path: string, value: unknown): Synonyms | undefined {
  if (Array.isArray(value)) {
    const to = readTexts(checks, path, value);
    if (to?.length !== 1) return to && Object.freeze({ to });
    checks.problem(path, `there is one text alone; ${SYNONYMS_RULE}`);
    return undefined;
  }
  const members = checks.object(path, value, SYNONYMS_RULE);
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['from', 'to']);
  const from = readTexts(checks, `${path}.from`, toArray(members.get('from')));
  const to = readTexts(checks, `${path}.to`, toArray(members.get('to')));
  return from && to && Object.freeze({ from, to });
}

/** A single text may be written without brackets. */
const toArray = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

function readTexts(checks: ModelChecks, path: string, value: unknown): readonly string[] | undefined {
  const texts = checks.distinctTexts(path, value, 'text', SYNONYMS_RULE);
  const longText = texts?.find((text) => text.length > TUNING_LIMITS.textLength);
  if (longText === undefined) return texts;
  checks.problem(path, `${quoted(longText)} is longer than ${TUNING_LIMITS.textLength} characters; write a few words`);
  return undefined;
}
