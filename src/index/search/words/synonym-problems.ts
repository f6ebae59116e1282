/**
 * Checks the synonyms of a model against the word reader, and describes each problem for the build to report.
 *
 * Texts with the same stems have the same key: a search does not distinguish them.
 */
import { excerpt } from '../../../content/errors/index.js';
import { type ModelProblem, type Synonyms, TUNING_LIMITS } from '../../../content/model/index.js';
import { phraseWords } from './phrase-words.js';
import { findSynonymCycle } from './synonym-cycle.js';
import { readQueryStems } from './synonyms.js';
import type { WordReader } from './word-reader.js';

/** @param path path of the tuning in the model. @returns problems in the order of the rules */
export function checkSynonyms(synonyms: readonly Synonyms[], reader: WordReader, path: string): ModelProblem[] {
  return new SynonymChecker(reader, `${path}.synonyms`).check(synonyms);
}

const quoteText = (text: string): string => excerpt(JSON.stringify(text));

class SynonymChecker {
  readonly #reader: WordReader;
  readonly #path: string;
  readonly #problems: ModelProblem[] = [];
  /** Key → its first text. */
  readonly #firstTexts = new Map<string, string>();
  /** Key → number of its synonyms, in all rules. */
  readonly #synonymCounts = new Map<string, number>();
  /** Key → keys of its synonyms, each with its first rule; only rules with `from`, which apply in one direction. */
  readonly #oneWayRules = new Map<string, Map<string, number>>();

  constructor(reader: WordReader, path: string) {
    this.#reader = reader;
    this.#path = path;
  }

  check(synonyms: readonly Synonyms[]): ModelProblem[] {
    for (const [rule, { from, to }] of synonyms.entries()) {
      const targets = to.map((text) => this.#readKey(text, rule));
      const sources = from?.map((text) => this.#readKey(text, rule));
      this.#checkDuplicates(to, targets, rule);
      if (sources === undefined) {
        // Without `from`, each text has all other texts of the rule as synonyms.
        for (const key of targets) this.#countSynonyms(key, targets.length - 1);
      } else {
        for (const key of sources) {
          this.#countSynonyms(key, targets.length);
          this.#addOneWayRule(key, targets, rule);
        }
      }
    }
    this.#checkCounts();
    this.#checkCycle();
    return this.#problems;
  }

  #report(path: string, reason: string): void {
    this.#problems.push({ path, reason });
  }

  #reportRule(rule: number, reason: string): void {
    this.#report(`${this.#path}[${rule}]`, reason);
  }

  #readFirstText(key: string): string {
    return quoteText(this.#firstTexts.get(key) ?? '');
  }

  /** Checks the words of a text. @returns its key; empty if it has no word to search for */
  #readKey(text: string, rule: number): string {
    const key = readQueryStems(text, this.#reader).join(' ');
    if (key === '') {
      const reason =
        'has no word to search for: it is a stop word, or has no letters; write another word, or remove it';
      this.#reportRule(rule, `${quoteText(text)} ${reason}`);
    } else if (this.#hasOverlongWord(text)) {
      this.#reportRule(rule, `${quoteText(text)} has a word that is too long to be searched; shorten it, or remove it`);
    }
    const wordCount = phraseWords(this.#reader.read(text)).length;
    if (wordCount > TUNING_LIMITS.textWords) {
      const reason = `has ${wordCount} words; at most ${TUNING_LIMITS.textWords} are allowed; shorten it`;
      this.#reportRule(rule, `${quoteText(text)} ${reason}`);
    }
    if (!this.#firstTexts.has(key)) this.#firstTexts.set(key, text);
    return key;
  }

  /** Whether the word reader drops a word with letters or digits. */
  #hasOverlongWord(text: string): boolean {
    const pieces = text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
    return pieces.some((piece) => this.#reader.words(piece).length === 0);
  }

  /** @param keys the key of each text */
  #checkDuplicates(texts: readonly string[], keys: readonly string[], rule: number): void {
    const duplicate = keys.find((key, index) => key !== '' && keys.indexOf(key) < index);
    if (duplicate === undefined) return;
    const lastText = quoteText(texts[keys.lastIndexOf(duplicate)] ?? '');
    this.#reportRule(rule, `a search reads ${lastText} as ${this.#readFirstText(duplicate)}; remove one of them`);
  }

  #countSynonyms(key: string, count: number): void {
    this.#synonymCounts.set(key, (this.#synonymCounts.get(key) ?? 0) + count);
  }

  #addOneWayRule(key: string, targets: readonly string[], rule: number): void {
    const ruleByTarget = this.#oneWayRules.get(key) ?? new Map<string, number>();
    this.#oneWayRules.set(key, ruleByTarget);
    for (const target of targets) if (!ruleByTarget.has(target)) ruleByTarget.set(target, rule);
  }

  #checkCounts(): void {
    for (const [key, count] of this.#synonymCounts) {
      if (count <= TUNING_LIMITS.synonymsOfText) continue;
      const limit = `at most ${TUNING_LIMITS.synonymsOfText} are allowed`;
      this.#report(this.#path, `${this.#readFirstText(key)} has ${count} synonyms; ${limit}; remove some`);
    }
  }

  #checkCycle(): void {
    const cycle = findSynonymCycle(this.#oneWayRules);
    if (cycle === undefined) return;
    const circle = cycle.keys.map((key) => this.#readFirstText(key)).join(' → ');
    const remedy =
      'remove one of them, or write texts with the same meaning as one array, which applies in both directions';
    this.#reportRule(cycle.rule, `the synonyms form a circle: ${circle}; ${remedy}`);
  }
}
