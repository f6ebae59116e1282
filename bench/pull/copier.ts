/**
 * What copying takes at least: a process that fetches files from the origin, writes them and waits until they are on the
 * disk, and does nothing else. It has the same origin, the same link and the same disk as a replica.
 *
 * Told `{ from, names, to }`, it answers when all files are there.
 */
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface CopyTask {
  /** URL that the names are below; ends with a slash. */
  readonly from: string;
  readonly names: readonly string[];
  /** Folder. */
  readonly to: string;
}

const pieceBytes = 2 ** 20;

const fetched = (url: URL): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, resolve).once('error', reject);
  });

async function copy({ from, names, to }: CopyTask): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const response = await fetched(new URL(name, from));
      if (response.statusCode !== 200) throw new Error(`${name} is answered with status ${response.statusCode}.`);
      await pipeline(response, createWriteStream(join(to, name), { highWaterMark: pieceBytes, flush: true }));
    }),
  );
}

process.on('message', (task: CopyTask) => {
  copy(task).then(
    () => process.send?.('copied'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// The benchmark is done, or gone.
process.once('disconnect', () => process.exit());
