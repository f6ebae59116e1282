/**
 * The catalogue of request errors: code → HTTP status. Codes never change their meaning.
 *
 * Elsewhere: the detail of each error, which says what to do, is written by the check that finds the mistake.
 */
export const REQUEST_ERRORS = {
  InvalidParameter: 400,
  UnknownParameter: 400,
  UnknownField: 400,
  UnsupportedOperator: 400,
  NotIndexed: 400,
  InvalidValue: 400,
  QueryTooComplex: 400,
  QueryTooCostly: 400,
  TooManyConditions: 400,
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  ItemNotFound: 404,
  ContentTypeNotFound: 404,
  RelationshipNotFound: 404,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  RequestTimeout: 408,
  PreconditionFailed: 412,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  MisdirectedRequest: 421,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  NotImplemented: 501,
  Unavailable: 503,
  HttpVersionNotSupported: 505,
} as const;

export type ErrorCode = keyof typeof REQUEST_ERRORS;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(REQUEST_ERRORS, code);

/** Titles that do not follow from the words of the code. */
const TITLES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BadRequest: 'Malformed HTTP request',
  UriTooLong: 'URI too long',
  HeadersTooLarge: 'Request header fields too large',
  Unavailable: 'Service unavailable',
  HttpVersionNotSupported: 'HTTP version not supported',
};

/** @returns the title of an error code: `Invalid parameter` */
export const titleOf = (code: ErrorCode): string =>
  TITLES[code] ?? code.charAt(0) + code.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
