/**
 * Threads that only pretend, before a folder that holds two snapshots, of which CURRENT names the first.
 */
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeAll } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { publishCurrent, requireCurrent } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import type { ServeOptions, Serving } from '../../../src/server/index.js';
import type { Launch } from '../../../src/server/threads/messages.js';
import { serveTogether } from '../../../src/server/threads/supervisor.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

/** A line of the log, as far as tests look at it. */
export interface Line {
  readonly msg: string;
  readonly reason?: string;
  readonly afterMs?: number;
  readonly next?: string;
}

/** To be called once in a file of tests: builds before them, and closes every server after each. */
export function servingTogether() {
  const newFolder = temporaryFolders();
  const out = join(newFolder(), 'snapshots');
  const ids: SnapshotId[] = [];
  beforeAll(async () => {
    for (const name of ['Mason', 'Carver']) {
      const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
      await buildSnapshot(source, out, { files: diskFiles, strict: true });
      ids.push(await requireCurrent(diskFiles, out));
    }
  });
  const servers: Serving[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  async function serving(launch: Launch, options: Partial<ServeOptions> = {}) {
    const lines: Line[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    await publishCurrent(diskFiles, out, ids[0]!);
    const server = await serveTogether(
      {
        folders: [{ folder: out }],
        server: { host: '127.0.0.1', port: 0 },
        logger: pino({ level: 'info' }, sink),
        threads: 2,
        pollMs: 0,
        wait: false,
        load: loadHere,
        ...options,
      },
      launch,
    );
    servers.push(server);
    return { server, lines };
  }
  return { newFolder, out, ids, serving };
}
