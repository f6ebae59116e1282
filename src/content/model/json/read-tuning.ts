/**
 * Reading the search tuning of `model.json`: synonyms, stop words, unstemmed words and promoted items.
 *
 * Elsewhere: the build splits these texts into words (src/index/search/words/synonyms).
 */
import { type FirstItems, type SearchTuning, type Synonyms, TUNING_LIMITS } from '../tuning.js';
import { type ModelChecks, quoted } from './read-members.js';

/** @returns undefined if there is no tuning, or none of it is valid */
export function readTuning(checks: ModelChecks, value: unknown, path = 'search'): SearchTuning | undefined {
  if (value === undefined) return undefined;
  const members = checks.object(path, value, 'write an object such as {"synonyms": [["tv", "television"]]}');
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['synonyms', 'stopWords', 'whole', 'first']);
  const synonyms = members.has('synonyms') ? readSynonyms(checks, `${path}.synonyms`, members.get('synonyms')) : [];
  const [stopWords, unstemmed] = (['stopWords', 'whole'] as const).map((key) => {
    const words = members.has(key) ? checks.distinctTexts(`${path}.${key}`, members.get(key), 'word') : undefined;
    if (words !== undefined && words.length > TUNING_LIMITS.words) {
      checks.problem(`${path}.${key}`, `there are ${words.length} words; at most ${TUNING_LIMITS.words} are allowed`);
    }
    return words;
  });
  const first = members.has('first') ? readFirst(checks, `${path}.first`, members.get('first')) : [];
  const tuning = {
    ...(stopWords && { stopWords }),
    ...(unstemmed && { whole: unstemmed }),
    ...(synonyms.length > 0 && { synonyms }),
    ...(first.length > 0 && { first }),
  };
  return Object.keys(tuning).length === 0 ? undefined : Object.freeze(tuning);
}

const SYNONYMS_RULE = 'write ["tv", "television"], or {"from": "sofa", "to": ["couch"]}';

function readSynonyms(checks: ModelChecks, path: string, value: unknown): readonly Synonyms[] {
  const rules = (checks.array(path, value, 'synonyms is an array such as [["tv", "television"]]') ?? []).flatMap(
    (each, index) => readRule(checks, `${path}[${index}]`, each) ?? [],
  );
  const texts = rules.reduce((sum, { from = [], to }) => sum + from.length + to.length, 0);
  if (texts > TUNING_LIMITS.synonymTexts) {
    checks.problem(path, `there are ${texts} texts; synonyms have at most ${TUNING_LIMITS.synonymTexts}`);
  }
  return Object.freeze(rules);
}

const FIRST_RULE = 'write {"search": "gift", "type": "book", "ids": ["a-book"]}';

function readFirst(checks: ModelChecks, path: string, value: unknown): readonly FirstItems[] {
  const given = checks.array(path, value, `first is an array; ${FIRST_RULE}`) ?? [];
  if (given.length > TUNING_LIMITS.firstSearches) {
    checks.problem(path, `there are ${given.length} searches; at most ${TUNING_LIMITS.firstSearches} are allowed`);
  }
  return given.flatMap((each, index): readonly FirstItems[] => {
    const place = `${path}[${index}]`;
    const members = checks.object(place, each, FIRST_RULE);
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
  const [from, to] = (['from', 'to'] as const).map((side) => {
    const given = members.get(side);
    return readTexts(checks, `${path}.${side}`, typeof given === 'string' ? [given] : given);
  });
  return from && to && Object.freeze({ from, to });
}

function readTexts(checks: ModelChecks, path: string, value: unknown): readonly string[] | undefined {
  const texts = checks.distinctTexts(path, value, 'text', SYNONYMS_RULE);
  const long = texts?.find((text) => text.length > TUNING_LIMITS.textLength);
  if (long === undefined) return texts;
  checks.problem(path, `${quoted(long)} is longer than ${TUNING_LIMITS.textLength} characters; write a few words`);
  return undefined;
}
