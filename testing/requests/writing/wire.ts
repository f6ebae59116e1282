/**
 * The bytes of a hostile client: HTTP that is correct, nearly correct, broken, too large, too slow, or missing.
 */
import type { Random } from '../../../data/generate/random.js';
import { drawTarget } from './grammar.js';
import { mutated } from './mutate.js';
import { someText } from './values.js';
import type { Vocabulary } from './vocabulary.js';

export interface Conversation {
  /** Latin-1, one character a byte; written one after the other. */
  readonly pieces: readonly string[];
  /** Between two pieces. */
  readonly pauseMs: number;
  /** Waiting for the server to close, closing the writing half and reading on, or breaking off. */
  readonly ending: 'wait' | 'half-close' | 'reset';
  /** How many responses must come; undefined if the bytes are too broken to say. */
  readonly due: number | undefined;
}

const ROOT = '/delivery/jsonapi';
const HOST = 'Host: x';

/** Header lines that mean something to the server, rightly and wrongly written. */
const HEADERS = [
  'Accept: application/vnd.api+json',
  'Accept: application/vnd.api+json; charset=utf-8',
  'Accept: application/vnd.api+json;ext="x", */*;q=0',
  'Accept: text/html;q=0.9,*/*;q=0.1',
  'Accept: ,,;;==',
  'Accept-Encoding: br, gzip',
  'Accept-Encoding: gzip;q=1.0, identity; q=0.5, *;q=0',
  'Accept-Encoding: identity;q=0, *;q=0',
  'Accept-Encoding: ;q=,,',
  'Content-Type: application/vnd.api+json',
  'Content-Type: application/vnd.api+json; charset=utf-8',
  'Content-Type: application/vnd.api+json; profile="a b"',
  'Content-Type: ;;;',
  'If-Match: *',
  'If-Match: "a", W/"b"',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b", c',
  'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  'Range: bytes=0-1,5-2,-9',
  'Origin: https://evil.example',
  'Origin: null',
  'Access-Control-Request-Method: DELETE',
  'Cookie: a=b',
  'X-Forwarded-Host: evil.example',
  'X-HTTP-Method-Override: DELETE',
  'Forwarded: host=evil.example;proto=javascript',
  'Expect: 100-continue',
  'Expect: a miracle',
  'TE: trailers',
  '__proto__: x',
  'constructor: x',
] as const;

/**
 * Node's parser does not read bytes after a request for an upgrade in the same packet, so these requests end a conversation.
 */
const UPGRADES = [
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
] as const;
const CLOSE = 'Connection: close\r\n';

const METHODS = 'GET GET GET GET GET HEAD OPTIONS POST PUT PATCH DELETE TRACE SEARCH'.split(' ');

/** Characters that must be encoded in a target, because the parser stops at them. */
const isSendable = (target: string): boolean => /^[\x21-\x7e]*$/.test(target);

/** Parts to repeat in a path or a query, to find code whose time is quadratic in the number of parts. */
const FILLINGS = '/ // /a % %2F %41 . ; : [ ] [] & = + , - 0 a ? *'.split(' ');
const BEGINNINGS = `/|${ROOT}|${ROOT}/|${ROOT}/book|/health|/explore|/docs|http://a|*|`.split('|');
/** Number of bytes of a target that a server reads. */
const targetMaximum = 16_384;

/**
 * A target as long as one may be, or nearly, anywhere on the server: one thing over and over, and something else in the
 * end.
 */
export function fullTarget(random: Random): string {
  const beginning = random.pick(BEGINNINGS) + random.pick(['', '', '?', '/']);
  const end = random.pick(['', 'a', '/', '?', ']', '=1', '%0A']);
  const filling = random.pick(FILLINGS);
  const length = targetMaximum - beginning.length - end.length;
  return beginning + filling.repeat(length / filling.length) + end;
}

/** Paths that are served in addition to content, and paths that are not. */
const ELSEWHERE = `/ /health /health/ /delivery ${ROOT}x /favicon.ico // /../etc/passwd /%2e%2e/ /metrics /openapi.json
/docs /profile /explore`.split(/\s/);

function drawnTarget(random: Random, vocabulary: Vocabulary): string {
  if (random.chance(0.02)) return fullTarget(random);
  if (random.chance(0.03)) return random.pick(ELSEWHERE);
  const { path, search } = drawTarget(random, vocabulary);
  const text = `${ROOT}${path}${search}`;
  return isSendable(text) ? text : encodeURI(text.toWellFormed());
}

function headerLines(random: Random): string {
  let lines = '';
  for (let remaining = random.below(4); remaining > 0; remaining -= 1) lines += `${random.pick(HEADERS)}\r\n`;
  return lines;
}

/** One request without a body, well-formed. @param extra further header lines */
function request(random: Random, vocabulary: Vocabulary, extra = ''): string {
  return `${random.pick(METHODS)} ${drawnTarget(random, vocabulary)} HTTP/1.1\r\n${HOST}\r\n${headerLines(random)}${extra}\r\n`;
}

/** A request of the one method that is always answered with a body of its own. */
const get = (random: Random, vocabulary: Vocabulary, extra = ''): string =>
  `GET ${drawnTarget(random, vocabulary)} HTTP/1.1\r\n${HOST}\r\n${extra}\r\n`;

function chunked(random: Random): string {
  let body = '';
  for (let remaining = random.below(5); remaining > 0; remaining -= 1) {
    const data = 'x'.repeat(1 + random.below(40));
    const size = random.chance(0.9)
      ? data.length.toString(16)
      : random.pick(['-1', 'zz', 'fffffffffffffffff', '0x5', '']);
    body += `${size}${random.pick(['', '', ';a=b', ` ;${'e'.repeat(random.below(3000))}`])}\r\n${data}\r\n`;
  }
  return body + random.pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\nTrailer: x\r\n\r\n', '0\r\n', '']);
}

