/**
 * Strapi 5 by its REST API: the lines that `strapi export` writes, each with the links of its row.
 *
 * A row is the published version of a document in one locale. Its dates do not change if another row starts to link to it, or if
 * a linked row is published or unpublished.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { findHiddenReason } from '../sources/strapi/content-types.js';
import { type Attribute, FILE_TYPE, readSchema, type Schema, systemAttributes } from '../sources/strapi/project.js';
import { isObject, type Json, listAt, memberAt, numberAt, readMembers, textAt } from '../value/json.js';
import { askJson, type Fetcher, writeJson } from './job.js';
import { KeptTables, LINES, latest, type Rows } from './rows.js';

const HINT = 'Give the address of Strapi 5, and an API token with full access: only that sees what visitors may read.';
const DATES = ['updatedAt', 'publishedAt'] as const;
const OF_ROWS = ['documentId', 'locale', 'createdAt', ...DATES] as const;
const OF_FILES = [
  'name',
  'alternativeText',
  'caption',
  'width',
  'height',
  'mime',
  'size',
  'url',
  'createdAt',
  'updatedAt',
];
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

const keyOf = (raw: Json): string => {
  const [id, locale] = [textAt(raw, 'documentId'), textAt(raw, 'locale')];
  if (id === undefined) throw new OperationError(`a row has no documentId. ${HINT}`);
  return locale === undefined ? id : `${id}:${locale}`;
};
const idOf = (row: Json): string => String(memberAt(row, 'id') ?? '');
const picked = (raw: Json, names: readonly string[]): Json =>
  Object.fromEntries(
    names.flatMap((name) => (memberAt(raw, name) == null ? [] : [[name, memberAt(raw, name) ?? null]])),
  );

/** Writes nested members of a query as Strapi reads them. Brackets are not escaped, since proxies limit addresses to 8 KiB. */
const queryOf = (value: Json, under = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => {
        const part = encodeURIComponent(key);
        return queryOf(inner, under === '' ? part : `${under}[${part}]`);
      })
    : [`${under}=${encodeURIComponent(String(value))}`];

class Types {
  readonly schemas: ReadonlyMap<string, Schema>;

  constructor(schemas: readonly Json[]) {
    this.schemas = new Map(schemas.map((json) => [textAt(json, 'uid') ?? '', readSchema(json)]));
  }

