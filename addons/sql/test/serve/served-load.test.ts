/**
 * The statements of an answer when they fail, are late, or their client leaves, without a server.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ContentModel,
  readContentModel,
  type SnapshotId,
  snapshotId,
} from '../../../../src/content/model/index.js';
import { parseRequest } from '../../../../src/jsonapi/index.js';
import { shelf } from '../../../../testing/samples/export.js';
import { LoadedSearches } from '../../search/loaded-searches.js';
import type { FailureKind } from '../../serve/failures.js';
import { type AnsweringOptions, createServedSpace } from '../../serve/served-load.js';

function shelfModel(): ContentModel {
  const read = readContentModel(shelf['model.json']);
  if ('model' in read) return read.model;
  throw new Error('the shelf has no model');
}

const model = shelfModel();
const found: SnapshotId | undefined = snapshotId('a'.repeat(64));
const nobodyLeaves = new AbortController().signal;
const failure = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });

/** @param ask answers statements: that of the total before that of the page */
function asked(ask: AnsweringOptions['pool']['ask'], isLost = false) {
  const failures: FailureKind[] = [];
  if (found === undefined) throw new Error('no id');
  const space = createServedSpace(
    {
      id: found,
      schema: 'stele_1',
      model,
      counts: new Map([['book', { items: 0, populated: new Map() }]]),
      searches: new LoadedSearches('stele_1', new Map()),
    },
    { pool: { ask }, statementMs: 1000, answerMs: 200, isLost: () => isLost, onFailure: (kind) => failures.push(kind) },
  );
  const answer = (search: string, signal = nobodyLeaves): Promise<Buffer> =>
    space.answer(parseRequest(model, '/book', search), '/delivery/jsonapi', { signal });
  return { answer, failures };
}

describe('servedLoad', () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  beforeEach(() => process.on('warning', note));
  afterEach(() => process.off('warning', note));

  it('a statement that neither ends nor is cancelled › 503 within the timeout', async () => {
    const { answer, failures } = asked(() => new Promise(() => undefined));
    await expect(answer('')).rejects.toMatchObject({ problems: [{ code: 'Unavailable' }] });
    expect(failures).toEqual(['late']);
  });

  it('many concurrent statements of an answer › no warnings of Node', async () => {
    const { answer } = asked(async (_, __, signal) => {
      for (let count = 0; count < 100; count += 1) signal.addEventListener('abort', () => undefined);
      return [];
    });
    const { data } = JSON.parse((await answer('')).toString());
    await new Promise((resolve) => setImmediate(resolve));
    expect([data, warnings]).toEqual([[], []]);
  });

  it('a failing statement › the others are cancelled, and the client receives 503', async () => {
    const signals: AbortSignal[] = [];
    const { answer, failures } = asked((_, __, signal) => {
      signals.push(signal);
      return signals.length === 1 ? Promise.reject(failure) : new Promise(() => undefined);
    });
    await expect(answer('?filter[title][_eq]=Dust')).rejects.toMatchObject({ status: 503 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(failures).toEqual(['lost']);
  });

  it('an internal error › is unchanged', async () => {
    const { answer, failures } = asked(() => Promise.reject(new TypeError('a bug')));
    await expect(answer('')).rejects.toThrow(TypeError);
    expect(failures).toEqual([]);
  });

  it('a disconnected client › its statements are cancelled, without a database failure', async () => {
    const leaving = new AbortController();
    const { answer, failures } = asked(
      (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(failure));
          leaving.abort();
        }),
    );
    await expect(answer('', leaving.signal)).rejects.toThrow('was cancelled');
    expect(failures).toEqual(['gone']);
  });

  it('a database already marked as silent › receives no statement', async () => {
    let questions = 0;
    const { answer, failures } = asked(async () => {
      questions += 1;
      return [];
    }, true);
    await expect(answer('')).rejects.toMatchObject({ status: 503 });
    expect([questions, failures]).toEqual([0, ['lost']]);
  });
});
