/**
 * Writes the TypeScript types of a content model. The same model and values give the same text.
 */

import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  entryOfType,
  type Field,
  ID_OPERATORS,
  isLocaleField,
  isLocalized,
  isUnique,
  LINK_COUNT,
  operatorsOf,
} from '../../../src/content/model/index.js';
import type { KnownValues } from '../../../src/index/snapshot/index.js';
import { type ListCapabilities, listCapabilities } from '../../../src/jsonapi/index.js';
import { commentLines, writeParagraphs } from '../descriptive-texts.js';
import { describeValue } from '../field-shapes.js';
import { type IncludePath, type IncludePaths, listIncludePaths } from '../include-paths.js';
import { facetValue } from '../schema/counted.js';
import { writeConstants } from './constants.js';
import { writeFullFields } from './full-fields.js';
import { namesInUse, quoteText, typeNames, writeKey, writeUnion } from './names.js';
import { NamedOperators } from './operators.js';
import { SHARED } from './shared.js';

const isDate = (field: Field): boolean => entryOfType(field.type).value === 'instant';

const writeBlock = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${head} {}\n` : `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** The parts that the declarations of all types share. */
interface FileParts {
  readonly model: ContentModel;
  /** Content type → its name in the file. */
  readonly names: ReadonlyMap<string, string>;
  readonly operators: NamedOperators;
}

/** @returns the type of one value of a select that is no locale; undefined for other fields */
function nameSelect(
  { operators }: FileParts,
  owner: string,
  field: Field,
  knownValues: KnownValues | undefined,
): { readonly name: string; readonly isExact: boolean } | undefined {
  if (field.type !== 'select' || isLocaleField(field)) return undefined;
  const texts = knownValues?.selectTexts.get(field.name);
  return { name: operators.nameSelect(owner, field, texts), isExact: texts !== undefined };
}

function conditionLines(
  parts: FileParts,
  owner: string,
  capabilities: ListCapabilities,
  knownValues: KnownValues | undefined,
): readonly string[] {
  const { operators } = parts;
  const condition = `${owner}Condition`;
  const counted = new Set(capabilities.counts.map(({ field }) => countedRelationship(field.name)));
  const fields = capabilities.filters.flatMap(({ field, operators: allowed }) => {
    const operatorType =
      field.type === 'relationship'
        ? `Related<${writeUnion(field.to)}>${counted.has(field.name) ? ' & Counted' : ''}`
        : operators.nameConditions(owner, field, allowed, nameSelect(parts, owner, field, knownValues));
    const { label } = field;
    return [
      ...commentLines(label === undefined ? [] : writeParagraphs({ label })),
      `${writeKey(field.name)}?: ${operatorType} | undefined;`,
    ];
  });
  const groups = ['_OR', '_AND', '_NOT'].map((group) => `${group}?: ${condition}[] | undefined;`);
  return [`id?: ${operators.nameConditions(owner, undefined, ID_OPERATORS)} | undefined;`, ...fields, ...groups];
}

/** @returns the union of literals and template literals */
const writeUnionWithPatterns = (texts: readonly string[], patterns: readonly string[]): string =>
  [
    ...(texts.length === 0 && patterns.length > 0 ? [] : [writeUnion(texts)]),
    ...patterns.map((one) => `\`${one}\``),
  ].join(' | ');

const writeAlias = (name: string, texts: readonly string[], patterns: readonly string[] = []): string =>
  `export type ${name} = ${writeUnionWithPatterns(texts, patterns)};\n`;

/** The optional sign of a sort key, in a template literal. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
const SIGN = '${"" | "-"}';
const distancePattern = (field: string): string => `${SIGN}${field}.distance(\${number},\${number})`;
/** A path over more than one relationship: only its first two names are checked, because types would grow without end. */
const longerPath = (hop: string): string => `${hop}.\${string}`;

/** The kinds of names whose paths may lead to a field of a related item. */
type PathKind = 'Sort' | 'Facet' | 'Statistic';

function listPathFields({ sorts, facets, statistics }: ListCapabilities, kind: PathKind): readonly string[] {
  switch (kind) {
    case 'Sort':
      return ['id', ...sorts];
    case 'Facet':
      return facets.map(({ field }) => field.name);
    case 'Statistic':
      return statistics.map(({ name }) => name);
  }
}

/** @returns the aliases of the names that another type's path to this type may end in */
const writePathAliases = (name: string, capabilities: ListCapabilities): readonly string[] =>
  (['Sort', 'Facet', 'Statistic'] as const).map((kind) => {
    const hops = kind === 'Facet' ? capabilities.hops.all : capabilities.hops.toOne;
    return writeAlias(`${name}${kind}Path`, listPathFields(capabilities, kind), hops.map(longerPath));
  });

