/**
 * The table of deciding fields, row by row: in every source, a value that nobody can judge keeps its item out, and is told of.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { everyOf } from '../../../../testing/amount.js';
import { makeName } from '../../core/declarations/names.js';
import { DECIDING_FIELDS, type DecidingField, type ItemKind } from '../../core/privacy/publication/index.js';
import { folderOf, type Imported, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

type Plain = null | boolean | number | string | readonly unknown[] | Readonly<Record<string, unknown>>;

/** Values that say nothing of any kind of field. A time without a zone that is known, and one that is two days. */
const unjudgeable: Readonly<Record<string, Plain>> = {
  garbage: 'qwertz uiop',
  number: 42,
  list: [42],
  object: { value: 'qwertz' },
  null: null,
  empty: '',
  'unknown zone': '2099-03-17 14:00:00 QQQ',
  'two days': '03/04/2025',
};

interface Case {
  readonly field: DecidingField;
  readonly name: string;
  readonly kind: string;
  readonly value: Plain;
}

/** A value of the field's kind by which an item is public: so it is known what the field speaks of. */
function publicValue({ effect }: DecidingField): Plain {
  switch (effect) {
    case 'hides':
    case 'waits':
      return false;
    case 'shows':
      return true;
    case 'begins':
      return '2001-02-03';
    case 'ends':
      return '2101-02-03';
    case 'status':
      return 'published';
    case 'address':
      return '/here/';
    case 'render':
      return 'always';
    case 'locks':
    case 'groups':
      return '';
  }
}

/** Texts are paths. */
const isJudged = ({ field, kind, value }: Case): boolean =>
  field.effect === 'address' && typeof value === 'string' && kind !== 'empty';

const casesOf = (itemKind: ItemKind): readonly Case[] =>
  DECIDING_FIELDS.filter((field) => field.in === 'both' || field.in === itemKind)
    // Any text is a password, or a group. Other rows need another member.
    .filter(({ effect, beside }) => effect !== 'locks' && effect !== 'groups' && beside === undefined)
    // Of some fields of pages, only truth values decide.
    .filter(({ certainIn, in: kind, effect }) => kind !== 'pages' || certainIn !== 'none' || effect === 'status')
    .flatMap((field) => field.names.map((name) => ({ field, name })))
    .flatMap(({ field, name }) => Object.entries(unjudgeable).map(([kind, value]) => ({ field, name, kind, value })))
    .filter((each) => !isJudged(each));

/** An item of a type for each field: one for each case, beside one that is public by the same field. */
interface Row {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly value: Plain;
}

const SHOWN = 'shown';
/** Letters that a name in an export cannot have are written as numbers, so that each type has another name. */
const typeOf = (name: string): string =>
  makeName(`t-${name.replace('.', '-').replace(/[^\x00-\x7f]/g, (letter) => letter.charCodeAt(0).toString(16))}`);
const idOf = (kind: string): string => kind.replace(' ', '-');

const rowsOf = (cases: readonly Case[]): readonly Row[] => {
  const fields = new Map(cases.map(({ name, field }) => [name, field]));
  return [
    ...cases.map(({ name, kind, value }): Row => ({ type: typeOf(name), id: idOf(kind), name, value })),
    ...[...fields].map(([name, field]): Row => ({ type: typeOf(name), id: SHOWN, name, value: publicValue(field) })),
  ];
};

const nested = (name: string, value: Plain): object => {
  const [outer = '', inner] = name.split('.');
  return { [outer]: inner === undefined ? value : { [inner]: value } };
};

