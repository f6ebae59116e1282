/**
 * Files as lines: line ends, encodings, lengths, gzip whole and broken, and a disk that reads short or fails.
 */

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line } from '../../../build/read/files/line-cutter.js';
import { lenient, linesOf, type PiecewiseFiles, piecewiseFiles, readLines } from './support.js';

interface Read {
  readonly lines: readonly Line[];
  readonly problems: readonly string[];
  readonly byteLength: number;
  readonly openCount: number;
}

async function readAll(files: PiecewiseFiles, name: string, lineBytesMaximum = 1000): Promise<Read> {
  const problems = lenient();
  const batches: (readonly Line[])[] = [];
  let byteLength = 0;
  const onBytes = (more: number): void => {
    byteLength += more;
  };
  for await (const batch of readLines({ files, path: name, name, problems, onBytes, lineBytesMaximum }))
    batches.push(batch);
  return { lines: batches.flat(), problems: linesOf(problems), byteLength, openCount: files.openCount };
}

const readPlain = (content: string | Uint8Array, piece = 1 << 20, lineBytesMaximum?: number): Promise<Read> =>
  readAll(piecewiseFiles(Buffer.from(content), piece), 'book.ndjson', lineBytesMaximum);
const readGzip = (stored: Uint8Array, piece = 1 << 20): Promise<Read> =>
  readAll(piecewiseFiles(stored, piece), 'book.ndjson.gz');

const texts = (read: Read): readonly string[] => read.lines.map((line) => `${line.number} ${line.text}`);

describe('readLines › line ends', () => {
  it.each([
    ['', []],
    ['\n\n\n', []],
    ['a', ['1 a']],
    ['a\n', ['1 a']],
    ['a\nb', ['1 a', '2 b']],
    ['a\r\nb\r\n', ['1 a', '2 b']],
    ['\n \t\r\na\n\r\n b \n', ['3 a', '5  b ']],
    ['a\r\rb\n', ['1 a\r\rb']],
    ['é😀\u2028\u0085x\n', ['1 é😀\u2028\u0085x']],
    ['a\ufeffb\n\ufeffc', ['1 a\ufeffb', '2 \ufeffc']],
  ])('%j › returns its lines with their numbers', async (content, expected) => {
    const read = await readPlain(content);
    expect(texts(read)).toEqual(expected);
    expect(read.problems).toEqual([]);
    expect(read.openCount).toBe(0);
  });

  it('at any position, plain or compressed, in chunks of any length › equal a split of the text', async () => {
    const content = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' ', '{') });
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (text, piece, compressed) => {
        const read = compressed ? await readGzip(gzipSync(text), piece) : await readPlain(text, piece);
        const expected = text
          .split('\n')
          .map((line, index) => `${index + 1} ${line.replace(/\r$/, '')}`)
          .filter((line) => !/^\d+ [ \t]*$/.test(line));
        expect(texts(read)).toEqual(expected);
        expect(read.byteLength).toBe(compressed ? gzipSync(text).byteLength : Buffer.byteLength(text));
      }),
      { seed: 8, numRuns: 200 },
    );
  });
});

describe('readLines › a large file', () => {
  const numbered = Array.from(
    { length: 40_000 },
    (_, index) => `{"id":"${index}","text":"${'x'.repeat(index % 50)}é"}`,
  );

  it.each(['book.ndjson', 'book.ndjson.gz'])('%s › is complete, in many batches', async (name) => {
    const content = Buffer.from(numbered.join('\n'));
    const stored = name.endsWith('.gz') ? gzipSync(content) : content;
    const problems = lenient();
    let batchCount = 0;
    const lines: Line[] = [];
    for await (const batch of readLines({ files: piecewiseFiles(stored, 1 << 20), path: name, name, problems })) {
      batchCount += 1;
      lines.push(...batch);
    }
    expect(lines.map((line) => line.text)).toEqual(numbered);
    expect(lines.at(-1)?.number).toBe(40_000);
    expect(batchCount).toBeGreaterThan(5);
  });
});

