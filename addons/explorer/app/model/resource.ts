/**
 * JSON:API documents, read from untrusted JSON. A missing or malformed member becomes an empty value, never an error.
 */

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface Linkage {
  /** Related items in their order; at most one for a to-one relationship. */
  readonly data: readonly Identifier[];
  /** Number of all related items of a to-many relationship. */
  readonly total: number | undefined;
}

export interface Resource extends Identifier {
  readonly attributes: JsonObject;
  readonly relationships: ReadonlyMap<string, Linkage>;
  readonly meta: JsonObject;
}

export interface Document {
  /** `list` may be empty; `none` is a to-one relationship without an item; `links` is the root. */
  readonly kind: 'list' | 'item' | 'none' | 'links' | 'errors';
  readonly data: readonly Resource[];
  readonly included: readonly Resource[];
  readonly total: number | undefined;
  readonly meta: JsonObject;
  readonly errors: readonly JsonObject[];
}

const readIdentifier = (value: unknown): Identifier => ({ type: readText(value, 'type'), id: readText(value, 'id') });

/** @returns the members of primary data or linkage, which is a list, one object, or null */
function listData(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return isObject(data) ? [data] : [];
}

function readLinkage(value: unknown): Linkage {
  return {
    data: listData(readMember(value, 'data')).map(readIdentifier),
    total: readNumber(readObject(value, 'meta'), 'total'),
  };
}

const readResource = (value: unknown): Resource => ({
  ...readIdentifier(value),
  attributes: readObject(value, 'attributes'),
  relationships: new Map(
    Object.entries(readObject(value, 'relationships')).map(([name, member]) => [name, readLinkage(member)]),
  ),
  meta: readObject(value, 'meta'),
});

export function readDocument(value: unknown): Document {
  const data = readMember(value, 'data');
  const errors = readList(value, 'errors').filter(isObject);
  const meta = readObject(value, 'meta');
  return {
    kind: errors.length > 0 ? 'errors' : kindOfData(data),
    data: listData(data).map(readResource),
    included: readList(value, 'included').map(readResource),
    total: readNumber(meta, 'total'),
    meta,
    errors,
  };
}

function kindOfData(data: unknown): Document['kind'] {
  if (Array.isArray(data)) return 'list';
  if (isObject(data)) return 'item';
  return data === null ? 'none' : 'links';
}

export const resourceKey = ({ type, id }: Identifier): string => `${type}/${id}`;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readMember = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

export const readObject = (value: unknown, key: string): JsonObject => {
  const member = readMember(value, key);
  return isObject(member) ? member : {};
};

export const readText = (value: unknown, key: string): string => {
  const member = readMember(value, key);
  return typeof member === 'string' ? member : '';
};

export const readNumber = (value: unknown, key: string): number | undefined => {
  const member = readMember(value, key);
  return typeof member === 'number' ? member : undefined;
};

export const readList = (value: unknown, key: string): readonly unknown[] => {
  const member = readMember(value, key);
  return Array.isArray(member) ? member : [];
};
