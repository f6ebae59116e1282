/**
 * The plain scan as a contestant: columns in memory, every item tested, every match sorted.
 *
 * It is the baseline for precomputed structures. The naive evaluator of the tests checks its answers.
 */
import { join } from 'node:path';
import type { ContentModel } from '../../src/content/model/index.js';
import { ColumnOracle, readExportNaively } from '../../testing/oracle/index.js';
import type { Contestant } from '../harness/contestant.js';
import { renderResource } from '../harness/input/render.js';
import { linesOf, readRow } from '../harness/input/rows.js';

const OPEN = '{"jsonapi":{"version":"1.1"},"data":';
const COMMA = Buffer.from(',');

/** Cost: the export in memory, as objects; up to 100,000 items of it are no trouble. */
export function scanContestant(exportFolder: string, model: ContentModel): Contestant {
  const columns = new ColumnOracle(readExportNaively(exportFolder));
  /** Rendered items, outside the heap. */
  const rendered = new Map<string, Uint8Array>();
  for (const type of model.contentTypes.values()) {
    for (const line of linesOf(join(exportFolder, `${type.name}.ndjson`))) {
      const row = readRow(type, line);
      rendered.set(`${type.name}/${row.id}`, Buffer.from(renderResource(type, row)));
    }
  }
  return {
    name: 'scan',
    prepare: ({ request }) => {
      const type = request.type.name;
      const json = (id: string): Uint8Array => rendered.get(`${type}/${id}`)!;
      if (request.kind === 'item') return () => Buffer.concat([Buffer.from(OPEN), json(request.id), Buffer.from('}')]);
      const { filter, sort, page } = request;
      return () => {
        const { total, ids } = columns.evaluate({ type, filter, sort, page });
        const parts = ids.map(json).flatMap((item, place) => (place === 0 ? [item] : [COMMA, item]));
        return Buffer.concat([Buffer.from(`${OPEN}[`), ...parts, Buffer.from(`],"meta":{"total":${total}}}`)]);
      };
    },
  };
}
