/**
 * `npm start`: builds the bookshop, serves it, and prints URLs worth trying.
 *
 * The snapshot is built into an ignored folder of the checkout, every time: 300 items take a moment, and the same
 * content gives the same snapshot.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { buildSnapshot } from '../build/publish/index.js';
import { reportFailure, WRONG_USAGE } from '../src/cli/failure.js';
import { untilSignal } from '../src/cli/io.js';
import { diskFiles, packageRoot } from '../src/format/files/index.js';
import { openCurrent } from '../src/index/snapshot/index.js';
import { loadPages, type Page, startServer } from '../src/server/index.js';

/** @returns the pictures that the bookshop's items name, by their addresses, which are their paths in `data` */
async function picturesIn(data: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(data, 'images'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.svg')).map((name) => `/images/${name.replaceAll('\\', '/')}`);
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(data, name), 'utf8')] as const)),
  );
}

/** `GET /images/<kind>/<name>.svg`. */
const picturesPage = (pictures: ReadonlyMap<string, string>): Page => ({
  name: 'images',
  path: '/images/:kind/:name',
  paths: [...pictures.keys()],
  handler: (ctx, next) => {
    const picture = pictures.get(ctx.path);
    if (picture === undefined) return next();
    ctx.status = 200;
    ctx.set({
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'public, max-age=3600',
    });
    ctx.body = picture;
    return undefined;
  },
});

const defaultPort = '8080';

/** Requests to try, below the delivery root. */
const EXAMPLES: readonly { readonly what: string; readonly path: string }[] = [
  { what: 'The content types', path: '' },
  {
    what: 'One book, with its author, the author\u2019s country and three of its reviews',
    path: '/book/the-salt-road?include=author.country,reviews&page[reviews][limit]=3',
  },
  { what: 'The newest books, five a page', path: '/book?sort=-published,title&page[limit]=5' },
  {
    what: 'Crime for less than 9 pounds, or anything signed',
    path: '/book?filter[_OR][0][genre][_eq]=Crime&filter[_OR][0][price][_lt]=9&filter[_OR][1][signed][_eq]=true',
  },
  {
    what: 'Books whose description mentions a lighthouse, titles and prices only',
    path: '/book?filter[description][_contains]=lighthouse&fields[book]=title,price',
  },
  {
    what: 'What Ottoline Farrow has written, oldest first',
    path: '/author/ottoline-farrow/books?sort=published&page[limit]=10',
  },
];

/** @returns the port wanted, or undefined if the arguments make no sense */
function wantedPort(args: string[], env: NodeJS.ProcessEnv): number | undefined {
  try {
    const { values } = parseArgs({ args, options: { port: { type: 'string' } } });
    const text = values.port ?? env['PORT'] ?? defaultPort;
    const port = Number(text);
    return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
  } catch {
    return undefined;
  }
}

async function start(port: number): Promise<void> {
  const root = packageRoot();
  const folder = join(root, '.cache', 'bookshop');
  await buildSnapshot(join(root, 'data', 'bookshop'), folder, { files: diskFiles, strict: false });
  const space = await openCurrent(diskFiles, folder);
  const pictures = await picturesIn(join(root, 'data'));
  const server = await startServer({
    spaces: [{ name: space.model.space, space }],
    host: '127.0.0.1',
    port,
    pages: [picturesPage(pictures)],
    logger: pino({ level: 'warn' }, process.stderr),
  });
  const stopped = untilSignal();
  const [base = server.origin] = server.roots;
  const hasExplorer = (await loadPages('explorer')) !== undefined;
  const lines = EXAMPLES.map(({ what, path }) => `  ${what}:\n    '${base}${path}'\n`);
  process.stdout.write(
    `The bookshop is open. ${hasExplorer ? `Look around in a browser:\n\n  ${server.origin}\n\n` : ''}Its content is served at ${base}\n\nTry with curl -g, or in a browser without the quotes:\n\n${lines.join('\n')}`,
  );
  process.stdout.write('\nStop it with Ctrl+C.\n');
  await stopped;
  await server.close();
}

const usage = 'usage: npm start -- [--port <number>]   (or PORT=<number>; 0 to 65535, default 8080)\n';
const args = process.argv.slice(2);
const port = wantedPort(args, process.env);
if (args.includes('--help') || args.includes('-h')) process.stdout.write(usage);
else if (port === undefined) {
  process.stderr.write(usage);
  process.exitCode = WRONG_USAGE;
} else {
  const io = { stdout: process.stdout, stderr: process.stderr, env: process.env, untilStopped: untilSignal };
  await start(port).catch((error: unknown) => {
    process.exitCode = reportFailure(error, io);
  });
}
