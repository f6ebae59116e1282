/**
 * The fetcher for Strapi 5: reads the REST API and writes the lines of `strapi export`, each with the links of its row.
 *
 * A row is the published version of a document in one locale. Its dates do not change if another row starts to link to it, or if
 * a linked row is published or unpublished.
 * Elsewhere: queries and lines (strapi-types), finding changed rows (stored-table).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { FILE_TYPE } from '../sources/strapi/project.js';
import { isObject, type Json, listAt, memberAt, numberAt, readMembers, textAt } from '../value/json.js';
import { askJson, type Fetcher, writeJson } from './job.js';
import { findLatest, LINES, type Rows, type Table } from './stored-table.js';
import { StoredTables } from './stored-tables.js';
import { DATES, HINT, idText, pickMembers, StrapiTypes } from './strapi-types.js';

const FILE_MEMBERS = [
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
const pageSize = 100;

/** Sends a request to the REST API. @returns the answer; undefined if its status is one of `missingStatuses` */
type Ask = (path: string, query?: Json, missingStatuses?: readonly number[]) => Promise<Json | undefined>;

/** Writes nested members of a query as Strapi reads them. Brackets are not escaped, since proxies limit addresses to 8 KiB. */
function formatQuery(value: Json, prefix = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${prefix}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([key, member]) => {
    const name = encodeURIComponent(key);
    return formatQuery(member, prefix === '' ? name : `${prefix}[${name}]`);
  });
}

/** @returns the elements of an answer that is a list, or has one as `data` */
const listRows = (answer: Json | undefined): readonly Json[] => listAt({ data: answer ?? [] }, 'data');

export const strapi: Fetcher = {
  input: '',
  async fetch(job) {
    const { server, folder } = job;
    const base = `${server.url.pathname.replace(/\/(?:api\/?)?$/, '')}/api`;
    const ask: Ask = (path, query = {}, missingStatuses = []) =>
      askJson(server, `${base}/${path}?${formatQuery(query).join('&')}`, HINT, missingStatuses);

    const allContentTypes = listAt(await ask('content-type-builder/content-types'), 'data');
    const contentTypes = allContentTypes.filter((json) => textAt(json, 'uid')?.startsWith('api::') === true);
    const components = listAt(await ask('content-type-builder/components'), 'data');
    const schemas = [
      ...contentTypes.map((json) => schemaLine(json, 'contentType')),
      ...components.map((json) => schemaLine(json, 'component')),
    ];
    const types = new StrapiTypes(schemas);
    const locales = listRows(await ask('i18n/locales'));
    const localeCodes = locales.flatMap((locale) => textAt(locale, 'code') ?? []);
    const defaultLocale = locales.find((locale) => memberAt(locale, 'isDefault') === true);
    const defaultCode = textAt(defaultLocale, 'code') ?? 'en';
    const localeLines = localeCodes.map((code, id): Json => ({ type: 'plugin::i18n.locale', id, data: { code } }));
    await writeJson(folder, 'metadata.json', { strapi: { version: '5.0.0' } });
    await writeJson(folder, 'schemas/project.jsonl', ...schemas);
    await writeJson(folder, 'configuration/project.jsonl', {
      value: { key: 'plugin_i18n_default_locale', value: defaultCode },
    });
    await writeJson(folder, 'entities/project.jsonl', ...(await readPublicRole(ask)), ...localeLines);

    const tables = new StoredTables(job, [schemas, locales]);
    for (const contentType of contentTypes) {
      const uid = textAt(contentType, 'uid') ?? '';
      await tables.addTable(uid, contentTable(ask, types, contentType, uid, localeCodes));
    }
    await tables.addTable(FILE_TYPE, fileTable(ask));
    return tables.write((from, to) => types.hasLinks(from, to));
  },
};

/** @param json a content type or a component of the API. @returns its schema as a line of an export */
function schemaLine(json: Json, modelType: 'contentType' | 'component'): Json {
  const options = memberAt(json, 'schema') ?? {};
  return {
    uid: memberAt(json, 'uid') ?? '',
    modelType,
    options,
    pluginOptions: memberAt(options, 'pluginOptions') ?? {},
    attributes: memberAt(options, 'attributes') ?? {},
  };
}

