/**
 * The SQLite tables and indexes that a good engineer would create for this content and these queries.
 *
 * Narrow rows have the filtered and sorted fields; long texts and rendered items are in separate tables. Each field has
 * an index, some query classes have a composite index, and each searched text has a trigram index.
 */
import {
  type AttributeField,
  type ContentModel,
  type ContentType,
  isAttribute,
  linkCountName,
  type RelationshipField,
} from '../../../src/content/model/index.js';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const jsonTable = (type: string): string => quoted(`${type}#json`);
/** A long text: `(rowid, value)`. */
export const textTable = (type: string, field: string): string => quoted(`${type}#${field}`);
export const trigramTable = (type: string, field: string): string => quoted(`${type}#${field}#trigrams`);
/** A to-many relationship: `(source, position, target)`. */
export const linkTable = (type: string, field: string): string => quoted(`${type}#${field}#links`);
export const reversedColumn = (field: string): string => quoted(`${field}#reversed`);

/** Texts that are too long for the row. */
export const isLong = (field: AttributeField): boolean => field.type === 'textMultiline' || field.type === 'markdown';

/** Fields that are searched by suffix or by substring, as `type/field`. */
const REVERSED: ReadonlySet<string> = new Set(['article/title']);
const SEARCHED: ReadonlySet<string> = new Set(['article/title', 'article/summary', 'document/body']);

export const isReversed = (type: string, field: string): boolean => REVERSED.has(`${type}/${field}`);
export const isSearched = (type: string, field: string): boolean => SEARCHED.has(`${type}/${field}`);

/** Columns of composite indexes, by the class of queries that wants them. */
const COMPOSITE: readonly (readonly [type: string, ...columns: readonly string[]])[] = [
  // Equality, sorted by another field.
  ['article', '"genre"', '"published" DESC'],
  // AND of three: the page in order, testing the third in the index; and the count.
  ['article', '"genre"', '"active"', '"published" DESC', '"price"'],
  ['article', '"genre"', '"active"', '"price"'],
  // Range AND OR-group: everything it tests, in the index.
  ['article', '"price"', '"genre"', '"featured"'],
  // Nested groups.
  ['article', '"genre"', '"stock"', '"published"'],
  ['article', '"featured"', '"price"', '"published"', '"genre"'],
  // Sorting by three fields; a descending key keeps the export's order among equals only in a descending index.
  ['article', '"genre"', '"price" DESC', '"published"'],
  ['article', '"stock" DESC', '"title"', '"price" DESC'],
  // A filtered and sorted page far behind.
  ['article', '"active"', '"published" DESC'],
  // Sorting by the number of links downwards, and the same with an equality.
  ['article', '"tags._count" DESC'],
  ['article', '"genre"', '"tags._count" DESC'],
  ['article', '"genre"', '"tags._count"'],
  // Sorting by one field downwards, and upwards with the unpopulated last.
  ['article', '"published" DESC'],
  ['article', '"stock" IS NULL', '"stock"'],
];

/** @returns the statements that make the empty tables */
export function tablesOf(model: ContentModel): string[] {
  return [...model.contentTypes.values()].flatMap((type) => [
    `CREATE TABLE ${quoted(type.name)} (rowid INTEGER PRIMARY KEY, ${columnsOf(type).join(', ')})`,
    `CREATE TABLE ${jsonTable(type.name)} (rowid INTEGER PRIMARY KEY, json TEXT NOT NULL)`,
    ...type.attributes
      .filter(isLong)
      .map((field) => `CREATE TABLE ${textTable(type.name, field.name)} (rowid INTEGER PRIMARY KEY, value TEXT)`),
    ...type.relationships
      .filter((field) => field.many)
      .map(
        (field) =>
          `CREATE TABLE ${linkTable(type.name, field.name)} (source INTEGER, position INTEGER, target INTEGER, PRIMARY KEY (source, position)) WITHOUT ROWID`,
      ),
  ]);
}

/** @returns the fields that are columns of the type's own table */
export const columnFields = (type: ContentType): readonly (AttributeField | RelationshipField)[] =>
  type.fields.filter((field) => (isAttribute(field) ? !isLong(field) : !field.many));

/** @returns the relationships whose number of links is a column, after the columns of the fields */
export const countedLinks = (type: ContentType): readonly RelationshipField[] =>
  type.relationships.filter(({ many }) => many);

function columnsOf(type: ContentType): string[] {
  return [
    'id TEXT NOT NULL',
    ...columnFields(type).flatMap((field) => {
      const column = `${quoted(field.name)} ${field.type === 'text' || field.type === 'select' ? 'TEXT' : 'INTEGER'}`;
      return isReversed(type.name, field.name) ? [column, `${reversedColumn(field.name)} TEXT`] : [column];
    }),
    ...countedLinks(type).map(({ name }) => `${quoted(linkCountName(name))} INTEGER NOT NULL`),
  ];
}

/** @returns the statements that index the filled tables */
export function indexesOf(model: ContentModel): string[] {
  let count = 0;
  const index = (table: string, columns: string, unique = ''): string => {
    count += 1;
    return `CREATE ${unique}INDEX index${count} ON ${table} (${columns})`;
  };
  const statements = [...model.contentTypes.values()].flatMap((type) => [
    index(quoted(type.name), 'id', 'UNIQUE '),
    ...columnFields(type).map((field) => index(quoted(type.name), quoted(field.name))),
    ...countedLinks(type).map(({ name }) => index(quoted(type.name), quoted(linkCountName(name)))),
    ...type.attributes
      .filter((field) => isReversed(type.name, field.name))
      .map((field) => index(quoted(type.name), reversedColumn(field.name))),
    ...type.relationships
      .filter((field) => field.many)
      .map((field) => index(linkTable(type.name, field.name), 'target, source')),
    ...type.attributes.filter((field) => isSearched(type.name, field.name)).flatMap((field) => trigrams(type, field)),
  ]);
  const composite = COMPOSITE.map(([type, ...columns]) => index(quoted(type), columns.join(', ')));
  return [...statements, ...composite, 'ANALYZE'];
}

/** A trigram index over the text in its table, so that the text is stored once. */
function trigrams(type: ContentType, field: AttributeField): string[] {
  const name = trigramTable(type.name, field.name);
  const content = isLong(field) ? `${type.name}#${field.name}` : type.name;
  const column = isLong(field) ? 'value' : quoted(field.name);
  return [
    `CREATE VIRTUAL TABLE ${name} USING fts5(${column}, content='${content}', content_rowid='rowid', tokenize='trigram case_sensitive 1')`,
    `INSERT INTO ${name}(${name}) VALUES ('rebuild')`,
    `INSERT INTO ${name}(${name}) VALUES ('optimize')`,
  ];
}
