/**
 * A JSON:API server for imports, whose answers a test writes down.
 */
import { createServer, type Server } from 'node:http';

/** A server that answers from a table; each entry once for each request. */
export class Answers {
  readonly asked: string[] = [];
  #server: Server | undefined;
  base = '';

  async start(answers: Readonly<Record<string, object | number>>): Promise<string> {
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '');
      this.asked.push(path);
      const answer = answers[path] ?? 404;
      if (typeof answer === 'number') response.writeHead(answer, { 'retry-after': '0' }).end('{}');
      else response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return this.base;
  }

  stop(): void {
    this.#server?.close();
  }
}
