/**
 * `npm run bench:minutes`: commands and seconds from nothing to the first answer, to the first answer from one's own CSV,
 * and to a typed call.
 *
 * It clones the last commit of this checkout and types what the README says. A wrong field must be refused by the compiler
 * and the right one must be answered, or the command ends with 1. Everything is removed at the end.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../harness/root.js';
import { Terminal } from './terminal.js';

const POSTS = 'title,minutes,published\nA first post,4,2026-01-02\nA second post,9,2026-02-03\n';

const call = (field: string): string => `import { openSnapshot } from 'stele';
import type { Content } from './content.js';

const space = await openSnapshot<Content>('snapshots');
const { items } = space.type('posts').find({ filter: { ${field}: { _gt: 5 } } });
console.log(items.map(({ title }) => title).join());
space.close();
`;
const compile = 'npx tsc --ignoreConfig --strict --skipLibCheck --module nodenext --target es2022 --types node call.ts';

const stele = 'npm run --silent stele --';
const folder = await mkdtemp(join(tmpdir(), 'stele-minutes-'));
const checkout = join(folder, 'stele');
const results: string[] = [];
const tell = (what: string, terminal: Terminal): void => {
  results.push(`${what}: ${terminal.commands} commands, ${terminal.seconds} s`);
  console.log(results.at(-1));
};

try {
  const begin = new Terminal(checkout);
  await mkdir(checkout);
  await begin.run(`git clone --quiet --depth 1 file://${ROOT} .`);
  await begin.run('npm ci');

  const first = begin.onwards();
  await first.answerOf('npm start -- --port 0', '/book?page[limit]=1', '"the-salt-road"|"type":"book"');
  tell('the first answer', first);

  const own = begin.onwards();
  await mkdir(join(checkout, 'posts'));
  await writeFile(join(checkout, 'posts', 'posts.csv'), POSTS);
  await own.run(`${stele} build posts --from csv --out snapshots`);
  await own.answerOf(`${stele} serve snapshots --port 0`, '/posts?filter[minutes][_gt]=5', '"A second post"');
  tell('the first answer from a CSV', own);

  const typed = own.onwards();
  await typed.run(`${stele} types snapshots --out content.d.ts`);
  await writeFile(join(checkout, 'call.ts'), call('minute'));
  const refused = await typed.refusal(compile);
  if (!/'minute' does not exist/.test(refused)) throw new Error(`the wrong field was refused with:\n${refused}`);
  console.log(`a wrong field: ${refused.split('\n')[0]}`);
  await writeFile(join(checkout, 'call.ts'), call('minutes'));
  await typed.run(compile);
  const printed = await typed.run('node call.js');
  if (printed !== 'A second post\n') throw new Error(`the typed call printed ${printed}`);
  tell('a typed call', typed);
} finally {
  await rm(folder, { recursive: true, force: true });
}