/** @throws OperationError if the uid cannot be a part of a file's name */
function contentTable(
  ask: Ask,
  types: StrapiTypes,
  contentType: Json,
  uid: string,
  localeCodes: readonly string[],
): Table {
  if (!/^api::[\w.-]+$/.test(uid)) throw new OperationError(`${JSON.stringify(uid)} is no name of a type. ${HINT}`);
  const isSingle = textAt(contentType, 'schema', 'kind') === 'singleType';
  const resource = textAt(contentType, 'schema', isSingle ? 'singularName' : 'pluralName') ?? '';
  const isLocalized = types.schemas.get(uid)?.localized === true;
  const localeQueries: readonly { readonly locale?: string }[] = isLocalized
    ? localeCodes.map((locale) => ({ locale }))
    : [{}];

  async function* readRows(query: Readonly<Record<string, Json>>): Rows {
    for (const localeQuery of localeQueries) {
      let pageCount = 1;
      for (let page = 1; page <= pageCount; page += 1) {
        const paging = isSingle ? {} : { pagination: { page, pageSize }, sort: ['documentId'] };
        const answer = await ask(resource, { ...localeQuery, ...paging, ...query }, isSingle ? [404] : []);
        const data = memberAt(answer, 'data');
        const rows = isObject(data) ? [data] : listAt(answer, 'data');
        for (const row of rows) yield types.createEntity(uid, row);
        pageCount = numberAt(answer, 'meta', 'pagination', 'pageCount') ?? 1;
      }
    }
  }

  /** @returns the number of rows in all locales; NaN if the server does not give it */
  async function countRows(): Promise<number> {
    const query = { fields: DATES, pagination: { pageSize: 1 } };
    const answers = await Promise.all(localeQueries.map((localeQuery) => ask(resource, { ...localeQuery, ...query })));
    let count = 0;
    for (const answer of answers) count += numberAt(answer, 'meta', 'pagination', 'total') ?? Number.NaN;
    return count;
  }

  const changedSince = (time: string): Json => ({ $or: DATES.map((date) => ({ [date]: { $gte: time } })) });
  const changes: Table['changes'] = {
    count: countRows,
    heads: (since) => readRows({ fields: DATES, ...(since !== undefined && { filters: changedSince(since) }) }),
  };
  return {
    path: `entities/${uid.replace('::', '.')}.jsonl`,
    form: LINES,
    key: idText,
    stamp: (row) => findLatest(memberAt(row, 'data'), DATES),
    links: (row) => memberAt(row, 'links'),
    rows: (keys) => {
      const documentIds = keys?.map((key) => key.split(':')[0] ?? '');
      return readRows({
        populate: types.populate(uid),
        ...(documentIds && { filters: { documentId: { $in: [...new Set(documentIds)] } } }),
      });
    },
    ...(!isSingle && { changes }),
  };
}

/** The table of uploaded files; Strapi has no date of change for them. */
const fileTable = (ask: Ask): Table => ({
  path: 'entities/plugin.upload.file.jsonl',
  form: LINES,
  key: idText,
  stamp: () => '',
  async *rows() {
    for (const file of listRows(await ask('upload/files', { fields: FILE_MEMBERS })))
      yield { type: FILE_TYPE, id: idText(file), data: pickMembers(file, ['documentId', ...FILE_MEMBERS]) };
  },
});

/** @returns the role of visitors and its permissions, as lines of an export */
async function readPublicRole(ask: Ask): Promise<readonly Json[]> {
  const roles = listAt(await ask('users-permissions/roles'), 'roles');
  const publicRole = roles.find((role) => textAt(role, 'type') === 'public');
  const roleId = idText(publicRole ?? null);
  if (!/^\d+$/.test(roleId)) throw new OperationError(`the server names no public role. ${HINT}`);
  const apis = readMembers(memberAt(await ask(`users-permissions/roles/${roleId}`), 'role', 'permissions'));
  const permissions: Json[] = [];
  for (const [api, apiPermissions] of apis)
    for (const [controller, actions] of readMembers(memberAt(apiPermissions, 'controllers')))
      for (const [action, permission] of readMembers(actions)) {
        if (memberAt(permission, 'enabled') !== true) continue;
        const id = permissions.length;
        const link = {
          left: { type: PERMISSION, field: 'role', ref: id },
          right: { type: ROLE, ref: roleId },
        };
        permissions.push({ type: PERMISSION, id, data: { action: `${api}.${controller}.${action}` }, links: [link] });
      }
  return [{ type: ROLE, id: roleId, data: { type: 'public' } }, ...permissions];
}
