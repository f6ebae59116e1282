/**
 * Values that a database or a program wraps in JSON: `{"$date": …}` of MongoDB, `{"_seconds": …}` of Firestore, `{"BOOL": true}` of
 * DynamoDB, times of PHP, bits of MySQL; and JSON in a cell of a table.
 *
 * Elsewhere: judging the value inside (judge).
 */
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../../value/json.js';

/** Members that are the only one of their object, and hold its value. */
const onlyMembers: ReadonlySet<string> = new Set(['$date', '$numberLong', '$numberInt', 'BOOL', 'S', 'N', 'NULL']);

/** @returns the value inside; the value itself if it is not wrapped */
export function unwrapValue(value: Json): Json {
  const content = typeof value === 'string' ? parseCell(value) : value;
  return isObject(content) ? unwrapObject(content) : content;
}

function unwrapObject(object: JsonObject): Json {
  const [first, ...others] = Object.entries(object);
  if (first === undefined) return object;
  const [name, inner] = first;
  if (others.length === 0 && onlyMembers.has(name)) {
    if (name === 'NULL') return null;
    const isEpoch = name === '$numberLong' || name === '$numberInt' || name === 'N';
    return isEpoch && typeof inner === 'string' ? Number(inner) : unwrapValue(inner);
  }
  const { date, timezone, type, data } = object;
  if (typeof date === 'string' && typeof timezone === 'string' && 'timezone_type' in object)
    return `${date.replace(/\.\d+$/, '')} ${timezone}`;
  const seconds = object['_seconds'] ?? (others.length > 0 && 'nanoseconds' in object ? object['seconds'] : undefined);
  if (typeof seconds === 'number') return seconds * 1000;
  if (type === 'Buffer' && isList(data) && data.length === 1) return data[0] ?? object;
  return object;
}

/** @returns the JSON in a cell; the text itself if it is none */
function parseCell(text: string): Json {
  if (!/^\s*(?:\[.*\]|\{.*\})\s*$/s.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
