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

function readLinkage(value: unknown): Linkage {
  const data = isObject(value) ? value['data'] : undefined;
  const list = Array.isArray(data) ? data : isObject(data) ? [data] : [];
  return { data: list.map(readIdentifier), total: readNumber(readObject(value, 'meta'), 'total') };
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
  const data = isObject(value) ? value['data'] : undefined;
  const errors = readList(value, 'errors').filter(isObject);
  const meta = readObject(value, 'meta');
  const isErrors = errors.length > 0;
  const kind = isErrors
    ? 'errors'
    : Array.isArray(data)
      ? 'list'
      : isObject(data)
        ? 'item'
        : data === null
          ? 'none'
          : 'links';
  return {
    kind,
    data: (Array.isArray(data) ? data : isObject(data) ? [data] : []).map(readResource),
    included: readList(value, 'included').map(readResource),
    total: readNumber(meta, 'total'),
    meta,
    errors,
  };
}

export const resourceKey = ({ type, id }: Identifier): string => `${type}/${id}`;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readObject = (value: unknown, key: string): JsonObject => {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
};

export const readText = (value: unknown, key: string): string => {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : '';
};

export const readNumber = (value: unknown, key: string): number | undefined => {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'number' ? member : undefined;
};

export const readList = (value: unknown, key: string): readonly unknown[] => {
  const member = isObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
};