describe('readLines › bytes that are not UTF-8', () => {
  it.each([
    ['a Latin-1 letter', [0x63, 0x61, 0x66, 0xe9]],
    ['half a character', [0x61, 0xc3]],
    ['an overlong form', [0xc0, 0x80]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('%s › is reported with its line, and the other lines are read', async (_title, bytes) => {
    const read = await readPlain(Buffer.concat([Buffer.from('ok\n'), Buffer.from(bytes), Buffer.from('\nok\n')]), 3);
    expect(texts(read)).toEqual(['1 ok', '3 ok']);
    expect(read.problems).toEqual(['book.ndjson:2: invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16']);
  });

  it('a byte order mark › is skipped at the start only', async () => {
    const read = await readPlain('\ufeff{"id":"1"}\n\ufeff{"id":"2"}\n', 2);
    expect(texts(read)).toEqual(['1 {"id":"1"}', '2 \ufeff{"id":"2"}']);
    expect(read.problems).toEqual([]);
  });

  it('gzip in a plain file › is reported once, and nothing is read', async () => {
    const read = await readPlain(gzipSync('{"id":"1"}\n'.repeat(1000), { level: 0 }), 1 << 20, 1 << 20);
    expect(read.lines).toEqual([]);
    expect(read.problems).toEqual(['book.ndjson:1: the file is compressed with gzip; name it book.ndjson.gz']);
  });
});

describe('readLines › a line beyond the limit', () => {
  it.each([1, 3, 1000])('in chunks of %d bytes › is reported once and skipped', async (piece) => {
    const read = await readPlain(`ok\n${'x'.repeat(11)}\n${'y'.repeat(10)}\n${'z'.repeat(99)}`, piece, 10);
    expect(texts(read)).toEqual(['1 ok', '3 yyyyyyyyyy']);
    expect(read.problems).toEqual([
      'book.ndjson:2: the line is longer than 10 bytes; write each item on a line of its own',
      'book.ndjson:4: the line is longer than 10 bytes; write each item on a line of its own',
    ]);
  });

  it('of 64 MiB, with the default limit › is reported', async () => {
    const files = piecewiseFiles(Buffer.alloc(64 * 1024 * 1024 + 1, 'x'), 1 << 20);
    const problems = lenient();
    for await (const batch of readLines({ files, path: 'a.ndjson', name: 'a.ndjson', problems }))
      expect(batch).toEqual([]);
    expect(linesOf(problems)).toEqual([
      'a.ndjson:1: the line is longer than 67108864 bytes; write each item on a line of its own',
    ]);
  });
});

describe('readLines › gzip', () => {
  const content = Array.from({ length: 2000 }, (_, index) => `line ${index}`).join('\n');
  const whole = gzipSync(content);

  it('of two members › is read to the end', async () => {
    for (const piece of [7, gzipSync('a\n').byteLength, 1 << 20]) {
      expect(texts(await readGzip(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]), piece))).toEqual(['1 a', '2 b']);
    }
  });

  it('of no bytes › is an empty file', async () => {
    const read = await readGzip(gzipSync(''));
    expect(read.lines).toEqual([]);
    expect(read.problems).toEqual([]);
  });

  it.each([
    [
      'an empty file',
      Buffer.alloc(0),
      /^book\.ndjson\.gz: is truncated: its gzip stream ends too early; copy the whole file again$/,
    ],
    ['cut in its header', whole.subarray(0, 5), /is truncated/],
    ['cut in its middle', whole.subarray(0, whole.byteLength >> 1), /is truncated/],
    ['without its last byte', whole.subarray(0, -1), /is truncated/],
    ['a plain text', Buffer.from(content), /is not a gzip file, .*compress it with gzip, or name it \.ndjson$/],
    ['with text behind its end', Buffer.concat([whole, Buffer.from('{"id":"1"}')]), /other bytes follow its end/],
    [
      'with another checksum',
      flipped(whole, whole.byteLength - 8),
      /is damaged: .*incorrect data check.*copy the file again/,
    ],
    ['with another length', flipped(whole, whole.byteLength - 1), /is damaged: .*incorrect length check/],
    ['with a damaged block', flipped(whole, 12), /is (damaged|truncated)/],
  ])('%s › is reported once, and the file is closed', async (_title, stored, problem) => {
    for (const piece of [100, 1 << 20]) {
      const read = await readGzip(stored, piece);
      expect(read.problems).toHaveLength(1);
      expect(read.problems[0]).toMatch(problem);
      expect(read.openCount).toBe(0);
    }
  });

  it('with any flipped bit › is never read as complete', async () => {
    await fc.assert(
      // The header's time stamp, flags that say nothing here and operating system (bytes 4 to 9) are not checked.
      fc.asyncProperty(fc.integer({ min: 10, max: whole.byteLength - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const read = await readGzip(flipped(whole, at, bit));
        expect(read.problems).toHaveLength(1);
      }),
      { seed: 9, numRuns: 100 },
    );
  });
});

describe('readLines › a disk that fails', () => {
  it.each(['book.ndjson', 'book.ndjson.gz'])(
    'at any read of %s › its error is thrown, and the file is closed',
    async (name) => {
      const content = Buffer.from('x\n'.repeat(500_000));
      const stored = name.endsWith('.gz') ? gzipSync(content, { level: 0 }) : content;
      for (const failAt of [1, 2, 3, 4]) {
        const files = piecewiseFiles(stored, 1 << 20, failAt);
        await expect(readAll(files, name)).rejects.toThrow('the disk is on fire');
        expect(files.openCount).toBe(0);
      }
    },
  );
});

describe('readLines › a reader that stops early', () => {
  it.each(['book.ndjson', 'book.ndjson.gz'])('in %s › closes the file', async (name) => {
    const content = Buffer.from('x\n'.repeat(2_000_000));
    const files = piecewiseFiles(name.endsWith('.gz') ? gzipSync(content, { level: 0 }) : content, 1 << 20);
    for await (const batch of readLines({ files, path: name, name, problems: lenient() })) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(files.openCount).toBe(0);
  });

  it('late › has read at most the file buffers ahead', async () => {
    let byteLength = 0;
    const onBytes = (more: number): void => {
      byteLength += more;
    };
    const content = gzipSync(Buffer.from('x\n'.repeat(10_000_000)), { level: 0 });
    const options = {
      files: piecewiseFiles(content, 1 << 20),
      path: 'a.ndjson.gz',
      name: 'a.ndjson.gz',
      problems: lenient(),
    };
    for await (const batch of readLines({ ...options, onBytes })) {
      expect(batch.length).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 50));
      break;
    }
    expect(byteLength).toBeLessThan(4 * 1024 * 1024);
    expect(content.byteLength).toBeGreaterThan(19 * 1024 * 1024);
  });
});

function flipped(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}
