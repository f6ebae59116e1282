/**
 * The query of `/_suggest?q=<text>&type=<type>,<type>`: the text typed so far, and the types whose words complete it.
 *
 * Elsewhere: the query of every other endpoint (read-query).
 */
import { excerpt, list } from '../../content/errors/index.js';
import { type ContentModel, encodeComponent, LIMITS, localePlace } from '../../content/model/index.js';
import { explainUnknownLocale } from '../parameter-advice.js';
import type { SuggestEndpoint } from './endpoint.js';
import { type Detail, explain, suggestName } from './explained.js';
import type { IgnoresParameter } from './ignored-parameters.js';
import type { SuggestRequest } from './parsed-request.js';
import { decode } from './percent-encoding.js';
import type { Problems } from './problems.js';

const NAMES = ['q', 'type', 'localeCode'] as const;
const PARAMETERS = 'The parameters here are: q, type, localeCode.';

/**
 * @param search     still percent-encoded, with or without a leading `?`
 * @param complexity of the request
 * @throws RequestError with every mistake
 * Cost: O(length).
 */
export function readSuggest(
  model: ContentModel,
  { types }: SuggestEndpoint,
  search: string,
  complexity: number,
  problems: Problems,
  ignores?: IgnoresParameter,
): SuggestRequest {
  const values = valuesOf(search, problems, ignores);
  const text = values.get('q') ?? '';
  const chosenNames = values.get('type')?.split(',');
  const code = values.get('localeCode');
  const place = code === undefined ? 0 : localePlace(model.locales, code);
  const locale = code === undefined ? undefined : model.locales[place];
  const refuse = (parameter: string, detail: () => Detail): void => {
    problems.add('InvalidParameter', parameter, detail);
  };
  if (types.length === 0) refuse('q', () => 'No content type has a searched field, so nothing can be completed.');
  if (text.trim() === '') refuse('q', () => `"q" is missing or empty: write q=<text>. ${PARAMETERS}`);
  if (text.length > LIMITS.suggestText) {
    refuse('q', () => `"q" has ${text.length} characters; at most ${LIMITS.suggestText} are completed.`);
  }
  const names = types.map(({ name }) => name);
  for (const name of chosenNames ?? []) {
    if (names.includes(name)) continue;
    refuse(
      'type',
      () =>
        explain`"${excerpt(name)}" is not a searched type.${suggestName(name, names)} The searched types are: ${list(names)}.`,
    );
  }
  if (code !== undefined && locale === undefined) refuse('localeCode', () => explainUnknownLocale(code, model.locales));
  if (problems.count > 0) throw problems.toError(complexity);
  const sentValues = new Map([
    ['q', text],
    ['type', chosenNames?.join(',')],
    ['localeCode', locale?.code],
  ]);
  const parameters = [...sentValues].flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeComponent(value)}`],
  );
  return {
    kind: 'suggest',
    complexity,
    search: `?${parameters.join('&')}`,
    ...(locale !== undefined && { locale: { place, code: locale.code } }),
    text,
    types: chosenNames === undefined ? types : types.filter(({ name }) => chosenNames.includes(name)),
  };
}

function valuesOf(search: string, problems: Problems, ignores?: IgnoresParameter): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at), 'space');
    if (name !== undefined && ignores?.(name) === true) continue;
    const value = at < 0 ? '' : decode(part.slice(at + 1), 'space');
    if (name === undefined || value === undefined) {
      problems.add('InvalidParameter', name ?? part.toWellFormed(), () => {
        return `"${excerpt(part.toWellFormed())}" is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".`;
      });
    } else if (!NAMES.some((known) => known === name)) {
      problems.add(
        'UnknownParameter',
        name,
        () => explain`There is no parameter "${excerpt(name)}" here.${suggestName(name, NAMES)} ${PARAMETERS}`,
      );
    } else if (name === 'type' && values.has(name)) values.set(name, `${values.get(name)},${value}`);
    else if (values.has(name)) {
      problems.add('InvalidParameter', name, () => `"${name}" was sent more than once.`);
    } else values.set(name, value);
  }
  return values;
}
