/**
 * Reading the search options of `model.json`: the language, the weight of a type, and `search` and `fold` of a field.
 */
import { didYouMean, list } from '../../errors/index.js';
import type { SearchOption } from '../fields.js';
import { isLanguage, LANGUAGES, type Language } from '../locales/languages.js';
import { type Members, type ModelChecks, quoted } from './read-members.js';

const weightMaximum = 100;

const isWeight = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= weightMaximum;

/** Absent keys mean off, so a model without them keeps its normalised form. */
interface TextOptions {
  readonly search?: SearchOption;
  readonly fold?: true | 'accents';
}

/** @param path of the field */
export function readTextOptions(checks: ModelChecks, path: string, members: Members): TextOptions {
  const search = searchOption(checks, `${path}.search`, members.get('search'));
  const fold = readFold(checks, `${path}.fold`, members.get('fold'));
  return { ...(search && { search }), ...(fold !== undefined && { fold }) };
}

/** @returns undefined if the field is not folded, or the value is invalid */
function readFold(checks: ModelChecks, path: string, value: unknown): TextOptions['fold'] {
  if (value === undefined || value === false) return undefined;
  if (value === true || value === 'accents') return value;
  checks.problem(
    path,
    `${quoted(value)} is not a fold; write true to ignore upper and lower case, or "accents" to ignore accents and other marks too`,
  );
  return undefined;
}

/** @returns the search language; undefined if there is none or it is invalid */
export function readLanguage(checks: ModelChecks, value: unknown, path = 'language'): Language | undefined {
  if (value === undefined || isLanguage(value)) return value;
  const hint = typeof value === 'string' ? didYouMean(value, LANGUAGES) : '';
  checks.problem(
    path,
    `${quoted(value)} is not a language that texts can be searched in; languages are ${list(LANGUAGES)}, and without a language, words are searched as they are written.${hint}`,
  );
  return undefined;
}

/** @returns undefined if the field is not searched */
function searchOption(checks: ModelChecks, path: string, value: unknown): SearchOption | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return Object.freeze({ weight: 1 });
  const members = checks.object(path, value, 'write true, false or an object such as {"weight": 3, "phrases": true}');
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['weight', 'phrases', 'stems', 'typos']);
  const phrases = checks.flag(`${path}.phrases`, members.get('phrases'));
  const stems = checks.flag(`${path}.stems`, members.get('stems') ?? true);
  const typos = checks.flag(`${path}.typos`, members.get('typos') ?? true);
  const weight = readWeight(checks, path, members);
  return weight === undefined
    ? undefined
    : Object.freeze({
        weight,
        ...(phrases === true && { phrases }),
        ...(stems === false && { stems }),
        ...(typos === false && { typos }),
      });
}

function readWeight(checks: ModelChecks, path: string, members: Members): number | undefined {
  const weight = members.get('weight') ?? 1;
  if (isWeight(weight)) return weight;
  checks.problem(
    `${path}.weight`,
    `${quoted(weight)} is not a weight; write a number above 0, at most ${weightMaximum}`,
  );
  return undefined;
}

/** @param value `search` of a content type. @returns the weight of its items; undefined: 1 */
export function readTypeWeight(checks: ModelChecks, path: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const members = checks.object(path, value, 'write {"weight": <number>}; which fields are searched is said on each');
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['weight']);
  return readWeight(checks, path, members);
}
