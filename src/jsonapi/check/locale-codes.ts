/**
 * The locale field in filters and facets: its codes, and the reasons why a list of items has no such field.
 *
 * Elsewhere: the other parts of a condition (condition), the locale of a response, `localeCode` (request/read-query).
 */
import { excerpt, list } from '../../content/errors/index.js';
import { type ContentModel, type ContentType, type Locale, localePlace, utf8 } from '../../content/model/index.js';
import type { Condition, Value } from '../../engine/query/index.js';
import { explainUnknownLocale } from '../parameter-advice.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';

/** @returns the condition with its codes spelled as in the model; undefined if a code is no locale: then a problem was added */
export function checkLocaleCodes(
  condition: Condition,
  locales: readonly Locale[],
  parameter: Parameter,
  problems: Problems,
): Condition | undefined {
  const { operand } = condition;
  if (operand.kind !== 'list') {
    const value = operand.kind === 'text' ? readCode(operand.bytes, locales, parameter.name, problems) : undefined;
    return value === undefined ? undefined : { ...condition, operand: value };
  }
  const values = operand.values.flatMap((value): readonly Value[] => {
    const code = value.kind === 'text' ? readCode(value.bytes, locales, parameter.name, problems) : undefined;
    return code === undefined ? [] : [code];
  });
  return values.length < operand.values.length ? undefined : { ...condition, operand: { kind: 'list', values } };
}

/** @returns the code as the model spells it; undefined if it is no locale: then a problem was added */
function readCode(
  bytes: Uint8Array,
  locales: readonly Locale[],
  parameter: string,
  problems: Problems,
): Value | undefined {
  const text = Buffer.from(bytes).toString();
  const locale = locales[localePlace(locales, text)];
  if (locale !== undefined) return { kind: 'text', bytes: utf8(locale.code) };
  problems.add('InvalidValue', parameter, () => explainUnknownLocale(text, locales));
  return undefined;
}

/** @returns why items of these types have no values of their own in a locale */
export function explainNoLocales({ locales }: ContentModel, types: readonly ContentType[], parameter: string): string {
  const remedy = `Leave "${excerpt(parameter)}" out.`;
  if (locales.length === 0) return `This space has no locales, so no item has values of its own in one. ${remedy}`;
  const typeNames = types.filter(({ localeField }) => localeField === undefined).map(({ name }) => `"${name}"`);
  const verb = typeNames.length === 1 ? 'has' : 'have';
  return `${list(typeNames)} ${verb} no localized field, so no item there has values of its own in a locale: every locale shows the same. ${remedy}`;
}
