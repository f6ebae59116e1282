/**
 * The floor of any server with stele's headers as a contestant: Node's HTTP server with a map from targets to prepared
 * answers.
 *
 * It reads only the target of a request. An answer is fetched from stele at the first request; the only argument is
 * stele's port. Paths begin as on the bare server, followed by the target for stele.
 */
import { Agent, createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { got } from '../got.js';

interface Ready {
  readonly status: number;
  /** Names and values in turn, without those that Node writes by itself. */
  readonly lines: string[];
  readonly tag: string;
  readonly body: Buffer;
}

const [stelePort = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const answers = new Map<string, Ready>();

/** Headers that Node writes by itself. */
const OWN: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

const linesOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, place) => !OWN.has((rawHeaders[place - (place % 2)] ?? '').toLowerCase()));

async function ask(path: string, headers: OutgoingHttpHeaders): Promise<Ready> {
  const { response, body } = await got({ agent, host: '127.0.0.1', port: stelePort, path, headers });
  return { status: response.statusCode ?? 0, lines: linesOf(response), tag: response.headers.etag ?? '', body };
}

/** @param url path with a prefix that names the form of the answer */
async function fetched(url: string): Promise<Ready> {
  const pathStart = url.indexOf('/', 1);
  const path = url.slice(pathStart);
  switch (url.slice(1, pathStart)) {
    case '304':
      return ask(path, { 'If-None-Match': (await ask(path, {})).tag });
    case 'gzip':
      return ask(path, { 'Accept-Encoding': 'gzip' });
    default:
      return ask(path, {});
  }
}

function send(response: ServerResponse, { status, lines, body }: Ready): void {
  response.writeHead(status, lines);
  response.end(body);
}

async function sendFetched(url: string, response: ServerResponse): Promise<void> {
  try {
    const ready = await fetched(url);
    answers.set(url, ready);
    send(response, ready);
  } catch (error) {
    response.writeHead(502);
    response.end(String(error));
  }
}

const server = createServer((request, response) => {
  const { url = '' } = request;
  const ready = answers.get(url);
  if (ready === undefined) void sendFetched(url, response);
  else send(response, ready);
});

// As for stele: at a low rate a connection may be idle for longer than Node's default of five seconds.
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`);
});
process.once('SIGTERM', () => process.exit(0));
