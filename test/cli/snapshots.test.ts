/**
 * Which snapshot a command means: any of a folder, and what it says of a folder that is none.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dependencySpec } from '../../src/cli/init/dependency.js';
import { packageVersion } from '../../src/cli/package.js';
import { hasAddOns } from '../../testing/add-ons.js';
import { stele } from '../../testing/cli/stele.js';
import { BOOKSHOP_EXPORT, temporaryFolder } from '../../testing/samples/bookshop.js';
import { twoNights } from '../../testing/samples/edited-bookshop.js';

let snapshots: string;
let current: string;
let previous: string;
beforeAll(async () => {
  snapshots = await twoNights();
  current = readFileSync(join(snapshots, 'CURRENT'), 'utf8').trim();
  previous = readdirSync(snapshots).find((name) => name.length === 64 && name !== current) ?? '';
});

describe.each(['inspect', 'verify'])('stele %s', (command) => {
  it('no id › reads the current snapshot; an id, its beginning, or a name › reads that snapshot', async () => {
    const idIn = async (...args: readonly string[]): Promise<string | undefined> =>
      /[0-9a-f]{64}/.exec((await stele([command, snapshots, ...args])).stdout)?.[0];
    expect(await idIn()).toBe(current);
    for (const name of ['CURRENT', current]) expect(await idIn(name)).toBe(current);
    for (const name of ['PREVIOUS', previous, previous.slice(0, 8)]) expect(await idIn(name)).toBe(previous);
  });

  it('an unknown id › exits with 1 and lists the ids', async () => {
    const { code, stdout, stderr } = await stele([command, snapshots, '0'.repeat(64)]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${current}  built `);
    expect(stderr).toContain(`${previous}  built `);
  });
});

describe.each(['inspect', 'verify', 'diff', 'rollback', 'serve'])(
  'stele %s, a path that is not a folder of snapshots',
  (command) => {
    const told = async (folder: string): Promise<string> => {
      const { code, stdout, stderr } = await stele([command, folder]);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };

    it('the path of one snapshot › the message names its folder', async () => {
      expect(await told(join(snapshots, current))).toContain(`Give the folder that it is in, ${snapshots}`);
    });

    it('the path of content that is no export, or of a folder with snapshots in it › the message has the command or path', async () => {
      const tables = temporaryFolder();
      writeFileSync(join(tables, 'a.csv'), 'id\n1\n');
      expect(await told(tables)).toContain(
        `If it has your content, build that: stele build ${tables} --from csv --out snapshots`,
      );
      mkdirSync(join(tables, 'snapshots'));
      writeFileSync(join(tables, 'snapshots', 'CURRENT'), `${current}\n`);
      expect(await told(tables)).toContain(`Give the folder of snapshots in it: ${join(tables, 'snapshots')}`);
    });

    it('the path of an export › the message says how to build it', async () => {
      expect(await told(BOOKSHOP_EXPORT)).toContain(`stele build ${BOOKSHOP_EXPORT} --out snapshots`);
    });
  },
);

const commands = ['list', 'inspect', 'verify', 'diff', 'rollback', 'serve', 'query'];
const ofAddOns = [
  ...(hasAddOns('describe') ? ['model', 'types', 'openapi'] : []),
  ...(hasAddOns('tune') ? ['gate'] : []),
];

describe.each([...commands, ...ofAddOns])(
  'stele %s, a missing path, a file, an empty folder, or an invalid CURRENT',
  (command) => {
    it('each command › prints one sentence with advice, exits with 1, and shows no stack', async () => {
      const empty = temporaryFolder();
      const garbage = temporaryFolder();
      writeFileSync(join(garbage, 'CURRENT'), 'garbage\n');
      const more = command === 'query' ? ['/book'] : command === 'gate' ? [snapshots, join(empty, 'traffic')] : [];
      const file = join(temporaryFolder(), 'file');
      writeFileSync(file, '');
      for (const folder of [join(empty, 'nosuch'), file, empty, garbage]) {
        const { code, stdout, stderr } = await stele([command, folder, ...more]);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^stele: [^\n]*(Build one|Give a folder|build again)[^\n]*\n$/);
        expect(stderr).toContain(folder);
      }
    });
  },
);

describe('a mistake with folders', () => {
  it('stele query, the path before the folder › exits with 2 and the command in order', async () => {
    const { code, stdout, stderr } = await stele(['query', '/book?sort=title', snapshots]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`give the folder first: stele query ${snapshots} '/book?sort=title'`);
  });

  it('stele build into the export › is refused, and nothing is written', async () => {
    const folder = temporaryFolder();
    await stele(['init', folder]);
    const content = join(folder, 'export');
    const { code, stderr } = await stele(['build', content, '--out', `${content}/`]);
    expect(code).toBe(1);
    expect(stderr).toContain('Give another folder for the snapshots, such as --out snapshots');
    expect(readdirSync(content).sort()).toEqual(['author.ndjson', 'book.ndjson', 'model.json']);
  });

  it('stele build of other content into a folder of snapshots › advises a folder of its own', async () => {
    const folder = temporaryFolder();
    await stele(['init', folder]);
    const out = join(folder, 'snapshots');
    expect((await stele(['build', join(folder, 'export'), '--out', out])).code).toBe(0);
    const other = join(folder, 'other');
    mkdirSync(other);
    const model = { space: 'other', contentTypes: [{ name: 'page', fields: [{ name: 'title', type: 'text' }] }] };
    writeFileSync(join(other, 'model.json'), JSON.stringify(model));
    writeFileSync(join(other, 'page.ndjson'), '{"id":"p1","title":"One"}\n');
    const { code, stderr } = await stele(['build', other, '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /If this is other content than before, give its snapshots a folder of their own with --out\.\n$/,
    );
  });

  it('stele rollback with one snapshot › says that there is nothing to go back to', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'snapshots');
    await stele(['init', folder]);
    await stele(['build', join(folder, 'export'), '--out', out]);
    const { code, stderr } = await stele(['rollback', out]);
    expect(code).toBe(1);
    expect(stderr).toContain('there is nothing to go back to: the folder has only the current snapshot.');
  });
});

describe('stele init', () => {
  it('a folder that cannot be created › prints the reason and advice', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { code, stdout, stderr } = await stele(['init', join(file, 'project')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^stele: cannot write .*: a part of its path is a file .* Give the path of a folder, then run stele init again\.\n$/,
    );
  });

  it.each([
    ['https://registry.example/stele/-/stele-1.0.0.tgz', `^${packageVersion()}`],
    ['file:../packages/stele.tgz', 'file:../packages/stele.tgz'],
    ['git+ssh://git@git.example/stele.git#0a1b', 'git+ssh://git@git.example/stele.git#0a1b'],
    ['a registry without an address', `^${packageVersion()}`],
    ['where npm has noted nothing', 'file:../app/node_modules/stele'],
  ])('installed from %s › the project depends on %s', async (resolved, dependency) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'app/node_modules'), { recursive: true });
    const entry = resolved.includes(':') ? { resolved } : {};
    const packages = resolved.startsWith('where') ? {} : { 'node_modules/stele': entry };
    writeFileSync(join(folder, 'app/node_modules/.package-lock.json'), JSON.stringify({ packages }));
    const depends = dependencySpec(join(folder, 'project'), join(folder, 'app/node_modules/stele'));
    expect(await depends).toBe(dependency);
  });
});

describe.runIf(hasAddOns('tune'))('stele gate', () => {
  it('a candidate in the same folder › is found by its id', async () => {
    const traffic = join(temporaryFolder(), 'traffic');
    const of = async (candidate: string): Promise<string> =>
      (await stele(['gate', snapshots, candidate, traffic])).stderr;
    expect(await of('00000000')).toContain(`${current}  built `);
    expect(await of(previous.slice(0, 8))).toContain(traffic);
  });
});
