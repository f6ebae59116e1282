/**
 * A small content model with every field type, relationships of each kind and some awkward names, and short ways to
 * parse against it.
 */

import { RequestError, type RequestProblem } from '../../src/content/errors/index.js';
import { type ContentModel, contentModel, contentType } from '../../src/content/model/index.js';
import type { Filter, Operand, Window } from '../../src/engine/query/query-tree.js';
import { dependencies, parseRequest } from '../../src/jsonapi/index.js';
import type { ParsedRequest, Shape } from '../../src/jsonapi/request/parsed-request.js';

/** `shelf` leads to several types; `odd` has relationships called as `page`'s members are. */
export const model: ContentModel = contentModel('bookshop', [
  contentType('book', [
    { name: 'title', type: 'text' },
    { name: 'blurb', type: 'textMultiline' },
    { name: 'body', type: 'markdown' },
    { name: 'genre', type: 'select', options: ['Fiction', 'Technology'] },
    { name: 'inPrint', type: 'boolean' },
    { name: 'pages', type: 'integer' },
    { name: 'price', type: 'decimal', precision: 2 },
    { name: 'published', type: 'dateTime', format: 'date' },
    { name: 'cover', type: 'image' },
    { name: 'author', type: 'relationship', to: ['author'], many: false },
    { name: 'reviews', type: 'relationship', to: ['review'], many: true },
    { name: 'tags', type: 'relationship', to: ['tag'], many: true },
  ]),
  contentType('author', [
    { name: 'title', type: 'text' },
    { name: 'name', type: 'text' },
    { name: 'price', type: 'decimal', precision: 3 },
    { name: 'published', type: 'dateTime', format: 'dateTime' },
    { name: 'country', type: 'relationship', to: ['country'], many: false },
    { name: 'books', type: 'relationship', to: ['book'], many: true },
    { name: 'tags', type: 'relationship', to: ['tag', 'country'], many: false },
  ]),
  contentType('review', [
    { name: 'text', type: 'text' },
    { name: 'book', type: 'relationship', to: ['book'], many: false },
    { name: 'writer', type: 'relationship', to: ['author'], many: false },
  ]),
  contentType('tag', [
    { name: 'label', type: 'text' },
    { name: 'tagged', type: 'relationship', to: ['book', 'author'], many: true },
  ]),
  contentType('country', [{ name: 'name', type: 'text' }]),
  contentType('shelf', [
    { name: 'items', type: 'relationship', to: ['book', 'author'], many: true },
    { name: 'best', type: 'relationship', to: ['book', 'author'], many: false },
    { name: 'decorations', type: 'relationship', to: ['tag', 'country'], many: true },
  ]),
  contentType('odd', [
    { name: 'limit', type: 'relationship', to: ['odd'], many: true },
    { name: 'skip', type: 'relationship', to: ['odd'], many: true },
    { name: 'or', type: 'text' },
    { name: 'sample', type: 'file' },
    { name: 'extra', type: 'json' },
    { name: 'place', type: 'location' },
    { name: 'labels', type: 'text', many: true },
    { name: 'formats', type: 'select', options: ['a', 'b'], many: true },
  ]),
]);

/** Parses without a cached template, so that the parser itself is tested. */
export const parse = (path: string, search = '', of = model): ParsedRequest => parseRequest({ ...of }, path, search);

/** @returns the error that parsing ends in */
export function failure(path: string, search = '', of = model): RequestError {
  try {
    parse(path, search, of);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error(`${path}?${search} was accepted`);
}

export const problems = (path: string, search = '', of = model): readonly RequestProblem[] =>
  failure(path, search, of).problems;

/** A problem in one line: `Code [parameter] detail`. */
export const problemTexts = (path: string, search = ''): readonly string[] =>
  problems(path, search).map(({ code, parameter, detail }) => {
    return parameter === undefined ? `${code} ${detail}` : `${code} [${parameter}] ${detail}`;
  });

/** The filter of a request for books, in a form that is easy to write. */
export function filterOf(search: string, path = '/book'): string {
  const request = parse(path, search);
  if (request.kind !== 'collection' && request.kind !== 'related') throw new Error(`${request.kind} has no filter`);
  return request.filter === undefined ? 'none' : filterText(request.filter);
}

/** The surrogate keys of a list that shows nothing. */
export const dependenciesOf = (path: string, search: string): readonly string[] => [
  ...dependencies(model, parse(path, search), []),
];

/** `and(title _eq a, or(pages _lt 3, id _eq x))`. */
function filterText(filter: Filter): string {
  if (filter.kind === 'not') return `not(${filterText(filter.child)})`;
  if (filter.kind === 'through') {
    const { relationship, type, child } = filter;
    const behind = [
      ...(type === undefined ? [] : [`type ${type}`]),
      ...(child === undefined ? [] : [filterText(child)]),
    ];
    return `${relationship}{${behind.join(', ')}}`;
  }
  if (filter.kind !== 'condition') return `${filter.kind}(${filter.children.map(filterText).join(', ')})`;
  return `${filter.field} ${filter.operator} ${operandShown(filter.operand)}`;
}

function operandShown(operand: Operand): string {
  switch (operand.kind) {
    case 'list':
      return operand.values.map(operandShown).join('|');
    case 'number':
      return `${operand.digits}e-${operand.scale}`;
    case 'instant':
      return `${operand.ms}ms`;
    case 'area':
      return operand.area.written;
    case 'text':
      return new TextDecoder().decode(operand.bytes);
    case 'itemId':
      return `@${new TextDecoder().decode(operand.bytes)}`;
    case 'boolean':
    case 'populated':
      return String(operand.value);
  }
}

/** The include tree with its windows: `{reviews[0+5] author{books}}`; windows of relationships not included are in `()`. */
export function shapeOf(search: string, path = '/book/b1'): string {
  const request = parse(path, search);
  if (!('shape' in request)) throw new Error(`${request.kind} has no shape`);
  return drawn(request.shape);
}

function drawn({ windows, includes }: Shape): string {
  const window = ({ skip, limit }: Window): string => `[${skip}+${limit}]`;
  const parts = [...includes].map(([name, below]) => {
    const own = windows.get(name);
    return (
      name + (own === undefined ? '' : window(own)) + (below.includes.size + below.windows.size > 0 ? drawn(below) : '')
    );
  });
  const windowTexts = [...windows]
    .filter(([name]) => !includes.has(name))
    .map(([name, own]) => `(${name}${window(own)})`);
  return `{${[...parts, ...windowTexts].join(' ')}}`;
}
