/**
 * Labels of counted values: the same as items show.
 */
import { expect, it } from 'vitest';
import { execute } from '../../../src/engine/query/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';
import { segmentsOf } from '../../../testing/structures/segments.js';

const newFolder = temporaryFolders();

it('texts and ids that begin with U+FEFF › keep it', async () => {
  const segmentOf = await segmentsOf(newFolder(), {
    'model.json': modelOf({ thing: { name: 'text', to: linkTo('thing') } }),
    'thing.ndjson': [{ id: '\ufeffa', name: '\ufeffword', to: '\ufeffa' }],
  });
  const facetOf = (field: string) =>
    ({
      field,
      limit: 9,
      grouping: { kind: 'values' },
      isByValue: false,
      ignoresOwnConditions: false,
      prefix: undefined,
    }) as const;
  const counting = { facets: [facetOf('name'), facetOf('to')], statistics: [] };
  const { counted } = execute(segmentOf('thing'), {
    filter: undefined,
    sort: [],
    page: { skip: 0, limit: 0 },
    counting,
  });
  expect(counted?.facets.map(({ values }) => values.map(({ value }) => value))).toEqual([
    ['\ufeffword'],
    [{ type: 'thing', id: '\ufeffa' }],
  ]);
});
