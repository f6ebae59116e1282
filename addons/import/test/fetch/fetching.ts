/**
 * Fetching in tests: a server that a test plays, and what a fetch into a folder comes to, held against one into an empty folder.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { diskFiles } from '../../../../src/format/files/index.js';
import { fetchChanges } from '../../index.js';
import { imported, newFolder } from '../importing.js';

export const TOKEN = 'a-token-of-the-test';

/** What a server answers: a status, or JSON. */
export type Played = (url: URL, request: IncomingMessage, response: ServerResponse) => unknown;

const servers: Server[] = [];

export const stopServers = (): void => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
};

/** @param play returns a status, what is sent as JSON, or undefined where it has answered itself */
export async function played(play: Played): Promise<string> {
  const server = createServer((request, response) => {
    const answer = play(new URL(request.url ?? '', 'http://here'), request, response);
    if (answer === undefined) return;
    response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'application/json' });
    response.end(typeof answer === 'number' ? '{}' : JSON.stringify(answer));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

export interface Came {
  readonly requests: number;
  readonly changed: number;
  readonly told: readonly string[];
  /** Of the export that the folder is imported to, by name. */
  readonly bytes: Readonly<Record<string, string>>;
}

/** Fetches into the folder, and imports it. */
export async function fetched(source: string, origin: string, folder: string): Promise<Came> {
  const told: string[] = [];
  const options = { files: diskFiles, token: TOKEN, tell: (text: string) => void told.push(text) };
  const { input, report } = await fetchChanges(source, origin, folder, options);
  const { bytes } = await imported(source, input, { nowMs: 0 });
  // How much was left out, and where that was, may be told in another order.
  const { 'import.json': _, ...rest } = bytes;
  return { requests: report?.requests ?? 0, changed: report?.changed ?? 0, told, bytes: rest };
}

export const emptyFolder = (): string => join(newFolder(), 'content');