/** Writes rows as a source has them, and imports them. */
const sources: Readonly<Record<string, (rows: readonly Row[]) => Promise<Imported>>> = {
  markdown: (rows) =>
    imported(
      'markdown',
      folderOf(
        Object.fromEntries(
          rows.map(({ type, id, name, value }) => [
            `${type}/${id}.md`,
            `---\n${JSON.stringify({ title: 'T', ...nested(name, value) })}\n---\nBody`,
          ]),
        ),
      ),
    ),
  json: (rows) => {
    const types = [...new Set(rows.map(({ type }) => type))];
    const fileOf = (type: string): string =>
      rows
        .filter((row) => row.type === type)
        .map(({ id, name, value }) => JSON.stringify({ id, title: 'T', [name]: value }))
        .join('\n');
    return imported('json', folderOf(Object.fromEntries(types.map((type) => [`${type}.ndjson`, fileOf(type)]))));
  },
  csv: (rows) => {
    const cell = (value: Plain): string =>
      value === null ? '' : `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
    const types = [...new Set(rows.map(({ type }) => type))];
    const fileOf = (type: string): string => {
      const own = rows.filter((row) => row.type === type);
      return `id,title,${own[0]?.name}\n${own.map(({ id, value }) => `${id},T,${cell(value)}\n`).join('')}`;
    };
    return imported('csv', folderOf(Object.fromEntries(types.map((type) => [`${type}.csv`, fileOf(type)]))));
  },
  sanity: (rows) =>
    imported(
      'sanity',
      `${folderOf({
        'data.ndjson': rows
          .map(({ type, id, name, value }) => JSON.stringify({ _id: `${type}_${id}`, _type: type, [name]: value }))
          .join('\n'),
      })}/data.ndjson`,
    ),
  contentful: (rows) => {
    const types = [...new Map(rows.map(({ type, name }) => [type, name]))];
    const sys = { publishedVersion: 1, version: 2 };
    const space = {
      contentTypes: types.map(([type, name]) => ({
        sys: { id: type },
        fields: [{ id: name, name, type: 'Object', localized: false }],
      })),
      entries: rows.map(({ type, id, name, value }) => ({
        sys: { ...sys, id: `${type}_${id}`, contentType: { sys: { id: type } } },
        fields: { [name]: { en: value } },
      })),
      locales: [{ code: 'en', default: true }],
    };
    return imported('contentful', `${folderOf({ 'space.json': JSON.stringify(space) })}/space.json`);
  },
  strapi: (rows) => {
    const types = [...new Map(rows.map(({ type, name }) => [type, name]))];
    const uid = (type: string): string => `api::${type}.${type}`;
    const lines = (all: readonly object[]): string => all.map((each) => JSON.stringify(each)).join('\n');
    return imported(
      'strapi',
      folderOf({
        'metadata.json': '{"strapi":{"version":"5.1.0"}}',
        'schemas/schemas_00001.jsonl': lines(
          types.map(([type, name]) => ({
            uid: uid(type),
            modelType: 'contentType',
            options: { draftAndPublish: true },
            attributes: { [name]: { type: 'json' } },
          })),
        ),
        'entities/entities_00001.jsonl': lines(
          rows.map(({ type, id, name, value }, index) => ({
            type: uid(type),
            id: index + 1,
            data: { documentId: `${type}_${id}`, publishedAt: '2024-01-01T00:00:00.000Z', [name]: value },
          })),
        ),
      }),
    );
  },
  directus: (rows) => {
    const types = [...new Map(rows.map(({ type, name }) => [type, name]))];
    return imported(
      'directus',
      folderOf({
        'collections.json': JSON.stringify(types.map(([type]) => ({ collection: type, schema: {}, meta: {} }))),
        'fields.json': JSON.stringify(
          types.flatMap(([type, name]) => [
            { collection: type, field: 'id', type: 'string', schema: { is_primary_key: true } },
            { collection: type, field: name, type: 'json' },
          ]),
        ),
        'relations.json': '[]',
        ...Object.fromEntries(
          types.map(([type]) => [
            `content/${type}.json`,
            JSON.stringify(
              rows.filter((row) => row.type === type).map(({ id, name, value }) => ({ id, [name]: value })),
            ),
          ]),
        ),
      }),
    );
  },
};

/** Systems that publish themselves: an empty field of theirs says nothing. */
const isOfPublisher = (source: string): boolean => ['sanity', 'contentful', 'strapi'].includes(source);
/** Nothing in a table or a record is no doubt where it may be left open, or where the system says that it is published. */
const isUnset = (source: string, { field, value }: Case): boolean =>
  source !== 'markdown' && (value === null || value === '') && (field.mayBeUnset === true || isOfPublisher(source));

describe('a deciding field', () => {
  it.each(Object.keys(sources))(
    'of %s › with an unknown value leaves its item out, and the report has the option that imports it',
    { timeout: 60_000 },
    async (source) => {
      // In `npm test` each source takes a third of the fields, and another third than the source before it.
      const write = sources[source];
      if (write === undefined) throw new Error(`no rows of ${source}`);
      const all = casesOf(source === 'markdown' ? 'pages' : 'records')
        // `published_at` of Strapi is its own, and has a test of its own.
        .filter(({ name }) => source !== 'strapi' || name !== 'publishedat');
      expect(all.length).toBeGreaterThan(200);
      const names = everyOf([...new Set(all.map(({ name }) => name))], 3, Object.keys(sources).indexOf(source));
      const own = all.filter(({ name }) => names.includes(name));
      const result = await write(rowsOf(own));
      const wrong = [...new Set(own.map(({ name }) => name))].flatMap((name) => {
        const type = typeOf(name);
        const cases = own.filter((each) => each.name === name);
        const out = cases.filter((each) => !isUnset(source, each));
        const shown = [SHOWN, ...cases.filter((each) => isUnset(source, each)).map(({ kind }) => idOf(kind))];
        const ids = result.items(type).map(({ id }) => id.replace(/^.*_/, ''));
        const told = result.leftOut(`${type}: items`, new RegExp(`nobody can tell by ${type}\\..*; --with ${type}\\.`));
        const [wanted, found] = [`${shown.sort()} ${out.length}`, `${[...ids].sort()} ${told}`];
        return found === wanted ? [] : [`${name}: ${found}, not ${wanted}`];
      });
      expect(wrong).toEqual([]);
      expect(result.report.leftOut.find(({ private: is }) => is === true)?.example).toMatch(/: \S/);
    },
  );
});
