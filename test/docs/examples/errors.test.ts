/**
 * Error documents of each request in the table of docs/ask/errors.md, and of other requests with the same error.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type ErrorCode, REQUEST_ERRORS, titleOf } from '../../../src/content/errors/index.js';
import { readPage } from '../../../testing/pages/markdown.js';
import { ask } from './asking.js';
import { difference, matchesText } from './elision.js';
import { ASK_PAGES, type Asked, askedIn, errorExamples, examplesOf, SERVERS, type ServerName } from './examples.js';
import { Servers } from './servers.js';

interface Told {
  /** `…` leaves something out. */
  readonly detail: string;
  readonly source?: { readonly parameter: string } | { readonly header: string };
  /** Header lines of the answer. */
  readonly answered?: readonly string[];
}

const TOLD: Readonly<Record<ErrorCode, Told>> = {
  InvalidParameter: {
    detail: '"page[limit]" was sent more than once; only filters and lists may repeat.',
    source: { parameter: 'page[limit]' },
  },
  UnknownParameter: {
    detail: 'There is no parameter "title" here. Did you mean "filter[title][_eq]=Turf"? The parameters here are: …',
    source: { parameter: 'title' },
  },
  UnknownField: {
    detail:
      '"book" has no relationship "reviewers". Did you mean "reviews"? The relationships are: author, publisher, series, reviews, related.',
    source: { parameter: 'include' },
  },
  UnsupportedOperator: {
    detail: 'The operator "_gt" is unsupported on "inPrint". "inPrint" (boolean) takes _exists, _eq, _in, _nin.',
    source: { parameter: 'filter[inPrint][_gt]' },
  },
  NotIndexed: {
    detail:
      'A sort is not answered on "pages": "sort" is false in model.json, on the field of book, so its index was not built. Write "sort": true there and build again.',
    source: { parameter: 'sort' },
  },
  InvalidValue: {
    detail:
      '"2025-02-30" is not a value for "published" (dateTime), which takes YYYY-MM-DDThh:mm:ss.sssZ, … The month 2025-02 has no day 30.',
    source: { parameter: 'filter[published][_gt]' },
  },
  QueryTooComplex: {
    detail:
      'The complexity of this query is 8650; the maximum is 5000. It fits with page[limit]=11 or less (now 20), or with page[reviews][limit]=1 or less (now 20), or without reviews in "include", or with a filter for one item: filter[isbn][_eq]=<value>.',
    source: { parameter: 'include' },
    answered: ['x-service-query-complexity: 8650'],
  },
  QueryTooCostly: {
    detail: 'Answering this query is estimated to take … ms at least; the maximum is 0.001 ms. …',
    source: { parameter: 'filter' },
    answered: ['x-service-query-complexity: 250'],
  },
  TooManyConditions: {
    detail: 'The request has 65 filter conditions; at most 64 are allowed.',
    source: { parameter: 'filter' },
  },
  BadRequest: {
    detail: 'The request target has characters that no URL may have; percent-encode them as UTF-8.',
    answered: ['x-service-query-complexity: 0', 'Connection: close'],
  },
  Unauthorized: {
    detail: 'This key is unknown here, or was revoked. Use another key, or ask the operator of this server for one.',
    source: { header: 'Authorization' },
    answered: [
      'WWW-Authenticate: Bearer realm="stele", error="invalid_token", error_description="The key is unknown or was revoked"',
    ],
  },
  Forbidden: {
    detail:
      'The key does not open the space "library". Use another key, or ask the operator of this server for access.',
    source: { header: 'Authorization' },
    answered: ['WWW-Authenticate: Bearer realm="stele", error="insufficient_scope"'],
  },
  ItemNotFound: {
    detail:
      'There is no book with the id "The-Salt-Road". Ids are compared exactly; list the existing ones with /book.',
  },
  ContentTypeNotFound: {
    detail:
      'There is no content type "books". Did you mean "book"? The content types are: book, author, publisher, series, country, review, event, page.',
  },
  RelationshipNotFound: {
    detail:
      '"book" has no relationship "reviewers". Did you mean "reviews"? The relationships of "book" are: author, publisher, series, reviews, related.',
  },
  NotFound: { detail: 'Nothing is served at "/book". The content is below /delivery/jsonapi.' },
  MethodNotAllowed: {
    detail: 'The content is read-only: DELETE is not allowed. Use one of GET, HEAD, OPTIONS.',
    answered: ['Allow: GET, HEAD, OPTIONS'],
  },
  NotAcceptable: {
    detail:
      'Every "application/vnd.api+json" in Accept is refused because of the parameter "charset", which JSON:API does not allow. Send Accept: application/vnd.api+json.',
    source: { header: 'Accept' },
  },
  RequestTimeout: {
    detail: 'The request did not arrive completely in time; send it again.',
    answered: ['Connection: close'],
  },
  PreconditionFailed: {
    detail:
      'If-Match names none of the entity tags that this document has as it would be sent now. Ask again without it.',
    source: { header: 'If-Match' },
  },
  UriTooLong: { detail: 'The request target is too long; at most 16384 bytes are allowed.' },
  UnsupportedMediaType: {
    detail:
      'The Content-Type has the extension "https://jsonapi.org/ext/atomic", which is not supported. Send only "application/vnd.api+json", or no Content-Type.',
    source: { header: 'Content-Type' },
  },
  MisdirectedRequest: {
    detail: 'Nothing is served at the host "elsewhere.example". The hosts are: shop.example.',
    source: { header: 'Host' },
  },
  TooManyRequests: {
    detail: 'The key may make 0.001 requests a second, and has made more. Wait for … s, and ask less often.',
    source: { header: 'Authorization' },
    answered: ['Retry-After: …'],
  },
  HeadersTooLarge: { detail: 'The request line and headers are too large; at most 32768 bytes are allowed.' },
  InternalError: {
    detail: 'The server failed to answer. The log of the server has the reason, under ….',
    answered: ['x-service-query-complexity: 0'],
  },
  NotImplemented: {
    detail: 'The server does not know this method; use one of GET, HEAD, OPTIONS, in capital letters.',
    answered: ['Allow: GET, HEAD, OPTIONS', 'Connection: close'],
  },
  Unavailable: {
    detail: 'The space "bookshop" has no snapshot loaded; try again later.',
    answered: ['Retry-After: 1'],
  },
  HttpVersionNotSupported: { detail: 'The server speaks HTTP/1.1. Send the request as HTTP/1.1.' },
};

