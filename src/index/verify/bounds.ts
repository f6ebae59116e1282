/**
 * Checks that no section refers to places outside of another section: offsets ascend and end with their bytes; runs, links, ordinals and orders are
 * within their ranges.
 *
 * It uses the names of sections only, and runs before all other checks, which can then read a segment like a server.
 */
import { CHUNK_BYTES, OFFSET_BLOCK, type SectionMap } from '../../format/index.js';
import { checkLists } from './substrings/index.js';

const offsetsSuffix = '.offsets';

/** @throws IntegrityError naming the first section with a reference out of bounds. Cost: O(entries of these sections). */
export function checkBounds(sections: SectionMap): void {
  for (const { name } of sections.entries()) {
    if (name.endsWith(offsetsSuffix)) checkRecords(sections, name.slice(0, -offsetsSuffix.length));
  }
  for (const { name } of sections.entries()) {
    const slash = name.lastIndexOf('/');
    const field = name.slice(0, slash);
    const structure = name.slice(slash + 1);
    if (slash < 0) continue;
    if (structure === 'starts') checkRuns(sections, field);
    else if (structure === 'ordinals') checkOrdinals(sections, field);
    else if (structure === 'links.starts') checkLinks(sections, field);
    else if (structure === 'reversed.order' || structure === 'reversed.rank') checkPermutation(sections, name);
    else if (structure === 'substrings.lists' || structure === 'substrings.buckets') checkLists(sections, name);
  }
}

/** Records must be contiguous from the first byte to the last, each within one chunk. */
function checkRecords(sections: SectionMap, name: string): void {
  const { blob, offsets } = sections.countedRecords(name);
  const offsetsName = `${name}${offsetsSuffix}`;
  const chunkEnds = blob.chunks.map(({ byteLength }, chunk) => chunk * CHUNK_BYTES + byteLength);
  const fullChunk = blob.chunks.findIndex(({ byteLength }) => byteLength >= CHUNK_BYTES);
  if (fullChunk >= 0) throw sections.damage(name, `less than ${CHUNK_BYTES} bytes in a chunk`, 'a full chunk');
  const { bases } = offsets.tables;
  const base = bases.findIndex((value) => !Number.isSafeInteger(value) || value < 0);
  if (base >= 0) throw sections.damage(`${offsetsName}.bases`, 'byte offsets', `${bases[base]} at ${base}`);
  if (offsets.at(0) !== 0) throw sections.damage(offsetsName, 'a first record at 0', `${offsets.at(0)}`);
  for (let record = 0; record + 1 < offsets.length; record += 1) {
    const start = offsets.at(record);
    const nextOffset = offsets.at(record + 1);
    const chunk = Math.floor(start / CHUNK_BYTES);
    const end = chunkEnds[chunk];
    const isNext =
      nextOffset >= start && end !== undefined && (nextOffset <= end || nextOffset === (chunk + 1) * CHUNK_BYTES);
    if (isNext) continue;
    const sectionName = record % OFFSET_BLOCK === OFFSET_BLOCK - 1 ? `${offsetsName}.bases` : offsetsName;
    throw sections.damage(
      sectionName,
      `an end of record ${record} from ${start} to ${end ?? blob.end}`,
      `${nextOffset}`,
    );
  }
  const end = offsets.at(offsets.length - 1);
  if (end !== blob.end) throw sections.damage(offsetsName, `a last record that ends at ${blob.end}`, `${end}`);
}

/** @returns the first index at which `starts` do not ascend; −1 if they ascend from 0 to at most `end` */
function findWrongStart(starts: Uint32Array, end: number): number {
  if (starts[0] !== 0) return 0;
  for (let i = 1; i < starts.length; i += 1) if (starts[i - 1]! > starts[i]!) return i;
  return starts[starts.length - 1]! <= end ? -1 : starts.length - 1;
}

/** Runs must ascend and end inside, and docs must be below the number of items. */
function checkRuns(sections: SectionMap, field: string): void {
  const starts = sections.u32(`${field}/starts`);
  const docs = sections.u32(`${field}/docs`);
  const wrongIndex = findWrongStart(starts, docs.length);
  if (wrongIndex >= 0) {
    throw sections.damage(
      `${field}/starts`,
      `runs that ascend from 0 to at most ${docs.length}`,
      describeEntry(starts, wrongIndex),
    );
  }
  const links = `${field}/links.starts`;
  const size = sections.has(links) ? sections.u32(links).length - 1 : docs.length;
  const outOfRange = docs.findIndex((doc) => doc >= size);
  if (outOfRange >= 0) throw sections.damage(`${field}/docs`, `items below ${size}`, describeEntry(docs, outOfRange));
}

function checkOrdinals(sections: SectionMap, field: string): void {
  const ordinals = sections.unsigned(`${field}/ordinals`);
  const terms = sections.u32(`${field}/starts`).length;
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    if (ordinals[doc]! < terms) continue;
    throw sections.damage(`${field}/ordinals`, `ordinals up to ${terms - 1}`, describeEntry(ordinals, doc));
  }
}

function checkLinks(sections: SectionMap, field: string): void {
  const name = `${field}/links.starts`;
  const starts = sections.u32(name);
  const targets = sections.u32(`${field}/links.targets`);
  const wrongIndex = findWrongStart(starts, targets.length);
  if (wrongIndex >= 0)
    throw sections.damage(name, `links that ascend from 0 to ${targets.length}`, describeEntry(starts, wrongIndex));
  const terms = sections.countedRecords(`${field}/terms`).count;
  const outOfRange = targets.findIndex((target) => target >= terms);
  if (outOfRange >= 0)
    throw sections.damage(`${field}/links.targets`, `targets below ${terms}`, describeEntry(targets, outOfRange));
}

function checkPermutation(sections: SectionMap, name: string): void {
  const entries = sections.u32(name);
  const outOfRange = entries.findIndex((entry) => entry >= entries.length);
  if (outOfRange >= 0)
    throw sections.damage(name, `places below ${entries.length}`, describeEntry(entries, outOfRange));
}

const describeEntry = (values: ArrayLike<number>, index: number): string => `${values[index]} at ${index}`;
