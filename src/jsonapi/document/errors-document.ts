/**
 * JSON:API error documents.
 */
import { REQUEST_ERRORS, type RequestProblem, titleOf } from '../../content/errors/index.js';

/** @param id of the occurrence, to find it in the log; only for errors of the server */
export function renderErrors(problems: readonly RequestProblem[], id?: string): Buffer {
  const errors = problems.map(({ code, detail, parameter, header, corrections }) => {
    const source =
      parameter !== undefined ? { source: { parameter } } : header !== undefined ? { source: { header } } : {};
    return {
      ...(id === undefined ? {} : { id }),
      status: String(REQUEST_ERRORS[code]),
      code,
      title: titleOf(code),
      detail,
      ...source,
      ...(corrections === undefined ? {} : { meta: { corrections } }),
    };
  });
  return Buffer.from(JSON.stringify({ jsonapi: { version: '1.1' }, errors }));
}
