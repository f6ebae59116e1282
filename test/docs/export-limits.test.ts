/**
 * The limits of an export in docs/content.md against the code.
 */
import { expect, it } from 'vitest';
import { modelBytesMaximum } from '../../build/read/export.js';
import { GROWTH_FREE_BYTES, GROWTH_MAXIMUM } from '../../build/read/files/file-chunks.js';
import { lineBytesMaximumDefault } from '../../build/read/files/lines.js';
import { depthMaximum, valuesMaximum } from '../../build/read/values/json-reader.js';
import { charactersMaximum, exponentMaximum } from '../../build/read/values/number-values.js';
import { entriesOf, readPage, tableAt, tablesOf } from '../../testing/pages/markdown.js';

it('docs/content.md, the limits of an export › each with its value', () => {
  const rows = entriesOf(tableAt(tablesOf(readPage('docs/content.md')), 'Limits of an export', 'of an export'));
  const free = GROWTH_FREE_BYTES / 2 ** 20;
  expect(Object.fromEntries(rows)).toEqual({
    'bytes of `model.json`': String(modelBytesMaximum),
    'bytes of a line, inflated': String(lineBytesMaximumDefault),
    'values in a line, or in the model': String(valuesMaximum),
    'lists and objects within each other': String(depthMaximum),
    'characters of a number': String(charactersMaximum),
    'exponent of a number': `±${exponentMaximum}`,
    [`inflated size of an \`.ndjson.gz\` file above ${free} MiB, as a multiple of its size`]: String(GROWTH_MAXIMUM),
  });
});