/** @param names content type → its name in the file. @returns the patterns of paths over the relationships */
const relatedPaths = (
  type: ContentType,
  hops: readonly string[],
  names: ReadonlyMap<string, string>,
  kind: PathKind,
): readonly string[] =>
  hops.flatMap((hop) => {
    const [target] = type.relationships.find(({ name }) => name === hop)?.to ?? [];
    return target === undefined ? [] : [`${hop}.\${${names.get(target) ?? target}${kind}Path}`];
  });

/**
 * @returns the alias of the listed paths, and a pattern for the paths that begin with one of the longest: `stele/client` checks
 *          their further steps
 */
function writeInclude(name: string, { contentTypes }: ContentModel, { paths, steps, complete }: IncludePaths): string {
  const canContinue = ({ types }: IncludePath) =>
    types.some((type) => (contentTypes.get(type)?.relationships.length ?? 0) > 0);
  const ends = complete ? [] : paths.filter((path) => path.steps.length === steps && canContinue(path));
  const join = (path: IncludePath) => path.steps.join('.');
  return writeAlias(
    `${name}Include`,
    paths.map(join),
    ends.map((path) => longerPath(join(path))),
  );
}

function writeType(parts: FileParts, type: ContentType, knownValues: KnownValues | undefined): string {
  const { model, names } = parts;
  const name = names.get(type.name) ?? type.name;
  const capabilities = listCapabilities([type]);
  const attributes = type.attributes.flatMap((field) => {
    const { note, answeredType } = describeValue(field, knownValues?.selectTexts.get(field.name));
    const select = nameSelect(parts, name, field, knownValues)?.name;
    const listed = 'many' in field && field.many === true ? `readonly ${select}[]` : select;
    const written = select === undefined ? answeredType : listed;
    const isNeverNull = knownValues?.fieldsWithValues.has(field.name) === true || answeredType === 'unknown';
    const uniqueNote = isUnique(field) ? 'No two items have the same value.' : undefined;
    const notes = [note, uniqueNote].filter((text) => text !== undefined);
    return [
      ...commentLines([...writeParagraphs(field), ...(notes.length === 0 ? [] : [notes.join(' ')])]),
      `readonly ${writeKey(field.name)}: ${written}${isNeverNull ? '' : ' | null'};`,
    ];
  });
  const relationships = type.relationships.flatMap((field) => [
    ...commentLines(writeParagraphs(field)),
    `readonly ${writeKey(field.name)}: ${field.many ? 'ToMany' : 'ToOne'}<${writeUnion(field.to)}>;`,
  ]);
  const highlights = capabilities.highlights.map((field) => `readonly ${writeKey(field)}?: Highlight`).join('; ');
  const meta = [
    ...(highlights === '' ? [] : [`readonly highlights?: { ${highlights} }`]),
    ...(capabilities.distances.length === 0 ? [] : ['readonly distance?: number']),
    ...(type.similar === true ? ['readonly shared?: Shared'] : []),
    ...(type.fields.some(isLocalized) ? ['readonly locales?: readonly LocaleCode[]'] : []),
  ];
  const resource = [
    `readonly type: ${quoteText(type.name)};`,
    'readonly id: string;',
    // Documents leave out a member that would be empty.
    ...(attributes.length === 0 ? [] : [`readonly attributes: ${name}Attributes;`]),
    ...(relationships.length === 0 ? [] : [`readonly relationships: ${name}Relationships;`]),
    'readonly links: { readonly self: string };',
    ...(meta.length === 0 ? [] : [`readonly meta?: { ${meta.join('; ')} };`]),
  ];
  const search = capabilities.searched
    ? ['/** Words to search for; the results are ranked. */', '_search?: string | undefined;']
    : [];
  const itemComment = commentLines([...writeParagraphs(type), `An item of ${type.name}, as documents have it.`]);
  return [
    writeBlock(`export interface ${name}Attributes`, attributes),
    writeBlock(`export interface ${name}Relationships`, relationships),
    writeBlock(`${itemComment.join('\n')}\nexport interface ${name}`, resource),
    writeBlock(`export interface ${name}Condition`, conditionLines(parts, name, capabilities, knownValues)),
    writeBlock(`export interface ${name}Filter extends ${name}Condition`, search),
    writeAlias(
      `${name}Sort`,
      ['id', ...capabilities.sorts].flatMap((field) => [field, `-${field}`]),
      [
        ...capabilities.distances.map(distancePattern),
        ...relatedPaths(type, capabilities.hops.toOne, names, 'Sort').map((path) => SIGN + path),
      ],
    ),
    ...writePathAliases(name, capabilities),
    writeInclude(name, model, listIncludePaths(model, [type])),
    writeAlias(
      `${name}Field`,
      type.fields.map((field) => field.name),
    ),
  ].join('\n');
}

