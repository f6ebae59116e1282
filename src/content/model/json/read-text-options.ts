/**
 * What `model.json` says of finding texts: the language, and of a field whether it is searched and folded.
 */
import { didYouMean, list } from '../../errors/index.js';
import type { SearchOption } from '../fields.js';
import { isLanguage, LANGUAGES, type Language } from '../locales/languages.js';
import { type Members, type ModelChecks, quoted } from './read-members.js';

const weightMaximum = 100;

const isWeight = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= weightMaximum;

/** Written out only where a field is searched or folded: the model of a snapshot without them stays what it was. */
interface TextOptions {
  readonly search?: SearchOption;
  readonly fold?: boolean;
}

/** @param path of the field */
export function readTextOptions(checks: ModelChecks, path: string, members: Members): TextOptions {
  const search = searchOption(checks, `${path}.search`, members.get('search'));
  const fold = checks.flag(`${path}.fold`, members.get('fold'));
  return { ...(search && { search }), ...(fold === true && { fold }) };
}

/** @returns the language that texts are searched in; undefined where there is none */
export function readLanguage(checks: ModelChecks, value: unknown, path = 'language'): Language | undefined {
  if (value === undefined || isLanguage(value)) return value;
  const hint = typeof value === 'string' ? didYouMean(value, LANGUAGES) : '';
  checks.problem(
    path,
    `${quoted(value)} is not a language that texts can be searched in; languages are ${list(LANGUAGES)}, and without a language, words are searched as they are written.${hint}`,
  );
  return undefined;
}

/** @returns undefined where the field is not searched */
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

/** @param value what a content type says of its search. @returns how much its items count; undefined: as much as others */
export function readTypeWeight(checks: ModelChecks, path: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const members = checks.object(path, value, 'write {"weight": <number>}; which fields are searched is said on each');
  if (members === undefined) return undefined;
  checks.checkKeys(path, members, ['weight']);
  return readWeight(checks, path, members);
}