interface Other extends Told {
  readonly server: ServerName;
  /** The request, and its headers. */
  readonly lines: readonly string[];
  readonly code: ErrorCode;
}

const OTHERS: readonly Other[] = [
  {
    server: 'locales',
    lines: ['/delivery/jsonapi/object?localeCode=fr'],
    code: 'InvalidParameter',
    detail: 'There is no locale "fr" here. The locales are: en, de, de-CH; the default is en.',
    source: { parameter: 'localeCode' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[pages][_in]=96,,many'],
    code: 'InvalidValue',
    detail:
      '"filter[pages][_in]" has an empty value: write one or more values, separated by commas, or leave the filter out.',
    source: { parameter: 'filter[pages][_in]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[pages][_in]=96,,many'],
    code: 'InvalidValue',
    detail:
      '"many" is not a value for "pages" (integer), which takes an integer such as 12 or -3, of at most 1000 digits.',
    source: { parameter: 'filter[pages][_in]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[subtitle][_icontains]=salt'],
    code: 'UnsupportedOperator',
    detail:
      'The operator "_icontains" is unsupported on "subtitle", whose values are not case-folded: set "fold": true on the field of book in model.json and build again. "subtitle" (text) takes …, _nin.',
    source: { parameter: 'filter[subtitle][_icontains]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book/the-salt-road?filter[title][_eq]=x'],
    code: 'InvalidParameter',
    detail: 'A single item takes no "filter"; "filter" is for the list. The parameters here are: …',
    source: { parameter: 'filter[title][_eq]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[title][_contains]=100%'],
    code: 'InvalidParameter',
    detail:
      'The value of "filter[title][_contains]=100%" is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".',
    source: { parameter: 'filter[title][_contains]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book/100%'],
    code: 'InvalidParameter',
    detail:
      'Segment 2 of the path, "100%", is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".',
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book', 'Host: one.example', 'Host: two.example'],
    code: 'BadRequest',
    detail: 'An HTTP/1.1 request has exactly one Host header; this one has 2.',
    source: { header: 'Host' },
  },
  {
    server: 'guarded',
    lines: ['/bookshop/delivery/jsonapi/book'],
    code: 'Unauthorized',
    detail:
      'Reading the content needs a key. Send one with every request, in a header: "Authorization: Bearer <key>". A key in the URL is ignored.',
    source: { header: 'Authorization' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[cover][_exists]=true'],
    code: 'UnsupportedOperator',
    detail: 'Filtering is unsupported on "cover": no operator compares a field of type image.',
    source: { parameter: 'filter[cover][_exists]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[author][_contains]=Anonymous'],
    code: 'UnsupportedOperator',
    detail:
      '"_contains" cannot be used with the relationship "author", only with a field of the related item: write filter[author][id][_eq]=<id>, or filter[author][<field>][<operator>]=<value>.',
    source: { parameter: 'filter[author][_contains]' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?page[limit]=101'],
    code: 'InvalidValue',
    detail: '"101" is not a value for "page[limit]", which takes an integer from 0 to 100.',
    source: { parameter: 'page[limit]' },
  },
  {
    server: 'lean',
    lines: ['/delivery/jsonapi/book?filter[subtitle][_contains]=stone'],
    code: 'NotIndexed',
    detail:
      'The operator "_contains" is not answered on "subtitle": "contains" is false in model.json, on the field of book, so its index was not built. Write "contains": true there and build again. "subtitle" takes …, _nin.',
    source: { parameter: 'filter[subtitle][_contains]' },
  },
  {
    server: 'frugal',
    lines: ['/delivery/jsonapi/book?filter[_OR][0][title][_contains]=a&filter[_OR][1][description][_contains]=e'],
    code: 'QueryTooCostly',
    detail:
      'Answering this query is estimated to take … ms at least; the maximum is 0.001 ms. To make it cheaper, leave out some of its conditions, of which filter[…][_contains]=… and filter[…][_contains]=… cost most, or add a condition that few items meet.',
    source: { parameter: 'filter' },
  },
  {
    server: '',
    lines: ['/delivery/jsonapi/book?filter[titel][_eq]=x'],
    code: 'UnknownField',
    detail: '"book" has no field "titel". Did you mean "title"? Accepted here: id, title, …',
    source: { parameter: 'filter[titel][_eq]' },
  },
];

describe('errors', () => {
  const servers = new Servers();
  afterAll(() => servers.stop());

  async function check(code: ErrorCode, asked: Asked, { detail, source, answered = [] }: Told): Promise<void> {
    const { status, headers, body } = await ask(servers, asked);
    expect(status).toBe(REQUEST_ERRORS[code]);
    for (const line of answered) {
      const [name = '', ...value] = line.split(': ');
      const found = headers[name.toLowerCase()];
      expect(typeof found === 'string' && matchesText(value.join(': '), found), `${line}, found ${found}`).toBe(true);
    }
    const { errors } = JSON.parse(body.toString());
    const title = titleOf(code);
    const shown = { status: String(status), code, title, detail, ...(source === undefined ? {} : { source }) };
    const differences = errors.map(({ id, meta: _, ...found }: { id?: string; meta?: object }) => {
      expect(typeof id).toBe(code === 'InternalError' ? 'string' : 'undefined');
      return difference(shown, found);
    });
    expect(differences).toContain(undefined);
  }

  it.each(errorExamples().map((example) => [example.code, example] as const))(
    'docs/ask/errors.md › the example of %s › has its status and names the parameter',
    async (code, example) => {
      expect(example.status).toBe(REQUEST_ERRORS[code]);
      await check(code, example, TOLD[code]);
    },
  );

  it.each(OTHERS.map((other) => [other.code, other.lines[0], other] as const))(
    '%s › %s',
    async (code, _request, other) => {
      await check(code, askedIn(other.lines, other.server), other);
    },
  );

  it('the examples of the pages › cover every kind of server', () => {
    const shown = ASK_PAGES.flatMap((page) => examplesOf(readPage(page)).map(({ server }) => server));
    expect(new Set([...shown, ...errorExamples().map(({ server }) => server)])).toEqual(new Set(SERVERS));
  });
});
