/**
 * The manifest: requirements on its content besides the hash.
 */
import { describe, expect, it } from 'vitest';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import { contentModel, contentType, DEFAULT_CHOICES } from '../../../src/content/model/index.js';
import { decodeManifest, encodeManifest, type Manifest, manifestId } from '../../../src/index/snapshot/index.js';

const segment = {
  kind: 'type',
  name: 'book',
  file: `book-${'0'.repeat(16)}.segment`,
  byteLength: 5,
  sha256: '0'.repeat(64),
  headerCrc32: 7,
};
const manifest: Manifest = {
  model: contentModel('shop', [contentType('book', [{ name: 'title', type: 'text' }])]),
  choices: DEFAULT_CHOICES,
  segments: [segment],
};
const content: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(encodeManifest(manifest)).toString());

function decode(value: unknown): Manifest {
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return decodeManifest(bytes, manifestId(bytes));
}

describe('decodeManifest', () => {
  it('an encoded manifest › is decoded unchanged', () => {
    const read = decode(content);
    expect(read.segments).toEqual(manifest.segments);
    expect([...read.model.contentTypes.keys()]).toEqual(['book']);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'x', 'expected JSON'],
    ['another value', [], 'expected a stele manifest'],
    ['another format', { ...content, format: 'other' }, 'expected a stele manifest'],
    ['a version that is no number', { ...content, version: '2' }, 'expected a format version'],
    ['a version that is no integer', { ...content, version: 2.5 }, 'expected a format version'],
    ['no model', { ...content, model: {} }, 'expected a content model'],
    ['no segments', { ...content, segments: undefined }, 'expected a list of segments'],
    ...[
      null,
      ...Object.keys(segment).map((key) => ({ ...segment, [key]: null })),
      { ...segment, file: '../x.segment' },
      { ...segment, sha256: '0' },
      ...[-1, 0.5, 2 ** 53].map((byteLength) => ({ ...segment, byteLength })),
      ...[-1, 0.5, 2 ** 32].map((headerCrc32) => ({ ...segment, headerCrc32 })),
    ].map((entry): [string, unknown, string] => [
      `a segment ${JSON.stringify(entry)}`,
      { ...content, segments: [segment, entry] },
      'expected segments with file, length and hash',
    ]),
    ['a file twice', { ...content, segments: [segment, segment] }, 'expected each file once'],
    [
      'lengths whose sum is none',
      {
        ...content,
        segments: [1, 2].map((digit) => ({
          ...segment,
          file: `book-${String(digit).repeat(16)}.segment`,
          byteLength: Number.MAX_SAFE_INTEGER,
        })),
      },
      'expected lengths that add up',
    ],
  ])('%s › is damage, named by the expected content', (_, value, words) => {
    expect(() => decode(value)).toThrow(IntegrityError);
    expect(() => decode(value)).toThrow(words);
  });

  it('another version › is reported first, and other bytes by their hash', () => {
    expect(() => decode({ format: content['format'], version: 99 })).toThrow(OperationError);
    const bytes = encodeManifest(manifest);
    expect(() => decodeManifest(bytes, manifestId(Buffer.from('other')))).toThrow('expected SHA-256');
  });
});