  #shown(uid: string): readonly Attribute[] {
    const all = this.schemas.get(uid)?.attributes ?? [];
    return all.filter((each) => !systemAttributes.has(each.name) && findHiddenReason(each) === undefined);
  }

  /** The `populate` member of a query: components with their values, and of linked rows only their identity. */
  populate(uid: string, above: readonly string[] = []): Json {
    const inner = (part: string): Json => {
      const more = above.includes(part) ? {} : this.populate(part, [...above, part]);
      return readMembers(more).length === 0 ? true : { populate: more };
    };
    const asked = this.#shown(uid).map(({ name, type, json }): [string, Json] => {
      const target = this.schemas.get(textAt(json, 'target') ?? '');
      const parts = listAt(json, 'components').map(String);
      if (type === 'media') return [name, { fields: ['name'] }];
      if (type === 'relation') return [name, { fields: [target?.localized === true ? 'locale' : 'createdAt'] }];
      if (type === 'component') return [name, inner(textAt(json, 'component') ?? '')];
      return [
        name,
        type === 'dynamiczone' ? { on: Object.fromEntries(parts.map((part) => [part, inner(part)])) } : null,
      ];
    });
    return Object.fromEntries(asked.filter(([, what]) => what !== null));
  }

  /** A row as an export has it. */
  entity(uid: string, raw: Json): Json {
    const links: Json[] = [];
    const data = { ...this.#data(uid, raw, keyOf(raw), links) };
    return { type: uid, id: keyOf(raw), data: Object.assign(data, picked(raw, OF_ROWS)), links };
  }

  #data(uid: string, raw: Json, ref: string, links: Json[]): Readonly<Record<string, Json>> {
    const valueIn = ({ name, type, json }: Attribute, value: Json): Json => {
      const parts = Array.isArray(value) ? listAt(raw, name) : isObject(value) ? [value] : [];
      if (type === 'media' || type === 'relation') {
        const to = type === 'media' ? FILE_TYPE : (textAt(json, 'target') ?? '');
        for (const [pos, part] of parts.entries())
          links.push({
            left: { type: uid, field: name, ref },
            right: { type: to, ref: type === 'media' ? idOf(part) : keyOf(part), pos },
          });
        return null;
      }
      if (type !== 'component' && type !== 'dynamiczone') return value;
      const inner = parts.map((part, index): Json => {
        const [id, told] = [`${ref}/${name}/${index}`, picked(part, ['__component'])];
        const component = textAt(told, '__component') ?? textAt(json, 'component') ?? '';
        return { id, ...this.#data(component, part, id, links), ...Object.fromEntries(readMembers(told)) };
      });
      return Array.isArray(value) ? inner : (inner[0] ?? null);
    };
    return Object.fromEntries(
      this.#shown(uid).flatMap((attribute) => {
        const value = memberAt(raw, attribute.name);
        return value === undefined ? [] : [[attribute.name, valueIn(attribute, value)]];
      }),
    );
  }

  /** Whether rows of a type lead to another, also in components. */
  leads(from: string, to: string, seen: readonly string[] = []): boolean {
    if (seen.includes(from)) return false;
    return this.#shown(from).some(({ type, json }) => {
      const inner = [memberAt(json, 'component') ?? '', ...listAt(json, 'components')];
      return (
        (textAt(json, 'target') ?? (type === 'media' ? FILE_TYPE : '')) === to ||
        inner.some((each) => this.leads(String(each), to, [...seen, from]))
      );
    });
  }
}

