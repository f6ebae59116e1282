/**
 * A space built in memory, with functions that answer requests as a server would.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { MemoryDisk } from '../disk/index.js';

type Json = Readonly<Record<string, unknown>>;

export class MemorySpace {
  readonly disk: MemoryDisk;
  readonly space: Space;

  private constructor(disk: MemoryDisk, space: Space) {
    this.disk = disk;
    this.space = space;
  }

  /**
   * @param items  by content type, an array of lines: JSON texts, or values to write as JSON
   * @param strict whether a link to a missing item is a mistake
   */
  static async of(
    model: Json,
    items: Readonly<Record<string, readonly (Json | string)[]>>,
    { strict = true }: { readonly strict?: boolean } = {},
  ): Promise<MemorySpace> {
    const disk = new MemoryDisk();
    disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
    for (const [type, lines] of Object.entries(items)) {
      const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
      disk.put(`/export/${type}.ndjson`, Buffer.from(text));
    }
    await buildSnapshot('/export', '/out', { files: disk, strict });
    return new MemorySpace(disk, await openCurrent(disk, '/out'));
  }

  /** @throws RequestError if the request is refused. @returns the document that a server sends */
  text(path: string, search = ''): string {
    return answer(this.space, parseRequest(this.space.model, path, search), '').toString();
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read documents that they have just requested
  document(path: string, search = ''): any {
    return JSON.parse(this.text(path, search));
  }

  /** @returns the ids of a list */
  ids(path: string, search = ''): readonly string[] {
    const document: { readonly data: readonly { readonly id: string }[] } = this.document(path, search);
    return document.data.map(({ id }) => id);
  }
}
