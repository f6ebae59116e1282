/**
 * Reads `locales` of `model.json`: codes, fallbacks, languages, search tuning.
 *
 * Elsewhere: the options of one text (read-text-options), tuning (read-tuning).
 */
import { didYouMean, list } from '../../errors/index.js';
import { languageOf, NO_LANGUAGE } from '../locales/languages.js';
import type { Locale } from '../locales/locales.js';
import { readDescriptiveTexts } from './read-descriptive-texts.js';
import { type Members, type ModelChecks, quoted } from './read-members.js';
import { readLanguage } from './read-text-options.js';
import { readTuning } from './read-tuning.js';

const codeLengthMaximum = 35;
const localesMaximum = 100;
const CODE_RULE = 'write a language tag of BCP 47, such as "en" or "de-CH"';

/** @returns the canonical spelling of the code; undefined if it is not a language tag (BCP 47) */
function canonicalCode(code: string): string | undefined {
  if (code.length > codeLengthMaximum) return undefined;
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** @returns the locales, the default locale first; empty if the model has none or they are invalid */
export function readLocales(checks: ModelChecks, value: unknown): readonly Locale[] {
  if (value === undefined) return [];
  const values = checks.array('locales', value, 'locales is an array such as [{"code": "en", "default": true}]') ?? [];
  if (Array.isArray(value) && values.length === 0) {
    checks.problem('locales', 'there are no locales; leave "locales" out, or name at least one');
  }
  if (values.length > localesMaximum) {
    checks.problem('locales', `there are ${values.length} locales; a model has at most ${localesMaximum}`);
    return [];
  }
  const defaults: string[] = [];
  const paths = new Map<string, string>();
  const locales: Locale[] = [];
  for (const [index, entry] of values.entries()) {
    const path = `locales[${index}]`;
    const members = checks.object(path, entry, 'a locale is an object with "code"');
    const locale = members && readLocale(checks, path, members);
    if (members === undefined || locale === undefined) continue;
    const canonical = canonicalCode(locale.code) ?? '';
    const otherPath = paths.get(canonical);
    if (otherPath !== undefined) {
      checks.problem(`${path}.code`, `the locale ${quoted(locale.code)} is in ${otherPath} already`);
      continue;
    }
    paths.set(canonical, path);
    locales.push(locale);
    if (checks.flag(`${path}.default`, members.get('default')) === true) defaults.push(locale.code);
  }
  if (defaults.length > 1) {
    checks.problem('locales', `${list(defaults)} are each the default locale; there is one`);
  }
  checkFallbacks(checks, locales, paths);
  const isDefault = ({ code }: Locale): boolean => code === (defaults[0] ?? locales[0]?.code);
  return Object.freeze([...locales.filter(isDefault), ...locales.filter((locale) => !isDefault(locale))]);
}

function readLocale(checks: ModelChecks, path: string, members: Members): Locale | undefined {
  checks.checkKeys(path, members, ['code', 'default', 'fallback', 'language', 'search', 'label']);
  const code = members.get('code');
  const fallback = members.get('fallback') ?? undefined;
  const language = members.get('language');
  if (typeof code !== 'string' || canonicalCode(code) === undefined) {
    checks.problem(
      `${path}.code`,
      `${code === undefined ? 'the code is missing' : `${quoted(code)} is not a locale code`}; ${CODE_RULE}`,
    );
    return undefined;
  }
  if (fallback !== undefined && typeof fallback !== 'string') {
    checks.problem(`${path}.fallback`, `${quoted(fallback)} is not a locale; write the code of another one`);
    return undefined;
  }
  const namedLanguage = language === NO_LANGUAGE ? undefined : readLanguage(checks, language, `${path}.language`);
  const search = readTuning(checks, members.get('search'), `${path}.search`);
  const localeLanguage = language === undefined ? languageOf(code) : namedLanguage;
  const { label } = readDescriptiveTexts(checks, path, members);
  return Object.freeze({
    code,
    fallback,
    language: localeLanguage,
    ...(search && { search }),
    ...(label !== undefined && { label }),
  });
}

/** Checks that every fallback exists and that no chain of fallbacks is a circle. */
function checkFallbacks(checks: ModelChecks, locales: readonly Locale[], paths: ReadonlyMap<string, string>): void {
  const byCode = new Map(locales.map((locale) => [locale.code, locale]));
  const pathOf = ({ code }: Locale): string => `${paths.get(canonicalCode(code) ?? '') ?? 'locales'}.fallback`;
  for (const locale of locales) {
    if (locale.fallback !== undefined && !byCode.has(locale.fallback)) {
      const codes = list(byCode.keys());
      checks.problem(
        pathOf(locale),
        `there is no locale ${quoted(locale.fallback)} to fall back to; locales are ${codes}.${didYouMean(locale.fallback, byCode.keys())}`,
      );
    }
    const visited = [locale.code];
    for (let next = locale.fallback; next !== undefined; next = byCode.get(next)?.fallback) {
      if (next === locale.code) {
        const circle = [...visited, next].map((code) => `"${code}"`).join(' → ');
        checks.problem(pathOf(locale), `the fallbacks go round in a circle: ${circle}; one of them needs no fallback`);
      }
      if (visited.includes(next)) break;
      visited.push(next);
    }
  }
}
