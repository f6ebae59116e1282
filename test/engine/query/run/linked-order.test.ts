/**
 * Sorted related items: by ranks and by values they are in the same order, and thousands of them are below the maximum.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { withChoices } from '../../../../src/content/choices/index.js';
import type { Space } from '../../../../src/index/snapshot/index.js';
import { answer, estimatedCost, parseRequest, splitTarget } from '../../../../src/jsonapi/index.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';

let space: Space;
beforeAll(async () => {
  space = await openBookshop();
});

function ask(target: string): string {
  const { path, search } = splitTarget(target);
  return answer(space, parseRequest(space.model, path, search), '').toString();
}

const books = '/author/ottoline-farrow/books';

describe('sorted related items', () => {
  it.each([
    ...['title', '-title', '-series.planned,price', 'subtitle,-id', '-binding,published', 'reviews._count,-restocked'],
    ...['author.country.name,-inPrint', '-series.name,binding,-weight'],
  ])('%s › ranks give the same answer as values', (sort) => {
    for (const page of ['', '&page[limit]=3&page[skip]=11', '&filter[price][_gt]=8']) {
      const target = `${books}?sort=${sort}&fields[book]=title${page}`;
      const [byRanks, byValues] = (['ranks', 'values'] as const).map((way) =>
        withChoices({ ways: { 'order.linked': way } }, () => ask(target)),
      );
      expect(byRanks).toBe(byValues);
    }
  });

  it('a sort by one field › adds less than a microsecond for each item', () => {
    const { meta } = JSON.parse(ask(`${books}?page[limit]=0&sort=price`));
    const sortedCost = estimatedCost();
    ask(`${books}?page[limit]=0`);
    expect((sortedCost - estimatedCost()) / meta.total).toBeLessThan(1000);
  });
});
