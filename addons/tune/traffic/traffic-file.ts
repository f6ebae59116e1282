/**
 * The traffic file: a MessagePack map, compressed with gzip. The checksum of gzip detects truncation and damage.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack, unpack } from 'msgpackr';
import { OperationError, reasonOf } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Slot, Template } from './template.js';
import type { DistinctRequest, Traffic } from './traffic.js';

const KIND = 'stele-traffic';
const VERSION = 1;

/** @returns the bytes of the file, the same for the same traffic */
export function encodeTraffic({ values, startMs, templates, distinct, requests, atMs }: Traffic): Buffer {
  const packed = pack({
    kind: KIND,
    version: VERSION,
    values,
    startMs: startMs ?? null,
    templates: templates.map(({ type, literals, slots }) => ({
      type: type ?? null,
      literals,
      slots: slots.map(({ kind, fields }) => [kind, ...fields]),
    })),
    distinct: distinct.map(({ template, values: held }) => [template, ...held]),
    requests: writeLittleEndian(requests),
    gapsMs: writeLittleEndian(atMs.map((at, place) => at - (place === 0 ? 0 : (atMs[place - 1] ?? 0)))),
  });
  return gzipSync(packed, { level: 6 });
}

/** @returns the integers as little-endian bytes on any machine */
function writeLittleEndian(values: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}

/**
 * @param name name of the file, for messages
 * @throws OperationError if the bytes are not a complete traffic file of this version
 */
export function decodeTraffic(bytes: Buffer, name: string): Traffic {
  const content = unpackFile(bytes, name);
  if (!isRecord(content) || content['kind'] !== KIND) {
    throw new OperationError(`${name} is not a traffic file. Make one with "stele log import".`);
  }
  if (content['version'] !== VERSION) {
    const foundVersion = String(content['version']);
    throw new OperationError(
      `${name} is a traffic file of version ${foundVersion}; this program reads version ${VERSION}. Make it again with "stele log import".`,
    );
  }
  const traffic = readTrafficContent(content);
  if (traffic !== undefined) return traffic;
  throw new OperationError(`${name} is damaged: its parts do not fit together. Make it again with "stele log import".`);
}

function unpackFile(bytes: Buffer, name: string): unknown {
  try {
    return unpack(gunzipSync(bytes));
  } catch (error) {
    throw new OperationError(
      `${name} is not a complete traffic file: ${reasonOf(error)}. Make it again with "stele log import", and copy all of it.`,
    );
  }
}

/** @returns undefined if a part is missing, has a wrong form, or refers to a missing part */
function readTrafficContent(content: Record<string, unknown>): Traffic | undefined {
  const { values, startMs } = content;
  if (values !== 'kept' && values !== 'hashed') return undefined;
  if (startMs !== null && typeof startMs !== 'number') return undefined;
  const templates = readList(content['templates'], readTemplate);
  if (templates === undefined) return undefined;
  const distinct = readList(content['distinct'], (entry) => readDistinctRequest(entry, templates));
  const requests = readIntegers(content['requests']);
  const gaps = readIntegers(content['gapsMs']);
  if (distinct === undefined || requests === undefined || gaps?.length !== requests.length) return undefined;
  if (requests.some((place) => place >= distinct.length)) return undefined;
  let at = 0;
  const atMs = gaps.map((gap) => {
    at += gap;
    return at;
  });
  return { values, startMs: startMs ?? undefined, templates, distinct, requests, atMs };
}

/** @returns the list of read values; undefined if the value is not a list, or an entry cannot be read */
function readList<Value>(list: unknown, readEntry: (entry: unknown) => Value | undefined): Value[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries: Value[] = [];
  for (const entry of list) {
    const value = readEntry(entry);
    if (value === undefined) return undefined;
    entries.push(value);
  }
  return entries;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readTemplate(entry: unknown): Template | undefined {
  if (!isRecord(entry)) return undefined;
  const literals = readList(entry['literals'], (text) => (isText(text) ? text : undefined));
  const slots = readList(entry['slots'], readSlot);
  const type = entry['type'];
  if (literals?.length !== (slots?.length ?? -2) + 1 || slots === undefined) return undefined;
  if (type !== null && !isText(type)) return undefined;
  return { type: type ?? undefined, literals, slots };
}

function readSlot(entry: unknown): Slot | undefined {
  const [kind, ...fields] = readList(entry, (text) => (isText(text) ? text : undefined)) ?? [];
  switch (kind) {
    case 'id':
    case 'value':
    case 'part':
    case 'words':
    case 'plain':
      return { kind, fields };
    default:
      return undefined;
  }
}

function readDistinctRequest(entry: unknown, templates: readonly Template[]): DistinctRequest | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [template, ...values]: unknown[] = entry;
  if (typeof template !== 'number' || values.length !== templates[template]?.slots.length) return undefined;
  const texts = readList(values, (value) => (isText(value) ? value : undefined));
  return texts === undefined ? undefined : { template, values: texts };
}

function readIntegers(bytes: unknown): Uint32Array | undefined {
  if (!Buffer.isBuffer(bytes) || bytes.length % 4 !== 0) return undefined;
  return Uint32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32LE(place * 4));
}
