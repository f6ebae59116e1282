/**
 * Tests of the OpenAPI description: a strict validator accepts it, and real answers match its schemas and generated types.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { openSnapshot } from '../../../../src/client/library/index.js';
import { RequestError } from '../../../../src/content/errors/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, parseRequest, renderErrors } from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { caseFromSeed } from '../../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../../testing/oracle/index.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { openApi, readSamples, type Schema } from '../../index.js';
import { areToolsThere, lintOpenApi, OPENAPI_TYPESCRIPT, strictAjv, TSC, validateOpenApi } from '../tools/tools.js';
import { dereferenced, follow, isSchema } from './reading.js';

const base = '/delivery/jsonapi';
const newFolder = temporaryFolders();
const cases = Number(process.env['STELE_CASES'] ?? 12);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

const describedBy = (space: Space): Schema => openApi(space.model, { base, profile: '/profile', keys: false });

async function built(seed: number): Promise<Space> {
  const folder = newFolder();
  writeExport(caseFromSeed(seed).space, join(folder, 'export'));
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

/** @returns what checks an answer: of which path, with which status */
function checker(document: Schema): (path: string, status: number, body: unknown) => void {
  const ajv = strictAjv().addSchema({ components: document['components'] ?? {} }, 'api');
  const known = new Map<string, ReturnType<typeof ajv.compile>>();
  return (path, status, body) => {
    const template = path.replace(/^(\/[^/]+)\/[^/]+/, '$1/{id}');
    const pointer = `/paths/${template.replaceAll('/', '~1')}`;
    const operation = isSchema(document['paths']) ? document['paths'][template] : undefined;
    expect(operation, pointer).toBeDefined();
    const schema = schemaOf(document, operation, status);
    let validate = known.get(schema);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `api${schema}` });
      known.set(schema, validate);
    }
    const fits = validate(body);
    expect(
      fits,
      `${path} ${status}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body).slice(0, 2000)}`,
    ).toBe(true);
  };
}

/** @returns the examples of the document at a path */
function examplesAt(document: Schema, path: string): readonly unknown[] {
  const response = dereferenced(document, follow(document, `/paths/${path.replaceAll('/', '~1')}/get/responses/200`));
  const { examples } = follow(response, '/content/application~1vnd.api+json');
  const references = isSchema(examples) ? Object.values(examples) : [];
  return references.map((reference) => dereferenced(document, reference)['value']);
}

/** @returns the reference to the schema of the answer */
function schemaOf(document: Schema, path: unknown, status: number): string {
  const get = isSchema(path) ? path['get'] : undefined;
  const responses = isSchema(get) ? get['responses'] : undefined;
  const given = isSchema(responses) ? (responses[String(status)] ?? responses['default']) : undefined;
  const response =
    isSchema(given) && typeof given['$ref'] === 'string' ? follow(document, given['$ref'].slice(1)) : given;
  const content = isSchema(response) ? response['content'] : undefined;
  const media = isSchema(content) ? content['application/vnd.api+json'] : undefined;
  const schema = isSchema(media) ? media['schema'] : undefined;
  const reference = isSchema(schema) ? schema['$ref'] : undefined;
  if (typeof reference !== 'string') throw new Error(`no answer with ${status} is described`);
  return reference;
}