function withBody(random: Random, vocabulary: Vocabulary): string {
  const method = random.pick(['GET', 'POST', 'PATCH', 'HEAD']);
  const start = `${method} ${drawnTarget(random, vocabulary)} HTTP/1.1\r\n${HOST}\r\n`;
  const data = someText(random);
  switch (random.below(5)) {
    case 0:
      return `${start}Transfer-Encoding: chunked\r\n\r\n${chunked(random)}`;
    case 1:
      return `${start}Content-Length: ${Buffer.byteLength(data)}\r\n\r\n${Buffer.from(data).toString('latin1')}`;
    case 2:
      return `${start}Content-Length: ${random.pick(['-1', '1e3', '99999999999999999999', '5, 5', '0x10', ''])}\r\n\r\nabc`;
    case 3:
      return `${start}Content-Length: 3\r\nTransfer-Encoding: ${random.pick(['chunked', 'gzip, chunked', 'Chunked', 'identity'])}\r\n\r\n${chunked(random)}`;
    default:
      return `${start}Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`;
  }
}

function oversized(random: Random, vocabulary: Vocabulary): string {
  const length = random.pick([8_000, 16_384, 16_385, 20_000, 32_000, 33_000, 70_000]);
  switch (random.below(5)) {
    case 0:
      return `GET ${ROOT}/${'a'.repeat(length)} HTTP/1.1\r\n${HOST}\r\n\r\n`;
    case 1:
      return `GET ${ROOT}?${'filter[title][_eq]=a&'.repeat(Math.ceil(length / 21))} HTTP/1.1\r\n${HOST}\r\n\r\n`;
    case 2:
      return get(random, vocabulary, `X-Long: ${'a'.repeat(length)}\r\n`);
    case 3:
      return get(random, vocabulary, 'A: b\r\n'.repeat(random.pick([100, 1999, 2001, 6000])));
    default:
      return get(random, vocabulary, `${'n'.repeat(length)}: x\r\n`);
  }
}

/** Whole texts that are no request of ours, and requests by the letter of no standard. */
function strange(random: Random, vocabulary: Vocabulary): string {
  const target = drawnTarget(random, vocabulary);
  return random.pick([
    `GET http://evil.example${target} HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET HTTP://user:pass@[::1]:99999${target} HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET javascript:alert(1) HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET * HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET ${target} HTTP/1.0\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
    `GET ${target} HTTP/1.1\nHost: x\n\n`,
    `GET ${target} HTTP/1.1\r\nHost : x\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\n${HOST}\r\nX: a\r\n b\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\n${HOST}\r\n: x\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\n${HOST}\r\nX: \0\r\n\r\n`,
    `GET  ${target}  HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET ${target}\r\n`,
    `GET ${target} HTTP/9.9\r\n${HOST}\r\n\r\n`,
    `get ${target} HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `G\xe9T ${target} HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET ${target}\xff\xfe HTTP/1.1\r\n${HOST}\r\n\r\n`,
    `GET ${target}#fragment HTTP/1.1\r\n${HOST}\r\n\r\n`,
    '\r\n\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.6\r\n',
    '\0'.repeat(100),
    '',
  ]);
}

/** Cut into pieces, of which the last is the rest. */
function cut(random: Random, text: string, pieces: number): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let i = 1; i < pieces && rest.length > 1; i += 1) {
    const at = 1 + random.below(Math.min(rest.length - 1, 60));
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

const broken = (text: string): Conversation => ({ pieces: [text], pauseMs: 0, ending: 'half-close', due: undefined });

/**
 * Well-formed, the last request asking the server to close. A target that is too long is refused, and the bytes after it are not read.
 */
function sound(pieces: readonly string[], count: number, pauseMs = 0): Conversation {
  const isRead = pieces.every((piece) => piece.split('\r\n').every((line) => line.length <= targetMaximum));
  return { pieces, pauseMs, ending: 'wait', due: isRead ? count : undefined };
}

/** One conversation. Half of the conversations are well-formed, because a refused one reaches little code. */
export function drawConversation(random: Random, vocabulary: Vocabulary): Conversation {
  const choice = random.below(100);
  if (choice < 32) return sound([request(random, vocabulary, CLOSE)], 1);
  if (choice < 35) return broken(get(random, vocabulary, `${random.pick(UPGRADES)}\r\n`));
  if (choice < 45) {
    const count = 2 + random.below(random.chance(0.9) ? 6 : 60);
    let text = '';
    for (let i = 1; i < count; i += 1) text += request(random, vocabulary);
    return sound([text + request(random, vocabulary, CLOSE)], count);
  }
  if (choice < 62) return broken(mutated(random, request(random, vocabulary)));
  if (choice < 72) return broken(withBody(random, vocabulary));
  if (choice < 76) return broken(oversized(random, vocabulary));
  if (choice < 86) return broken(strange(random, vocabulary));
  if (choice < 89) return sound(cut(random, get(random, vocabulary, CLOSE), 4), 1, 2);
  if (choice < 93) {
    const whole = request(random, vocabulary);
    return broken(whole.slice(0, random.below(whole.length)));
  }
  if (choice < 96) {
    const whole = get(random, vocabulary);
    return { ...broken(whole.slice(0, random.below(whole.length + 1))), ending: 'reset' };
  }
  return broken(get(random, vocabulary) + mutated(random, request(random, vocabulary)));
}
