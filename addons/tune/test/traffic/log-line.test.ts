/**
 * Tests of reading lines of logs and HAR files.
 */
import { describe, expect, it } from 'vitest';
import { readHar } from '../../traffic/read/har.js';
import { detectLineFormat, readLine } from '../../traffic/read/log-line.js';

const combined =
  '203.0.113.9 - - [22/Nov/2026:03:04:05 +0100] "GET /delivery/jsonapi/book?sort=title HTTP/1.1" 200 812 "-" "a \\"browser\\""';

describe('a line of the combined format', () => {
  it('› gives method, target, status and time', () => {
    expect(readLine('combined', combined)).toEqual({
      method: 'GET',
      target: '/delivery/jsonapi/book?sort=title',
      status: 200,
      timeMs: Date.UTC(2026, 10, 22, 2, 4, 5),
    });
  });

  it('› with escapes › decoded', () => {
    const line = combined.replace('?sort=title', '?filter[title][_eq]=\\x22a\\x22');
    expect(readLine('combined', line)).toMatchObject({ target: '/delivery/jsonapi/book?filter[title][_eq]="a"' });
  });

  it.each([
    ['', 'is not in the combined or common log format'],
    [combined.slice(0, 60), 'is not in the combined or common log format'],
    [
      combined.replace('Nov', 'Nix'),
      'has the time "22/Nix/2026:03:04:05 +0100", which is not in the form 10/Oct/2026:13:55:36 +0000',
    ],
  ])('%j › the fault of the line', (line, problem) => {
    expect(readLine('combined', line)).toBe(problem);
  });

  it('› of a connection without a request › undefined', () => {
    const line = combined.replace('GET /delivery/jsonapi/book?sort=title HTTP/1.1', '\\x16\\x03\\x01');
    expect(readLine('combined', line)).toBeUndefined();
  });
});

describe('a line of the access log', () => {
  const line = {
    level: 30,
    time: 1_795_000_000_000,
    method: 'GET',
    target: '/delivery/jsonapi/book',
    status: 200,
    msg: 'request',
  };

  it('› gives method, target, status and time', () => {
    expect(readLine('stele', JSON.stringify(line))).toEqual({
      method: 'GET',
      target: '/delivery/jsonapi/book',
      status: 200,
      timeMs: 1_795_000_000_000,
    });
  });

  it('› of another event › undefined', () => {
    expect(readLine('stele', JSON.stringify({ ...line, msg: 'listening' }))).toBeUndefined();
    expect(readLine('stele', JSON.stringify({ ...line, method: null, target: null }))).toBeUndefined();
  });

  it('› that is cut off › the fault of the line', () => {
    expect(readLine('stele', JSON.stringify(line).slice(0, 40))).toBe('is not a complete JSON object');
  });
});

describe('the format of a line', () => {
  it.each([
    ['{"level":30}', 'stele'],
    [combined, 'combined'],
    ['/delivery/jsonapi/book', 'urls'],
    ['https://cdn.example/delivery/jsonapi/book?sort=title', 'urls'],
    ['id,title', undefined],
  ])('%s › is %s', (line, format) => {
    expect(detectLineFormat(line)).toBe(format);
  });
});

describe('a HAR file', () => {
  const entry = {
    startedDateTime: '2026-11-22T03:04:05.678Z',
    request: {
      method: 'GET',
      url: 'http://x/delivery/jsonapi/book',
      headers: [{ name: 'Authorization', value: 'Bearer s' }],
    },
    response: { status: 200 },
  };

  it('› read › method, URL, status and time, without headers', () => {
    expect(readHar(JSON.stringify({ log: { entries: [entry] } }))).toEqual([
      {
        method: 'GET',
        target: 'http://x/delivery/jsonapi/book',
        status: 200,
        timeMs: Date.parse(entry.startedDateTime),
      },
    ]);
  });

  it('› in another form › the missing member', () => {
    expect(readHar('{"log": {')).toBe('is not a complete JSON document');
    expect(readHar('{}')).toBe('has no member "log.entries", as HAR files have');
    expect(readHar('{"log": {"entries": [{}]}}')).toEqual(['has no member "request"']);
  });
});
