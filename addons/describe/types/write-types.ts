/**
 * A content model → a file of TypeScript types. The same model gives the same text.
 */

import {
  type ContentModel,
  type ContentType,
  entryOfType,
  type Field,
  ID_OPERATORS,
  isLocalized,
  type Operator,
} from '../../../src/content/model/index.js';
import type { KnownValues } from '../../../src/index/snapshot/index.js';
import { type ListCapabilities, listCapabilities } from '../../../src/jsonapi/index.js';
import { operandShape, shapeOf } from '../field-shapes.js';
import { includePaths } from '../include-paths.js';
import { key, quoted, typeNames, union } from './names.js';
import { SHARED } from './shared.js';

const isDate = (field: Field): boolean => entryOfType(field.type).value === 'instant';

const block = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${head} {}\n` : `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

const operators = (field: Field | undefined, allowed: readonly Operator[], texts?: readonly string[]): string =>
  `{ ${allowed.map((operator) => `readonly ${operator}?: ${operandShape(field, operator, texts).type}`).join('; ')} }`;

function conditionLines(asked: ListCapabilities, condition: string, known: KnownValues | undefined): readonly string[] {
  const fields = asked.filters.map(({ field, operators: allowed }) => {
    const on =
      field.type === 'relationship'
        ? `Related<${union(field.to)}>`
        : operators(field, allowed, known?.selectTexts.get(field.name));
    return `readonly ${key(field.name)}?: ${on};`;
  });
  const groups = ['_OR', '_AND', '_NOT'].map((group) => `readonly ${group}?: readonly ${condition}[];`);
  return [`readonly id?: ${operators(undefined, ID_OPERATORS)};`, ...fields, ...groups];
}

/** @param patterns in template literals */
const either = (texts: readonly string[], patterns: readonly string[]): string =>
  [...(texts.length === 0 && patterns.length > 0 ? [] : [union(texts)]), ...patterns.map((one) => `\`${one}\``)].join(
    ' | ',
  );

const alias = (name: string, texts: readonly string[], patterns: readonly string[] = []): string =>
  `export type ${name} = ${either(texts, patterns)};\n`;

/** The sign of a sort, in a template literal. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
const SIGN = '${"" | "-"}';
const distance = (field: string): string => `${SIGN}${field}.distance(\${number},\${number})`;
const behind = (hop: string): string => `${hop}.\${string}`;

function typeText(model: ContentModel, type: ContentType, name: string, known: KnownValues | undefined): string {
  const asked = listCapabilities([type]);
  const attributes = type.attributes.flatMap((field) => {
    const { note, answeredType } = shapeOf(field, known?.selectTexts.get(field.name));
    const isSure = known?.fieldsWithValues.has(field.name) === true || answeredType === 'unknown';
    return [
      ...(note === undefined ? [] : [`/** ${note} */`]),
      `readonly ${key(field.name)}: ${answeredType}${isSure ? '' : ' | null'};`,
    ];
  });
  const relationships = type.relationships.map(
    (field) => `readonly ${key(field.name)}: ${field.many ? 'ToMany' : 'ToOne'}<${union(field.to)}>;`,
  );
  const highlights = asked.highlights.map((field) => `readonly ${key(field)}?: Highlight`).join('; ');
  const meta = [
    ...(highlights === '' ? [] : [`readonly highlights?: { ${highlights} }`]),
    ...(asked.distances.length === 0 ? [] : ['readonly distance?: number']),
    ...(type.similar === true ? ['readonly shared?: Shared'] : []),
    ...(type.fields.some(isLocalized) ? ['readonly locales?: readonly LocaleCode[]'] : []),
  ];
  const resource = [
    `readonly type: ${quoted(type.name)};`,
    'readonly id: string;',
    // Where there is none, documents leave the member out.
    ...(attributes.length === 0 ? [] : [`readonly attributes: ${name}Attributes;`]),
    ...(relationships.length === 0 ? [] : [`readonly relationships: ${name}Relationships;`]),
    'readonly links: { readonly self: string };',
    ...(meta.length === 0 ? [] : [`readonly meta?: { ${meta.join('; ')} };`]),
  ];
  const search = asked.searched
    ? ['/** Words to search for; the results are ranked. */', 'readonly _search?: string;']
    : [];
  const paths = includePaths(model, [type]).paths.map(({ steps }) => steps.join('.'));
  return [
    block(`export interface ${name}Attributes`, attributes),
    block(`export interface ${name}Relationships`, relationships),
    block(`/** An item of ${type.name}, as documents have it. */\nexport interface ${name}`, resource),
    block(`export interface ${name}Condition`, conditionLines(asked, `${name}Condition`, known)),
    block(`export interface ${name}Filter extends ${name}Condition`, search),
    alias(
      `${name}Sort`,
      ['id', ...asked.sorts].flatMap((field) => [field, `-${field}`]),
      [...asked.distances.map(distance), ...asked.hops.toOne.map((hop) => SIGN + behind(hop))],
    ),
    alias(`${name}Include`, paths),
    alias(
      `${name}Field`,
      type.fields.map((field) => field.name),
    ),
  ].join('\n');
}

function contentLines(model: ContentModel, type: ContentType, name: string): readonly string[] {
  const asked = listCapabilities([type]);
  const related = type.relationships.map(
    (field) => `readonly ${key(field.name)}: { readonly ${field.many ? 'many' : 'one'}: ${union(field.to)} }`,
  );
  return [
    `readonly ${key(type.name)}: {`,
    `  readonly resource: ${name};`,
    `  readonly attributes: ${name}Attributes;`,
    `  readonly related: { ${related.join('; ')} };`,
    `  readonly filter: ${name}Filter;`,
    `  readonly sort: ${name}Sort;`,
    `  readonly include: ${name}Include;`,
    `  readonly field: ${name}Field;`,
    `  readonly facet: ${either(
      asked.facets.map(({ field }) => field.name),
      asked.hops.all.map(behind),
    )};`,
    `  readonly statistic: ${either(
      asked.statistics.map((field) => field.name),
      asked.hops.toOne.map(behind),
    )};`,
    `  readonly highlight: ${union(asked.highlights)};`,
    `  readonly date: ${union(type.attributes.filter(isDate).map((field) => field.name))};`,
    `  readonly locale: ${union(model.locales.map(({ code }) => code))};`,
    '};',
  ];
}

/**
 * @param known what is certain of the values of each type, where they were looked at
 * @returns the text of a declaration file. Cost: O(types · fields · operators).
 */
export function contentTypes(model: ContentModel, known?: ReadonlyMap<string, KnownValues>): string {
  const names = typeNames([...model.contentTypes.keys()]);
  const types = [...model.contentTypes.values()].map((type) => ({ type, name: names.get(type.name) ?? type.name }));
  const content = types.flatMap(({ type, name }) => contentLines(model, type, name));
  const locales = model.locales.map(({ code }) => code);
  return [
    `/**\n * The content of ${model.space}, as types. \`stele types\` writes this file; do not edit it.\n */\n`,
    block('/** Each content type, by its name. */\nexport interface Content', content),
    ...(locales.length === 0 ? [] : [alias('LocaleCode', locales)]),
    ...types.map(({ type, name }) => typeText(model, type, name, known?.get(type.name))),
    SHARED,
  ].join('\n');
}
