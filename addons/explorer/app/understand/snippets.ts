/**
 * Code snippets: short programs for common clients that send the request and print a part of the answer. A test runs
 * each.
 */
import { pathPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import {
  type DescribedSpace,
  type Endpoint,
  fieldNamed,
  isList,
  isRelationship,
  primaryTypes,
  titleField,
  typeNamed,
} from '../model/space.js';
import type { Query } from '../query/query.js';
import { nestedParams } from './nested-params.js';
import { literal, quoted } from './write-literal.js';

export const CLIENTS = ['curl', 'fetch', 'axios + qs', 'kitsu', 'jsona', 'WarpDrive'] as const;
export type Client = (typeof CLIENTS)[number];

export interface Asked {
  /** Absolute URL of the delivery root. */
  readonly root: string;
  /** Path and query below the root. */
  readonly target: string;
  readonly path: readonly string[];
  readonly params: readonly Param[];
  readonly query: Query;
  readonly endpoint: Endpoint;
  readonly space: DescribedSpace;
}

const pathOf = ({ path }: Asked): string => path.map(pathPart).join('/');
const urlOf = ({ root, target }: Asked): string => new URL(`${root}${target}`).href;

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function searchOf({ params }: Asked): string {
  const names = params.map(([name]) => name);
  // An object cannot have a name twice, so repeated names need a list of pairs.
  return new Set(names).size === names.length
    ? literal(Object.fromEntries(params))
    : literal(params.map(([name, value]) => [name, value]));
}

function fetchOf(asked: Asked): string {
  const path = quoted(`${asked.root}/${pathOf(asked)}`);
  if (asked.params.length === 0) return `const reply = await fetch(${path});`;
  return `const query = new URLSearchParams(${searchOf(asked)});\nconst reply = await fetch(\`${asked.root}/${pathOf(asked)}?\${query}\`);`;
}

const isMany = (asked: Asked): boolean => isList(asked.endpoint) || asked.endpoint.kind === 'linkage';

/** @returns the statement that prints the total of a list, or the id of an item */
const printed = (asked: Asked, document: string): string =>
  isMany(asked) ? `console.log(${document}.meta.total);` : `console.log(${document}.data.id);`;

function kitsu(asked: Asked): string {
  const params = nestedParams(asked.query);
  const options = Object.keys(params).length === 0 ? '' : `, { params: ${literal(params)} }`;
  return `import Kitsu from 'kitsu';

const api = new Kitsu({
  baseURL: ${quoted(asked.root)},
  pluralize: false,
  camelCaseTypes: false,
  resourceCase: 'none',
  query: 'modern',
});
const document = await api.get(${quoted(pathOf(asked))}${options});
${printed(asked, 'document')}`;
}

function jsona(asked: Asked): string {
  const shown = isMany(asked) ? 'for (const item of found) console.log(item.id);' : 'console.log(found.id);';
  return `import { Jsona } from 'jsona';

${fetchOf(asked)}
const found = new Jsona().deserialize(await reply.json());
${shown}`;
}

/** @returns the WarpDrive schemas of the primary and the included types */
function schemas({ endpoint, query, space }: Asked): readonly string[] {
  const names = new Set(primaryTypes(space, endpoint).map(({ name }) => name));
  for (const path of query.include ?? []) {
    let types = [...names];
    for (const step of path.split('.')) {
      types = types.flatMap((name) => {
        const field = fieldNamed(typeNamed(space, name), step);
        return field !== undefined && isRelationship(field) ? field.to : [];
      });
      for (const name of types) names.add(name);
    }
  }
  return [...names].map((name) => {
    const type = typeNamed(space, name);
    const fields = (type?.fields ?? [])
      .filter((field) => !isRelationship(field))
      .map((field) => `    { name: ${quoted(field.name)}, kind: 'field' },`);
    return `  withDefaults({ type: ${quoted(name)}, fields: [\n${fields.join('\n')}\n  ] }),`;
  });
}

function warpDrive(asked: Asked): string {
  const [type] = primaryTypes(asked.space, asked.endpoint);
  const title = (type === undefined ? undefined : titleField(type)) ?? 'id';
  const shown = isMany(asked)
    ? `for (const item of content.data) console.log(item.${title});\nconsole.log(content.meta.total);`
    : 'console.log(content.data.id);';
  return `import { useRecommendedStore } from '@warp-drive/core';
import { withDefaults } from '@warp-drive/core/reactive';
import { JSONAPICache } from '@warp-drive/json-api';

const schemas = [
${schemas(asked).join('\n')}
];
const Store = useRecommendedStore({ cache: JSONAPICache, handlers: [], schemas });
const { content } = await new Store().request({
  url: ${quoted(urlOf(asked))},
});
${shown}`;
}

export function snippet(client: Client, asked: Asked): string {
  switch (client) {
    case 'curl':
      return `curl -g ${shell(urlOf(asked))}`;
    case 'fetch':
      return `${fetchOf(asked)}\nconst document = await reply.json();\nif (!reply.ok) throw new Error(document.errors[0].detail);\n${printed(asked, 'document')}`;
    case 'axios + qs': {
      const params = nestedParams(asked.query);
      return `import axios from 'axios';
import { stringify } from 'qs';

const api = axios.create({ baseURL: ${quoted(asked.root)}, paramsSerializer: (params) => stringify(params) });
const { data: document } = await api.get(${quoted(`/${pathOf(asked)}`)}, { params: ${literal(params)} });
${printed(asked, 'document')}`;
    }
    case 'kitsu':
      return kitsu(asked);
    case 'jsona':
      return jsona(asked);
    case 'WarpDrive':
      return warpDrive(asked);
  }
}