/** @returns the conditions on the number of related items */
function writeCounted(operators: NamedOperators): string {
  const count: Field = { name: LINK_COUNT, type: 'integer' };
  const condition = `${LINK_COUNT}?: ${operators.nameConditions('', count, operatorsOf(count))} | undefined;`;
  return writeBlock('/** A condition on the number of related items. */\nexport interface Counted', [condition]);
}

/** @returns the type of a facet's values: values of the field, periods, ranges, or ids of related items */
function writeFacetValue(parts: FileParts, owner: string, field: Field, knownValues: KnownValues | undefined): string {
  const select = nameSelect(parts, owner, field, knownValues)?.name;
  if (select !== undefined) return select;
  if (isLocaleField(field)) return 'LocaleCode';
  return facetValue(field).type;
}

function writeContentEntry(
  parts: FileParts,
  type: ContentType,
  knownValues: KnownValues | undefined,
): readonly string[] {
  const { model, names } = parts;
  const name = names.get(type.name) ?? type.name;
  const capabilities = listCapabilities([type]);
  const facetValues = capabilities.facets.map(
    ({ field }) => `readonly ${writeKey(field.name)}: ${writeFacetValue(parts, name, field, knownValues)}`,
  );
  const related = type.relationships.map(
    (field) => `readonly ${writeKey(field.name)}: { readonly ${field.many ? 'many' : 'one'}: ${writeUnion(field.to)} }`,
  );
  return [
    `readonly ${writeKey(type.name)}: {`,
    `  readonly resource: ${name};`,
    `  readonly attributes: ${name}Attributes;`,
    `  readonly related: { ${related.join('; ')} };`,
    `  readonly filter: ${name}Filter;`,
    `  readonly sort: ${name}Sort;`,
    `  readonly include: ${name}Include;`,
    `  readonly field: ${name}Field;`,
    `  readonly facet: ${writeUnionWithPatterns(
      capabilities.facets.map(({ field }) => field.name),
      relatedPaths(type, capabilities.hops.all, names, 'Facet'),
    )};`,
    `  readonly facetValues: { ${facetValues.join('; ')} };`,
    `  readonly statistic: ${writeUnionWithPatterns(
      capabilities.statistics.map((field) => field.name),
      relatedPaths(type, capabilities.hops.toOne, names, 'Statistic'),
    )};`,
    `  readonly highlight: ${writeUnion(capabilities.highlights)};`,
    `  readonly date: ${writeUnion(type.attributes.filter(isDate).map((field) => field.name))};`,
    `  readonly locale: ${writeUnion(model.locales.map(({ code }) => code))};`,
    '};',
  ];
}

/** Options of a types file. */
export interface TypesOptions {
  /** Facts about the values of each type in a snapshot, which narrow the types; undefined for types that follow the model alone. */
  readonly knownValues?: ReadonlyMap<string, KnownValues> | undefined;
  /** Whether to export the options of each select as a constant. A declaration file (.d.ts) cannot contain constants. */
  readonly hasConstants?: boolean | undefined;
}

/**
 * @returns the text of a TypeScript file
 * Cost: O(types · fields · operators).
 */
export function writeContentTypes(model: ContentModel, { knownValues, hasConstants }: TypesOptions = {}): string {
  const names = typeNames([...model.contentTypes.keys()]);
  const types = [...model.contentTypes.values()];
  const operators = new NamedOperators(namesInUse(names));
  const parts: FileParts = { model, names, operators };
  const content = types.flatMap((type) => writeContentEntry(parts, type, knownValues?.get(type.name)));
  const declared = types.map((type) => writeType(parts, type, knownValues?.get(type.name)));
  const counted = writeCounted(operators);
  const locales = model.locales.map(({ code }) => code);
  const source = knownValues === undefined ? 'the model' : 'the model and the values of a snapshot';
  const fullFields =
    knownValues === undefined
      ? undefined
      : new Map([...knownValues].map(([name, { fieldsWithValues }]) => [name, fieldsWithValues]));
  return [
    `/**\n * The content of ${model.space}, as types of ${source}. \`stele types\` writes this file; do not edit it.\n */\n`,
    writeBlock('/** Each content type, by its name. */\nexport interface Content', content),
    ...(locales.length === 0 ? [] : [writeAlias('LocaleCode', locales)]),
    ...(hasConstants === true ? writeConstants(model, names) : []),
    ...declared,
    counted,
    ...operators.declarations,
    SHARED,
    ...(fullFields === undefined ? [] : [writeFullFields(fullFields)]),
  ].join('\n');
}
