/**
 * The stage of the conditions: spaces with several snapshots, servers of them, origins, and a load.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSnapshot } from '../../build/publish/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { writeCurrent } from '../../src/index/snapshot/index.js';
import { ROOT } from '../../testing/root.js';
import { writeFiles } from '../../testing/samples/export.js';
import { BOOKS, Clients } from './clients.js';
import type { Prometheus } from './prometheus.js';

export const STELE = join(ROOT, 'dist', 'src', 'cli', 'main.js');

export interface SpaceFolder {
  readonly folder: string;
  /** The first is current. */
  readonly ids: readonly SnapshotId[];
}

export function writeExport(folder: string, space: string, word: string): string {
  const books = Array.from({ length: BOOKS }, (_, index) => ({
    id: `b${index}`,
    title: `${word} ${index}`,
    text: `${word} ${'and more words '.repeat(20)}${index}`,
  }));
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'text', type: 'textMultiline' },
  ];
  return writeFiles(folder, {
    'model.json': { space, contentTypes: [{ name: 'book', fields }] },
    'book.ndjson': books,
  });
}

/** Overwrites the rendered titles in the segment of books, in place. */
export function damageSegment(folder: string, id: SnapshotId): void {
  const name = readdirSync(join(folder, id)).find((file) => file.startsWith('book-')) ?? '';
  const path = join(folder, id, name);
  const bytes = readFileSync(path);
  const title = Buffer.from('"Word');
  for (let at = bytes.indexOf(title); at >= 0; at = bytes.indexOf(title, at + 1)) bytes[at + 1] = 0x58;
  writeFileSync(path, bytes);
}

export async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

export class Stage {
  readonly folder: string;
  readonly prometheus: Prometheus;
  readonly #children = new Map<string, ChildProcess>();
  readonly #ports = new Map<string, number>();
  readonly #servers: Server[] = [];
  readonly #loads: (() => void)[] = [];
  readonly #closings: (() => Promise<void>)[] = [];

  constructor(folder: string, prometheus: Prometheus) {
    this.folder = folder;
    this.prometheus = prometheus;
  }

  /** Builds snapshots of a space with this many different contents. */
  async buildSpace(space: string, count: number): Promise<SpaceFolder> {
    const folder = join(this.folder, space, 'snapshots');
    mkdirSync(folder, { recursive: true });
    const ids: SnapshotId[] = [];
    for (let place = 0; place < count; place += 1) {
      const source = writeExport(join(this.folder, space, `export-${place}`), space, `Word${place}`);
      const options = { files: diskFiles, strict: true, keep: count + 1 };
      ids.push((await buildSnapshot(source, folder, options)).snapshot);
    }
    await writeCurrent(diskFiles, folder, ids[0]!);
    return { folder, ids };
  }

  /** Starts a server, the second time on the same port, and lets Prometheus scrape it. @returns its origin */
  async serve(instance: string, args: readonly string[]): Promise<string> {
    const port = this.#ports.get(instance) ?? (await freePort());
    this.#ports.set(instance, port);
    const all = [STELE, 'serve', ...args, '--port', String(port), '--poll', '0.5', '--log-level', 'silent'];
    this.#children.set(instance, spawn(process.execPath, all, { stdio: 'ignore' }));
    const origin = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`${origin}/health/live`).catch(() => undefined);
      if (answer !== undefined) break;
      await sleep(100);
    }
    this.prometheus.addTarget(instance, `127.0.0.1:${port}`);
    return origin;
  }

  async kill(instance: string): Promise<void> {
    const child = this.#children.get(instance);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** A server of the files of a folder. @returns its port, and functions that close it and open it again */
  async startOrigin(folder: string): Promise<{ port: number; close: () => void; open: () => void }> {
    const port = await freePort();
    const server = createServer((incoming, response) => {
      const path = join(folder, decodeURIComponent(new URL(incoming.url ?? '', 'http://x').pathname));
      const status = statSync(path, { throwIfNoEntry: false });
      if (status?.isFile() !== true) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-length': status.size });
      createReadStream(path).pipe(response);
    });
    this.#servers.push(server);
    const open = (): void => void server.listen(port, '127.0.0.1');
    open();
    const close = (): void => {
      server.close();
      server.closeAllConnections();
    };
    return { port, close, open };
  }

  /** An exporter that answers each scrape with the text. */
  async startExporter(instance: string, readText: () => string): Promise<void> {
    const port = await freePort();
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(readText());
    });
    server.listen(port, '127.0.0.1');
    this.#servers.push(server);
    this.prometheus.addTarget(instance, `127.0.0.1:${port}`);
  }

  /** Sends requests over this many connections until it is stopped. @returns the function that stops it */
  load(origin: string, connections: number, pauseMs = 0): () => void {
    const clients = new Clients(origin, pauseMs);
    clients.add(connections);
    this.#loads.push(clients.stop);
    return clients.stop;
  }

  /** Adds clients until answers take this long, and keeps it so. @returns the function that stops it */
  loadUntilSlow(origin: string, latencyMs: number): () => void {
    const clients = new Clients(origin, 0);
    clients.add(10);
    const growth = setInterval(() => {
      if (clients.lastLatencyMs < latencyMs) clients.add(5);
    }, 1_000);
    const stop = (): void => {
      clearInterval(growth);
      clients.stop();
    };
    this.#loads.push(stop);
    return stop;
  }

  onClose(close: () => Promise<void>): void {
    this.#closings.push(close);
  }

  async close(): Promise<void> {
    for (const stop of this.#loads) stop();
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    for (const instance of this.#children.keys()) await this.kill(instance);
    for (const close of this.#closings) await close();
  }
}
