/**
 * Query parameters and errors: names the server does not know, and what it says about mistakes.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { at, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { FAILURES, failureReplies } from './samples.js';
import { query, talk } from './talk.js';

const shop = talk();

describe('query parameters', () => {
  it('[query-parameters-non-alpha] [query-parameters-bad-request] parameters of no meaning › are refused with 400, however they are spelt', async () => {
    for (const name of [
      'limit',
      'camelCase',
      'with-dash',
      'under_score',
      'filter_',
      'FILTER',
      'Sort',
      'q1',
      'ext:version',
      'constructor',
    ]) {
      const { status, document } = await shop.ask(`/book${query({ [name]: 'x' })}`);
      expect([status, at(document, 'errors', 0, 'source', 'parameter')], name).toEqual([400, name]);
    }
  });
});

describe('errors', () => {
  it('[error-object-key] errors › are a list under the key errors', async () => {
    for (const { path, document } of await failureReplies(shop)) {
      expect(Array.isArray(at(document, 'errors')), path).toBe(true);
      expect(listAt(document, 'errors').length, path).toBeGreaterThan(0);
    }
  });

  it('[error-object-members] every error › has the members of an error object, its status as a string', async () => {
    const allowed = ['id', 'status', 'code', 'title', 'detail', 'source'];
    const replies = await failureReplies(shop);
    for (const [index, { path, document }] of replies.entries()) {
      for (const error of listAt(document, 'errors')) {
        expect(isRecord(error) ? Object.keys(error).filter((name) => !allowed.includes(name)) : ['none'], path).toEqual(
          [],
        );
        expect(textAt(error, 'status'), path).toBe(String(FAILURES[index]?.[0]));
        for (const member of ['code', 'title', 'detail']) expect(textAt(error, member).length, path).toBeGreaterThan(3);
      }
    }
  });

  it('[error-stop-processing] all mistakes of a request › are reported at once', async () => {
    const { document } = await shop.ask(
      `/book${query({ sort: 'x', include: 'y', 'filter[z][_eq]': '1', 'page[limit]': '-1' })}`,
    );
    const parameters = listAt(document, 'errors').map((error) => textAt(error, 'source', 'parameter'));
    expect([...parameters].sort()).toEqual(['filter[z][_eq]', 'include', 'page[limit]', 'sort']);
  });

  it('[error-general] several mistakes › share one status that is true of all', async () => {
    const { status, document } = await shop.ask(`/book${query({ sort: 'x', unknown: '1' })}`);
    expect(status).toBe(400);
    expect(listAt(document, 'errors').map((error) => textAt(error, 'status'))).toEqual(['400', '400']);
  });
});
