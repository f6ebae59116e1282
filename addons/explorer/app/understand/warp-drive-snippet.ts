/**
 * The code snippet for WarpDrive, whose store needs the schema of each type in the answer: the requested fields, and the included
 * relationships.
 */
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  type Endpoint,
  findTitleField,
  findType,
  isRelationship,
  listRelationships,
  primaryTypes,
  type RelationshipField,
} from '../model/space.js';
import type { Query } from '../query/query.js';
import { quoteText } from './write-literal.js';

interface AnsweredRequest {
  readonly query: Query;
  readonly endpoint: Endpoint;
  readonly space: DescribedSpace;
}

/** Type → names of the relationships whose items are included. */
type IncludedNames = ReadonlyMap<string, ReadonlySet<string>>;

/** @returns the primary and the included types, each with its included relationships */
function listIncluded({ endpoint, query, space }: AnsweredRequest): IncludedNames {
  const primaryNames = primaryTypes(space, endpoint).map(({ name }) => name);
  const included = new Map<string, Set<string>>(primaryNames.map((name) => [name, new Set<string>()]));
  for (const path of query.include ?? []) {
    let typeNames: readonly string[] = primaryNames;
    for (const step of path.split('.')) {
      const targets = new Set<string>();
      for (const typeName of typeNames) {
        const type = findType(space, typeName);
        const relationship = type && listRelationships(type).find(({ name }) => name === step);
        if (relationship === undefined) continue;
        included.get(typeName)?.add(step);
        for (const target of relationship.to) targets.add(target);
      }
      for (const target of targets) if (!included.has(target)) included.set(target, new Set());
      typeNames = [...targets];
    }
  }
  return included;
}

/** @returns the fields of the type in the answer; relationships only if they are included */
function listAnsweredFields(type: DescribedType, { query }: AnsweredRequest, included: IncludedNames) {
  const requestedNames = query.fields.get(type.name);
  return type.fields.filter(
    (field) =>
      (requestedNames === undefined || requestedNames.includes(field.name)) &&
      (!isRelationship(field) || included.get(type.name)?.has(field.name) === true),
  );
}

function writeField(field: DescribedField): string {
  const name = `name: ${quoteText(field.name)}`;
  if (!isRelationship(field)) return `    { ${name}, kind: 'field' },`;
  const kind = field.many ? 'hasMany' : 'belongsTo';
  const options = field.to.length > 1 ? '{ ...options, polymorphic: true }' : 'options';
  const written = options === 'options' ? options : `options: ${options}`;
  return `    { ${name}, kind: '${kind}', type: ${quoteText(field.to[0] ?? '')}, ${written} },`;
}

/** @returns the first included relationship to one item of one type, and a field of that item */
function findLink(fields: readonly DescribedField[], request: AnsweredRequest, included: IncludedNames) {
  const link = fields.find(
    (field): field is RelationshipField => isRelationship(field) && !field.many && field.to.length === 1,
  );
  const target = link && findType(request.space, link.to[0]);
  const name = target && findShownField(target, listAnsweredFields(target, request, included));
  return link === undefined || name === undefined ? undefined : { link: link.name, name };
}

/** @returns the title if it is in the answer, otherwise the first attribute, otherwise `id` */
function findShownField(type: DescribedType, fields: readonly DescribedField[]): string {
  const title = findTitleField(type);
  const attributes = fields.filter((field) => !isRelationship(field)).map(({ name }) => name);
  return title !== undefined && attributes.includes(title) ? title : (attributes[0] ?? 'id');
}

/**
 * @param url       absolute URL of the request
 * @param isListed  whether the primary data is a list
 */
export function writeWarpDriveSnippet(url: string, isListed: boolean, request: AnsweredRequest): string {
  const included = listIncluded(request);
  const types = [...included.keys()].flatMap((name) => findType(request.space, name) ?? []);
  const fieldsByType = new Map(types.map((type) => [type, listAnsweredFields(type, request, included)]));
  const schemas = types.map((type) => {
    const fields = (fieldsByType.get(type) ?? []).map(writeField);
    return `  withDefaults({ type: ${quoteText(type.name)}, fields: [\n${fields.join('\n')}\n  ] }),`;
  });
  const hasLinks = [...fieldsByType.values()].some((fields) => fields.some(isRelationship));
  const [type] = primaryTypes(request.space, request.endpoint);
  const fields = (type && fieldsByType.get(type)) ?? [];
  const link = findLink(fields, request, included);
  const shown = [
    type === undefined ? 'id' : findShownField(type, fields),
    ...(link === undefined ? [] : [`${link.link}?.${link.name}`]),
  ];
  const printLine = isListed
    ? `for (const item of content.data) console.log(${shown.map((name) => `item.${name}`).join(', ')});\nconsole.log(content.meta.total);`
    : `console.log(${['id', ...shown.slice(1)].map((name) => `content.data.${name}`).join(', ')});`;
  return `import { useRecommendedStore } from '@warp-drive/core';
import { withDefaults } from '@warp-drive/core/reactive';
import { JSONAPICache } from '@warp-drive/json-api';

${hasLinks ? 'const options = { async: false, inverse: null, linksMode: true };\n' : ''}const schemas = [
${schemas.join('\n')}
];
const Store = useRecommendedStore({ cache: JSONAPICache, handlers: [], schemas });
const { content } = await new Store().request({
  url: ${quoteText(url)},
});
${printLine}`;
}
