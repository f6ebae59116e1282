/**
 * Every error a client can be sent: code → HTTP status and title. The detail, which says what to do, is written
 * where the mistake is found.
 */
export const REQUEST_ERRORS = Object.freeze({
  InvalidParameter: { status: 400, title: 'Invalid parameter' },
  UnknownParameter: { status: 400, title: 'Unknown parameter' },
  UnknownField: { status: 400, title: 'Unknown field' },
  UnsupportedOperator: { status: 400, title: 'Unsupported operator' },
  NotIndexed: { status: 400, title: 'Not indexed' },
  InvalidValue: { status: 400, title: 'Invalid value' },
  QueryTooComplex: { status: 400, title: 'Query too complex' },
  QueryTooCostly: { status: 400, title: 'Query too costly' },
  TooManyConditions: { status: 400, title: 'Too many conditions' },
  BadRequest: { status: 400, title: 'Malformed HTTP request' },
  Unauthorized: { status: 401, title: 'Unauthorized' },
  Forbidden: { status: 403, title: 'Forbidden' },
  ItemNotFound: { status: 404, title: 'Item not found' },
  ContentTypeNotFound: { status: 404, title: 'Content type not found' },
  RelationshipNotFound: { status: 404, title: 'Relationship not found' },
  NotFound: { status: 404, title: 'Not found' },
  MethodNotAllowed: { status: 405, title: 'Method not allowed' },
  NotAcceptable: { status: 406, title: 'Not acceptable' },
  RequestTimeout: { status: 408, title: 'Request timeout' },
  PreconditionFailed: { status: 412, title: 'Precondition failed' },
  UriTooLong: { status: 414, title: 'URI too long' },
  UnsupportedMediaType: { status: 415, title: 'Unsupported media type' },
  MisdirectedRequest: { status: 421, title: 'Misdirected request' },
  TooManyRequests: { status: 429, title: 'Too many requests' },
  HeadersTooLarge: { status: 431, title: 'Request header fields too large' },
  InternalError: { status: 500, title: 'Internal error' },
  NotImplemented: { status: 501, title: 'Not implemented' },
  Unavailable: { status: 503, title: 'Service unavailable' },
  HttpVersionNotSupported: { status: 505, title: 'HTTP version not supported' },
} as const);

export type ErrorCode = keyof typeof REQUEST_ERRORS;