export const strapi: Fetcher = {
  input: '',
  async fetch(job) {
    const { server, folder } = job;
    const base = `${server.url.pathname.replace(/\/(?:api\/?)?$/, '')}/api`;
    const ask = (path: string, query: Json = {}, none: readonly number[] = []): Promise<Json | undefined> =>
      askJson(server, `${base}/${path}?${queryOf(query).join('&')}`, HINT, none);
    const all = async (path: string): Promise<readonly Json[]> => listAt({ data: (await ask(path)) ?? [] }, 'data');

    const content = listAt(await ask('content-type-builder/content-types'), 'data').filter(
      (each) => textAt(each, 'uid')?.startsWith('api::') === true,
    );
    const components = listAt(await ask('content-type-builder/components'), 'data');
    const schemas = [...content, ...components].map((each): Json => {
      const [uid, options] = [memberAt(each, 'uid') ?? '', memberAt(each, 'schema') ?? {}];
      const modelType = content.includes(each) ? 'contentType' : 'component';
      return {
        uid,
        modelType,
        options,
        pluginOptions: memberAt(options, 'pluginOptions') ?? {},
        attributes: memberAt(options, 'attributes') ?? {},
      };
    });
    const types = new Types(schemas);
    const locales = await all('i18n/locales');
    const codes = locales.flatMap((each) => textAt(each, 'code') ?? []);
    const main =
      textAt(
        locales.find((each) => memberAt(each, 'isDefault') === true),
        'code',
      ) ?? 'en';
    const told = codes.map((code, id): Json => ({ type: 'plugin::i18n.locale', id, data: { code } }));
    await writeJson(folder, 'metadata.json', { strapi: { version: '5.0.0' } });
    await writeJson(folder, 'schemas/project.jsonl', ...schemas);
    await writeJson(folder, 'configuration/project.jsonl', {
      value: { key: 'plugin_i18n_default_locale', value: main },
    });
    await writeJson(folder, 'entities/project.jsonl', ...(await publicRole(ask)), ...told);

    const tables = new KeptTables(job, [schemas, locales]);
    for (const json of content) {
      const uid = textAt(json, 'uid') ?? '';
      if (!/^api::[\w.-]+$/.test(uid)) throw new OperationError(`${JSON.stringify(uid)} is no name of a type. ${HINT}`);
      const isSingle = textAt(json, 'schema', 'kind') === 'singleType';
      const place = textAt(json, 'schema', isSingle ? 'singularName' : 'pluralName') ?? '';
      const own = types.schemas.get(uid)?.localized === true ? codes.map((locale) => ({ locale })) : [{}];
      const asked = async function* (query: { readonly [name: string]: Json }): Rows {
        for (const locale of own) {
          for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
            const paged = isSingle ? {} : { pagination: { page, pageSize: 100 }, sort: ['documentId'] };
            const answer = await ask(place, { ...locale, ...paged, ...query }, isSingle ? [404] : []);
            const data = memberAt(answer, 'data');
            for (const raw of isObject(data) ? [data] : listAt(answer, 'data')) yield types.entity(uid, raw);
            pages = numberAt(answer, 'meta', 'pagination', 'pageCount') ?? 1;
          }
        }
      };
      const count = async (): Promise<number> => {
        const query = { fields: DATES, pagination: { pageSize: 1 } };
        const answers = await Promise.all(own.map((locale) => ask(place, { ...locale, ...query })));
        return answers.reduce(
          (sum: number, each) => sum + (numberAt(each, 'meta', 'pagination', 'total') ?? Number.NaN),
          0,
        );
      };
      const since = (moment: string): Json => ({ $or: DATES.map((date) => ({ [date]: { $gte: moment } })) });
      await tables.look(uid, {
        path: `entities/${uid.replace('::', '.')}.jsonl`,
        form: LINES,
        key: idOf,
        stamp: (row) => latest(memberAt(row, 'data'), DATES),
        links: (row) => memberAt(row, 'links'),
        rows: (keys) => {
          const ids = keys?.map((key) => key.split(':')[0] ?? '');
          return asked({
            populate: types.populate(uid),
            ...(ids && { filters: { documentId: { $in: [...new Set(ids)] } } }),
          });
        },
        ...(!isSingle && {
          changes: {
            count,
            heads: (moment) => asked({ fields: DATES, ...(moment !== undefined && { filters: since(moment) }) }),
          },
        }),
      });
    }
    await tables.look(FILE_TYPE, {
      path: 'entities/plugin.upload.file.jsonl',
      form: LINES,
      key: idOf,
      stamp: () => '',
      async *rows() {
        for (const file of listAt({ data: (await ask('upload/files', { fields: OF_FILES })) ?? [] }, 'data'))
          yield { type: FILE_TYPE, id: idOf(file), data: picked(file, ['documentId', ...OF_FILES]) };
      },
    });
    return tables.write((from, to) => types.leads(from, to));
  },
};

/** What visitors may read, as lines of an export. */
async function publicRole(ask: (path: string) => Promise<Json | undefined>): Promise<readonly Json[]> {
  const role = listAt(await ask('users-permissions/roles'), 'roles').find((each) => textAt(each, 'type') === 'public');
  const id = idOf(role ?? null);
  if (!/^\d+$/.test(id)) throw new OperationError(`the server names no public role. ${HINT}`);
  const apis = readMembers(memberAt(await ask(`users-permissions/roles/${id}`), 'role', 'permissions'));
  const controllers = apis.flatMap(([api, inner]) =>
    readMembers(memberAt(inner, 'controllers')).map(([name, actions]) => [`${api}.${name}`, actions] as const),
  );
  const granted = controllers.flatMap(([name, actions]) =>
    readMembers(actions).flatMap(([action, how]) => (memberAt(how, 'enabled') === true ? [`${name}.${action}`] : [])),
  );
  const permissions = granted.map((action, ref): Json => {
    const link = { left: { type: PERMISSION, field: 'role', ref }, right: { type: ROLE, ref: id } };
    return { type: PERMISSION, id: ref, data: { action }, links: [link] };
  });
  return [{ type: ROLE, id, data: { type: 'public' } }, ...permissions];
}
