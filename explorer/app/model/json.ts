/**
 * JSON that has come over the wire: looked at, never trusted to have a shape.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, key: string): JsonObject => {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
};

export const textAt = (value: unknown, key: string): string => {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : '';
};

export const numberAt = (value: unknown, key: string): number | undefined => {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'number' ? member : undefined;
};

export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const member = isObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
};
