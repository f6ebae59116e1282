/**
 * Code snippets: short programs for common clients that send the request and print a part of the answer. A test runs
 * each.
 */
import { encodePathPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { type DescribedSpace, type Endpoint, isList } from '../model/space.js';
import type { Query } from '../query/query.js';
import { writeClientSnippet } from './client-snippet.js';
import { buildNestedParams } from './nested-params.js';
import { writeWarpDriveSnippet } from './warp-drive-snippet.js';
import { quoteText, writeLiteral } from './write-literal.js';

export const CLIENTS = ['curl', 'fetch', 'stele/client', 'axios + qs', 'kitsu', 'jsona', 'WarpDrive'] as const;
export type Client = (typeof CLIENTS)[number];

export interface SnippetRequest {
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

const requestPath = ({ path }: SnippetRequest): string => path.map(encodePathPart).join('/');
const requestUrl = ({ root, target }: SnippetRequest): string => new URL(`${root}${target}`).href;

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function writeSearch({ params }: SnippetRequest): string {
  const names = params.map(([name]) => name);
  // An object cannot have a name twice, so repeated names need a list of pairs.
  return new Set(names).size === names.length
    ? writeLiteral(Object.fromEntries(params))
    : writeLiteral(params.map(([name, value]) => [name, value]));
}

function writeFetch(request: SnippetRequest): string {
  const path = quoteText(`${request.root}/${requestPath(request)}`);
  if (request.params.length === 0) return `const reply = await fetch(${path});`;
  return `const query = new URLSearchParams(${writeSearch(request)});\nconst reply = await fetch(\`${request.root}/${requestPath(request)}?\${query}\`);`;
}

const returnsList = (request: SnippetRequest): boolean =>
  isList(request.endpoint) || request.endpoint.kind === 'linkage';

/** @returns the statement that prints the total of a list, or the id of an item */
const writePrint = (request: SnippetRequest, variable: string): string =>
  returnsList(request) ? `console.log(${variable}.meta.total);` : `console.log(${variable}.data.id);`;

function writeKitsu(request: SnippetRequest): string {
  const params = buildNestedParams(request.query);
  const options = Object.keys(params).length === 0 ? '' : `, { params: ${writeLiteral(params)} }`;
  return `import Kitsu from 'kitsu';

const api = new Kitsu({
  baseURL: ${quoteText(request.root)},
  pluralize: false,
  camelCaseTypes: false,
  resourceCase: 'none',
  query: 'modern',
});
const answer = await api.get(${quoteText(requestPath(request))}${options});
${writePrint(request, 'answer')}`;
}

function writeJsona(request: SnippetRequest): string {
  const printLine = returnsList(request) ? 'for (const item of found) console.log(item.id);' : 'console.log(found.id);';
  return `import { Jsona } from 'jsona';

${writeFetch(request)}
const found = new Jsona().deserialize(await reply.json());
${printLine}`;
}

export function writeSnippet(client: Client, request: SnippetRequest): string {
  switch (client) {
    case 'curl':
      return `curl -g ${quoteForShell(requestUrl(request))}`;
    case 'fetch':
      return `${writeFetch(request)}\nconst answer = await reply.json();\nif (!reply.ok) throw new Error(answer.errors[0].detail);\n${writePrint(request, 'answer')}`;
    case 'stele/client':
      return (
        writeClientSnippet(request.root, request.endpoint, request.query) ??
        `// stele/client has no method for this request, so this program uses fetch.\n${writeSnippet('fetch', request)}`
      );
    case 'axios + qs': {
      const params = buildNestedParams(request.query);
      return `import axios from 'axios';
import { stringify } from 'qs';

const api = axios.create({ baseURL: ${quoteText(request.root)}, paramsSerializer: (params) => stringify(params) });
const { data: answer } = await api.get(${quoteText(`/${requestPath(request)}`)}, { params: ${writeLiteral(params)} });
${writePrint(request, 'answer')}`;
    }
    case 'kitsu':
      return writeKitsu(request);
    case 'jsona':
      return writeJsona(request);
    case 'WarpDrive':
      return writeWarpDriveSnippet(requestUrl(request), returnsList(request), request);
  }
}
