import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answered, ResponseReader } from '../../../bench/http/load/connection.js';

const body = 'Salt and light, salt and light.';
const ok = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`;
const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 99\r\n\r\n';
const refused = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 2\r\n\r\n{}';

/** @returns the responses read from the text, cut into chunks at these places */
function read(text: string, cuts: readonly number[] = [], wantsChecksum = false): Answered[] {
  const answers: Answered[] = [];
  const reader = new ResponseReader((answer) => answers.push(answer));
  reader.wantsChecksum = wantsChecksum;
  const bytes = Buffer.from(text);
  const ends = [...cuts, bytes.byteLength];
  let start = 0;
  for (const end of ends) {
    reader.read(bytes.subarray(start, end));
    start = end;
  }
  return answers;
}

describe('ResponseReader', () => {
  it('a response › its status and length', () => {
    expect(read(ok)).toEqual([{ status: 200, byteLength: body.length, checksum: undefined, hasRetryAfter: false }]);
  });

  it('cut at any two positions › equal response and checksum', () => {
    const whole = { status: 200, byteLength: body.length, checksum: crc32(body), hasRetryAfter: false };
    for (let first = 1; first < ok.length; first += 1) {
      expect(read(ok, [first], true)).toEqual([whole]);
      expect(read(ok, [first, Math.min(ok.length, first + 7)], true)).toEqual([whole]);
    }
  });

  it('an unfinished response › no result yet', () => {
    expect(read(ok.slice(0, -1))).toEqual([]);
  });

  it('304 with content-length › has no body; the following bytes are the next response', () => {
    expect(read(unchanged + ok).map(({ status, byteLength }) => [status, byteLength])).toEqual([
      [304, 0],
      [200, body.length],
    ]);
  });

  it('503 with Retry-After in any case › is recognised', () => {
    expect(read(refused)).toEqual([{ status: 503, byteLength: 2, checksum: undefined, hasRetryAfter: true }]);
    expect(read(refused.replace('retry-after', 'x-after'))[0]?.hasRetryAfter).toBe(false);
  });

  it('no content-length, or bytes that are not HTTP › are refused', () => {
    expect(() => read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow('without a Content-Length');
    expect(() => read('SSH-2.0-OpenSSH_9.2\r\n\r\n')).toThrow('no HTTP/1.1 response');
  });
});
