/**
 * Measures one use of a snapshot in a fresh process and prints it: `observe.js read|open|objects <snapshots>`.
 *
 * `objects` counts the JavaScript objects that opening creates. Their number depends on the sections of a snapshot, not
 * on its items.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapSnapshot, queryObjects } from 'node:v8';
import { diskFiles } from '../../src/format/files/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { collectGarbage } from '../harness/timing/measure.js';

/** Node's single read ends at 2 GiB. */
const readMaximum = 2 ** 30;

/** Reads every file of the folder into memory, as plainly as can be. */
function readAll(folder: string): Uint8Array[] {
  const buffers: Uint8Array[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = openSync(join(folder, name), 'r');
    const found = fstatSync(file);
    for (let position = 0; found.isFile() && position < found.size; position += readMaximum) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(readMaximum, found.size - position));
      readSync(file, buffer, 0, buffer.byteLength, position);
      buffers.push(buffer);
    }
    closeSync(file);
  }
  return buffers;
}

/** @returns how many nodes the heap has; a snapshot's text begins with its counts. Cost: O(heap). */
async function heapNodes(): Promise<number> {
  let text = '';
  for await (const chunk of getHeapSnapshot()) {
    text += String(chunk);
    const count = /"node_count":([0-9]+)/.exec(text)?.[1];
    if (count !== undefined) return Number(count);
  }
  throw new Error('The heap snapshot does not say how many nodes it has.');
}

async function timed(action: () => unknown): Promise<{ readonly ms: number; readonly result: unknown }> {
  const startedMs = performance.now();
  const result = await action();
  return { ms: performance.now() - startedMs, result };
}

async function observe(what: string | undefined, snapshots: string): Promise<object> {
  switch (what) {
    case 'read':
    case 'open': {
      const { ms, result } = await timed(() =>
        what === 'read' ? readAll(snapshots) : openCurrent(diskFiles, snapshots),
      );
      collectGarbage('major');
      return { ms, residentBytes: process.memoryUsage.rss(), kept: typeof result };
    }
    case 'objects': {
      // The first openings load code and fill the caches of the JavaScript engine, so that the last one creates only its own objects.
      const first = await openCurrent(diskFiles, snapshots);
      const opened = [first, await openCurrent(diskFiles, snapshots)];
      await heapNodes();
      const nodesBefore = await heapNodes();
      const before = queryObjects(Object, { format: 'count' });
      opened.push(await openCurrent(diskFiles, snapshots));
      const objects = queryObjects(Object, { format: 'count' }) - before;
      const nodes = (await heapNodes()) - nodesBefore;
      const ofSections = objectsOfSections(first);
      return {
        objects,
        nodes,
        sections: ofSections.sections,
        sectionObjects: ofSections.objects,
        kept: opened.length,
      };
    }
    default:
      throw new Error('Wanted: observe.js read|open|objects <snapshots>.');
  }
}

/** Sections of any column. */
const SETS = sectionNames('').substringSetNodes;

/** Objects of a section: an entry of the header, the pair of entry and bytes, and the bytes. */
const objectsEach = 3;

interface ObjectCount {
  /** Sections of all types. */
  readonly sections: number;
  /** Objects that are created for sections. */
  readonly objects: number;
}

/** @returns the number of objects that opening creates for sections of types; the number of other objects depends on the model alone */
function objectsOfSections({ types }: Space): ObjectCount {
  let sections = 0;
  let objects = 0;
  for (const { segment } of types.values()) {
    const { fields, file } = segment;
    const buffers = new Set<ArrayBufferLike>();
    for (const { name, element } of file.sections.entries()) {
      sections += 1;
      if (element === 'u8') buffers.add(file.sections.u8(name).buffer);
      // Bytes are used as they are; numbers are a view of their own.
      objects += objectsEach + Number(element !== 'u8');
    }
    // Sections are read in groups of up to 1 GiB, each into one buffer.
    objects += buffers.size;
    for (const name of fields.keys()) {
      if (file.sections.has(sectionNames(name).quantilePlaces)) objects += 1;
    }
    // The reader of a column's sets of substrings; columns without such sets share one.
    for (const { name } of file.sections.entries()) if (name.endsWith(SETS)) objects += 1;
  }
  return { sections, objects };
}

const [, , what, snapshots = ''] = process.argv;
console.log(JSON.stringify(await observe(what, snapshots)));