describe.runIf(areToolsThere())('the OpenAPI description', () => {
  it('random models and the bookshop › accepted by a strict validator', async () => {
    for (let seed = firstSeed; seed < firstSeed + 3; seed += 1) {
      const document = openApi(caseFromSeed(seed).space.model, { base, profile: '/profile', keys: false });
      expect(await validateOpenApi(document), `seed ${seed}`).toMatchObject({ valid: true });
    }
    expect(await validateOpenApi(describedBy(await openBookshop()))).toMatchObject({ valid: true });
    for (const space of [await openBookshop(), await openMuseum()]) {
      const samples = await readSamples(space, base);
      const document = openApi(space.model, { base, profile: '/profile', keys: true, samples });
      expect(await validateOpenApi(document)).toMatchObject({ valid: true });
      const check = checker(document);
      for (const [type, { id, single, list }] of samples) {
        check(`/${type}`, 200, list);
        check(`/${type}/${id}`, 200, single);
        expect(examplesAt(document, `/${type}/{id}`)).toContainEqual(single);
      }
    }
    const broken = { ...describedBy(await openBookshop()), paths: { 'no-slash': {} } };
    expect(await validateOpenApi(broken)).toMatchObject({ valid: false });
  });

  it('random models, the bookshop and the museum › Redocly’s linter has no warning', { timeout: 60_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + 3; seed += 1) {
      const document = openApi(caseFromSeed(seed).space.model, { base, profile: '/profile', keys: false });
      expect(await lintOpenApi(document), `seed ${seed}`).toEqual([]);
    }
    for (const space of [await openBookshop(), await openMuseum()]) {
      const samples = await readSamples(space, base);
      const described = { base, profile: '/profile', keys: true, samples };
      expect(await lintOpenApi(openApi(space.model, described))).toEqual([]);
      const [type] = space.model.contentTypes.values();
      expect(await lintOpenApi(openApi(space.model, { ...described, types: type && [type], filters: 'few' }))).toEqual(
        [],
      );
    }
    const broken = { ...describedBy(await openBookshop()), tags: [{ name: 'space' }] };
    expect(await lintOpenApi(broken)).toContain(
      'warn tag-description: Tag object should contain `description` field. #/tags/0/description',
    );
  });

  it('every answer to a random request › matches its schema', { timeout: 600_000 }, async () => {
    const seen = new Set<number>();
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const space = await built(seed);
      const check = checker(describedBy(space));
      check('/', 200, JSON.parse(answer(space, parseRequest(space.model, '/', ''), base).toString()));
      for (const { path, search } of caseFromSeed(seed).requests) {
        for (const asked of [search, `${search}${search.startsWith('?') ? '&' : '?'}sort=-nothing`]) {
          const { status, body } = answered(space, path, asked);
          seen.add(status);
          check(path, status, body);
        }
      }
    }
    expect([...seen].sort()).toEqual([200, 400, 404]);
  });

  it('searches, facets, statistics and highlights of the bookshop › match their schemas', async () => {
    const space = await openBookshop();
    const check = checker(describedBy(space));
    const asked = [
      '?filter[_search]=salt&_highlight=title,description',
      '?_facet[genre]=3&_facet[author]=2&_facet[author][include]=true&_facet[price]=9&_facet[price][ranges]=10,20',
      '?_facet[published]=5&_facet[published][interval]=year&_facet[pages]=3&_facet[inPrint]=2&_facet[restocked]=3',
      '?_stats=price,pages,published,title,inPrint&filter[title][_eq]=none',
      '?_stats=price,pages,published,title,inPrint,genre',
    ];
    for (const search of asked) {
      const { status, body } = answered(space, '/book', search);
      expect(status, search).toBe(200);
      check('/book', status, body);
    }
    const { body } = answered(space, '/book', '?page[limit]=1');
    expect(() => check('/author', 200, body)).toThrow(/book/);
  });

  it('locales, lists in fields, JSON and files › match their schemas, and the library has them', async () => {
    const fields = [
      { name: 'title', type: 'text', localized: true, search: true },
      { name: 'tags', type: 'text', many: true },
      { name: 'extra', type: 'json' },
      { name: 'plan', type: 'file' },
      { name: 'views', type: 'image', many: true },
      { name: 'near', type: 'relationship', to: 'thing', many: true, localized: true },
    ];
    const title = { en: 'Bowl', de: 'Schale' };
    const near = { en: ['b'] };
    const image = { url: '/a.png' };
    const files = {
      'model.json': {
        space: 'museum',
        locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
        contentTypes: [{ name: 'thing', fields }],
      },
      'thing.ndjson': [
        { id: 'a', title, tags: ['x', 'y'], extra: { a: [1] }, plan: { url: '/d.pdf' }, views: [image], near },
        { id: 'b', title: { en: 'Cup' } },
      ],
    };
    const folder = newFolder();
    const source = writeFiles(join(folder, 'export'), files);
    await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
    const space = await openCurrent(diskFiles, join(folder, 'snapshots'));
    expect(await validateOpenApi(describedBy(space))).toMatchObject({ valid: true });
    const check = checker(describedBy(space));
    for (const search of ['', '?localeCode=de&include=near', '?localeCode=de&filter[_search]=schale&_facet[tags]=2']) {
      const { status, body } = answered(space, '/thing', search);
      expect(status).toBe(200);
      check('/thing', status, body);
    }
    check('/', 200, answered(space, '/', '?localeCode=de').body);
    const opened = await openSnapshot(join(folder, 'snapshots'));
    expect(opened.type('thing').find({ locale: 'de' }).items[0]).toMatchObject({ title: 'Schale', tags: ['x', 'y'] });
    expect(opened.answer('/thing').headers['content-language']).toBe('en');
    expect(opened.answer('/thing?localeCode=de').headers['content-language']).toBe('de');
  });

  it('openapi-typescript › makes types that accept real answers and refuse wrong ones', {
    timeout: 300_000,
  }, async () => {
    const space = await openBookshop();
    const folder = newFolder();
    const run = (program: string, ...args: readonly string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describedBy(space)));
    expect(run(OPENAPI_TYPESCRIPT, 'openapi.json', '-o', 'api.d.ts')).toMatchObject({ status: 0 });
    const answers = [
      '?include=author,reviews',
      '?filter[_search]=salt&_highlight=title',
      '?_facet[genre]=3&_stats=price',
    ];
    const wrong = JSON.stringify(answered(space, '/book', '?page[limit]=1').body).replace(
      '"total":100',
      '"total":"100"',
    );
    const module = `import type { operations, paths } from './api.js';
type Books = operations['listBook']['responses'][200]['content']['application/vnd.api+json'];
${answers.map((search, at) => `export const answer${at}: Books = ${JSON.stringify(answered(space, '/book', search).body)};`).join('\n')}
const query: paths['/book']['get']['parameters']['query'] = {
  'filter[price]': { _lt: '20' }, sort: ['-published'], 'fields[book]': ['title'], page: { limit: 3 },
};
// @ts-expect-error: the field is called title
const misspelt: paths['/book']['get']['parameters']['query'] = { 'filter[titel]': { _eq: 'a' } };
// @ts-expect-error: a total is a number
export const wrong: Books = ${wrong};
export const title = (books: Books): string | null | undefined => books.data[0]?.attributes?.title;
export { misspelt, query };
`;
    writeFileSync(join(folder, 'answers.ts'), module);
    const compiled = run(TSC, '--noEmit', '--strict', '--module', 'nodenext', 'answers.ts');
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
  });
});

function answered(space: Space, path: string, search: string): { readonly status: number; readonly body: unknown } {
  try {
    return { status: 200, body: JSON.parse(answer(space, parseRequest(space.model, path, search), base).toString()) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { status: error.status, body: JSON.parse(renderErrors(error.problems).toString()) };
  }
}
