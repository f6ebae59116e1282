/**
 * What every reader of a segment relies on before it reads a record: offsets that ascend and end with their bytes, runs and
 * links inside, ordinals and orders below the number of terms. By the names of the sections alone, whoever reads them.
 *
 * All other checks come afterwards, and may read what they look at as a server would.
 */
import { CHUNK_BYTES, OFFSET_BLOCK, type SectionMap } from '../../format/index.js';
import { checkLists } from './lists.js';

const offsetsSuffix = '.offsets';

/** @throws IntegrityError naming the first section that leads somewhere else. Cost: O(entries of these sections). */
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

/** Records must follow each other without a gap, from the first byte to the last, none in two chunks. */
function checkRecords(sections: SectionMap, name: string): void {
  const { blob, offsets } = sections.countedRecords(name);
  const of = `${name}${offsetsSuffix}`;
  const chunkEnds = blob.chunks.map(({ byteLength }, chunk) => chunk * CHUNK_BYTES + byteLength);
  const full = blob.chunks.findIndex(({ byteLength }) => byteLength >= CHUNK_BYTES);
  if (full >= 0) throw sections.damage(name, `less than ${CHUNK_BYTES} bytes in a chunk`, 'as many');
  const { bases } = offsets.tables;
  const base = bases.findIndex((value) => !Number.isSafeInteger(value) || value < 0);
  if (base >= 0) throw sections.damage(`${of}.bases`, 'places of bytes', `${bases[base]} at ${base}`);
  if (offsets.at(0) !== 0) throw sections.damage(of, 'a first record at 0', `${offsets.at(0)}`);
  for (let record = 0; record + 1 < offsets.length; record += 1) {
    const start = offsets.at(record);
    const next = offsets.at(record + 1);
    const chunk = Math.floor(start / CHUNK_BYTES);
    const end = chunkEnds[chunk];
    const isNext = next >= start && end !== undefined && (next <= end || next === (chunk + 1) * CHUNK_BYTES);
    if (isNext) continue;
    const where = record % OFFSET_BLOCK === OFFSET_BLOCK - 1 ? `${of}.bases` : of;
    throw sections.damage(where, `an end of record ${record} from ${start} to ${end ?? blob.end}`, `${next}`);
  }
  const end = offsets.at(offsets.length - 1);
  if (end !== blob.end) throw sections.damage(of, `a last record that ends at ${blob.end}`, `${end}`);
}

/** @returns where `starts` stop to ascend; −1 where they ascend from 0 to at most `end` */
function wrongStart(starts: Uint32Array, end: number): number {
  if (starts[0] !== 0) return 0;
  for (let i = 1; i < starts.length; i += 1) if (starts[i - 1]! > starts[i]!) return i;
  return starts[starts.length - 1]! <= end ? -1 : starts.length - 1;
}

/** The number of docs that the ids of `field` are of; of lists and links, as many as there are. */
function checkRuns(sections: SectionMap, field: string): void {
  const starts = sections.u32(`${field}/starts`);
  const docs = sections.u32(`${field}/docs`);
  const wrong = wrongStart(starts, docs.length);
  if (wrong >= 0) {
    throw sections.damage(`${field}/starts`, `runs that ascend from 0 to at most ${docs.length}`, at(starts, wrong));
  }
  const links = `${field}/links.starts`;
  const size = sections.has(links) ? sections.u32(links).length - 1 : docs.length;
  const beyond = docs.findIndex((doc) => doc >= size);
  if (beyond >= 0) throw sections.damage(`${field}/docs`, `items below ${size}`, at(docs, beyond));
}

function checkOrdinals(sections: SectionMap, field: string): void {
  const ordinals = sections.unsigned(`${field}/ordinals`);
  const terms = sections.u32(`${field}/starts`).length;
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    if (ordinals[doc]! < terms) continue;
    throw sections.damage(`${field}/ordinals`, `ordinals up to ${terms - 1}`, at(ordinals, doc));
  }
}

function checkLinks(sections: SectionMap, field: string): void {
  const name = `${field}/links.starts`;
  const starts = sections.u32(name);
  const targets = sections.u32(`${field}/links.targets`);
  const wrong = wrongStart(starts, targets.length);
  if (wrong >= 0) throw sections.damage(name, `links that ascend from 0 to ${targets.length}`, at(starts, wrong));
  const terms = sections.countedRecords(`${field}/terms`).count;
  const beyond = targets.findIndex((target) => target >= terms);
  if (beyond >= 0) throw sections.damage(`${field}/links.targets`, `targets below ${terms}`, at(targets, beyond));
}

function checkPermutation(sections: SectionMap, name: string): void {
  const places = sections.u32(name);
  const beyond = places.findIndex((place) => place >= places.length);
  if (beyond >= 0) throw sections.damage(name, `places below ${places.length}`, at(places, beyond));
}

const at = (values: ArrayLike<number>, index: number): string => `${values[index]} at ${index}`;
