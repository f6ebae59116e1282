/**
 * The text of terms in memory, for tests of structures without a column.
 */
import type { ValueRuns } from '../../build/sorting/index.js';
import type { SubstringText } from '../../build/substrings/substring-sections.js';
import { encode, newSuffixText, TextCodes } from '../../build/substrings/text/index.js';
import type { ScratchFolder } from '../../build/work/index.js';
import type { GrowingRecords } from '../../src/format/index.js';

/** @param sharedMaximum how long a text may be to be in memory. Cost: two passes over the terms. */
export async function suffixText(
  terms: GrowingRecords,
  runs: ValueRuns,
  scratch: ScratchFolder,
  sharedMaximum = Number.POSITIVE_INFINITY,
): Promise<SubstringText> {
  const views = Array.from({ length: terms.count }, (_, term) => terms.view(term));
  const occurs = new Uint8Array(256);
  for (const view of views) for (const byte of view) occurs[byte] = 1;
  const lengths = Uint32Array.from(views, (view) => view.byteLength);
  const text = await newSuffixText([lengths], runs.starts, occurs);
  const codes = new TextCodes(text, scratch, sharedMaximum);
  await codes.add(encode(Buffer.concat(views), lengths, codes.encodingFrom(0)));
  return { text, codes };
}
