/**
 * Each command as a person runs it, in this process: what it prints where, and how it ends.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatBytes } from '../../src/cli/table.js';
import { hasAddOns } from '../../testing/add-ons.js';
import { stele } from '../../testing/cli/stele.js';
import {
  BOOKSHOP_EXPORT,
  bookshopSnapshots,
  exportedCount,
  exportedItems,
  exportedTypes,
  temporaryFolder,
} from '../../testing/samples/bookshop.js';
import { send } from '../../testing/server/client.js';
import { registerSdk, removeSdk } from '../../testing/server/span-sdk.js';

const idPattern = /[0-9a-f]{64}/;

let snapshots: string;
beforeAll(async () => {
  snapshots = await bookshopSnapshots();
});

/** A copy of the built bookshop, to be damaged. */
function copyOfSnapshots(): string {
  const folder = temporaryFolder();
  cpSync(snapshots, folder, { recursive: true });
  return folder;
}

function copyOfExport(): string {
  const folder = temporaryFolder();
  cpSync(BOOKSHOP_EXPORT, folder, { recursive: true });
  return folder;
}

describe('stele build', () => {
  it('a valid export › is published; a second build › prints that nothing has changed', async () => {
    const out = join(temporaryFolder(), 'deep', 'snapshots');
    const first = await stele(['build', BOOKSHOP_EXPORT, '--out', out]);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^Published snapshot [0-9a-f]{64}\n\d+ items, [\d.]+ [KM]B, in \d+\.\d s\n\d+ content types built, 0 linked\n/,
    );
    expect(first.stdout.endsWith(`\nNext: stele serve ${out}\n`)).toBe(true);
    expect(first.stdout).toContain(`\n${exportedCount()} items, `);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8').trim()).toBe(idPattern.exec(first.stdout)?.[0]);
    const second = await stele(['build', BOOKSHOP_EXPORT, '--out', out]);
    expect(second.code).toBe(0);
    expect(second.stdout).toContain('Nothing has changed');
  });

  it('no terminal › no steps on stderr', async () => {
    const { stderr } = await stele(['build', BOOKSHOP_EXPORT, '--out', temporaryFolder()]);
    expect(stderr).toBe('');
  });

  it('a terminal › a bar per step, each ending full', async () => {
    const { stderr } = await stele(['build', BOOKSHOP_EXPORT, '--out', temporaryFolder()], { isTTY: true });
    expect(stderr).toContain('100% reading book (');
    expect(stderr).toContain('100% publishing');
    expect(stderr).not.toContain('\x1b[?25l');
  });

  it('an export with a mistake › exits with 1, prints file and line, and publishes nothing', async () => {
    const folder = copyOfExport();
    writeFileSync(join(folder, 'country.ndjson'), '{"id":"xx","population":"many"}\n');
    const out = temporaryFolder();
    const { code, stdout, stderr } = await stele(['build', folder, '--out', out]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('country.ndjson');
    expect(stderr).toContain('population');
    expect(readdirSync(out)).toEqual([]);
  });

  it('a link to a missing item › is reported; with --strict › the build fails', async () => {
    const folder = copyOfExport();
    const file = join(folder, 'country.ndjson');
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n{"id":"xx","neighbours":["atlantis"]}\n`);
    const lenient = await stele(['build', folder, '--out', temporaryFolder()]);
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toContain('atlantis');
    const strict = await stele(['build', folder, '--out', temporaryFolder(), '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.stderr).toContain('atlantis');
  });

  it('--out that cannot be created › exits with 1 before the export is read', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'here already');
    for (const out of [file, join(file, 'below')]) {
      const { code, stdout, stderr } = await stele(['build', BOOKSHOP_EXPORT, '--out', out]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toBe(
        `stele: cannot write snapshots into ${out}: ${file} is not a folder. Give a folder that can be written into with --out.\n`,
      );
    }
  });

  it.each(['', '--out', '--temp', '--report'])(
    'an empty path for %j › exits with 2, and nothing is built',
    async (option) => {
      const out = temporaryFolder();
      const args = option === '' ? ['build', '', '--out', out] : ['build', BOOKSHOP_EXPORT, '--out', out, option, ''];
      const { code, stdout, stderr } = await stele(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('The path is empty. Is a variable unset?');
      expect(readdirSync(out)).toEqual([]);
    },
  );

  it.runIf(hasAddOns('import'))(
    '--from › prints the summary of the import, and adds it to the report, also if the build fails',
    async () => {
      const [folder, out] = [temporaryFolder(), temporaryFolder()];
      const report = join(folder, 'report.json');
      const tables = join(folder, 'tables');
      mkdirSync(tables);
      writeFileSync(join(tables, 'tags.csv'), 'id,name\na,A\n');
      writeFileSync(join(tables, 'posts.csv'), `id,tag\n${'0123456789'.replace(/./g, '$&,a\n')}z,gone\n`);
      const args = ['build', tables, '--from', 'csv', '--out', out, '--report', report];
      const { code, stdout } = await stele(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Imported 12 items of 2 types\n/);
      expect(stdout).toMatch(/posts\.tag +1 +lost +links to items .*, such as posts\/z → gone\n/);
      expect(stdout).toMatch(
        /\nImported: 12 items\. Left out by rule: 0\. Lost: 1\. Kept out as not public: 0\.\n\nPublished snapshot /,
      );
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ published: true, import: { items: 12 } });
      writeFileSync(join(tables, 'posts.csv'), 'id,tag\n');
      expect((await stele(args)).code).toBe(1);
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ import: { items: 1 } });
    },
  );

  it.runIf(hasAddOns('import'))(
    '--from › one link to no item does not make a text of the relationship in the snapshot',
    async () => {
      const [folder, out] = [temporaryFolder(), temporaryFolder()];
      writeFileSync(join(folder, 'tags.csv'), 'id,name\na,A\n');
      writeFileSync(join(folder, 'posts.csv'), 'id,tag\np,a\nq,a\n');
      const args = ['build', folder, '--from', 'csv', '--out', out];
      expect((await stele(args)).stdout).toMatch(/posts\.tag +2 +relationship, to tags\n/);
      writeFileSync(join(folder, 'posts.csv'), 'id,tag\np,a\nq,a\nr,gone\n');
      const { code, stdout } = await stele(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(/posts\.tag +3 +relationship, to tags\n/);
      expect(stdout).toContain('1 of 3 values does not fit, such as posts.csv, line 4: "gone"');
      expect(stdout).toMatch(/posts\.tag +1 +lost +links to items .*, such as posts\/r → gone\n/);
      expect((await stele([...args, '--new-model'])).stdout).toMatch(/posts\.tag +3 +text\n/);
    },
  );

  it('a folder without an export › exits with 1 and a reason', async () => {
    const { code, stderr } = await stele(['build', '/nowhere', '--out', temporaryFolder()]);
    expect(code).toBe(1);
    expect(stderr).toContain('/nowhere');
    expect(stderr).not.toContain('unexpected');
  });
});

describe('stele query', () => {
  it('any request › prints the same bytes as the server', async () => {
    const paths = [
      '/',
      '/book',
      '/book?filter[title][_contains]=Salt&sort=-published&page[limit]=2',
      '/book/the-salt-road',
    ];
    const { code, stdout } = await stele(['serve', snapshots, '--port', '0'], {
      whileServing: async (printed) => {
        const origin = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? '';
        for (const path of paths) {
          const queried = await stele(['query', snapshots, path]);
          const served = await send(origin, `/delivery/jsonapi${path}`);
          expect(queried.code).toBe(0);
          expect(queried.stderr).toBe('');
          expect(queried.stdout).toBe(served.body.toString());
        }
      },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Listening on');
  });

  it.each([
    ['with the delivery root', '/delivery/jsonapi/country/pt'],
    ['with the root of one space of several', '/shop/delivery/jsonapi/country/pt'],
    ['as a URL', 'http://127.0.0.1:8080/delivery/jsonapi/country/pt'],
    ['as a URL behind a proxy', 'https://cdn.example/content/delivery/jsonapi/country/pt'],
  ])('a path %s › the same as below the root', async (_, path) => {
    const plain = await stele(['query', snapshots, '/country/pt']);
    expect(await stele(['query', snapshots, path])).toEqual(plain);
    const root = await stele(['query', snapshots, path.replace('/country/pt', '?sort=x')]);
    expect(JSON.parse(root.stderr).errors[0].detail).toContain('The root takes no "sort"');
  });

  it('the delivery root inside a value or a longer word › is not recognised as the root', async () => {
    const filtered = await stele(['query', snapshots, '/book?filter[title][_eq]=/delivery/jsonapi/x']);
    expect(JSON.parse(filtered.stdout).meta.total).toBe(0);
    const longer = await stele(['query', snapshots, '/delivery/jsonapis/book']);
    expect(JSON.parse(longer.stderr).errors[0].code).toBe('ContentTypeNotFound');
  });

  it('a URL outside the delivery root › exits with 1 and advice', async () => {
    const { code, stdout, stderr } = await stele(['query', snapshots, 'https://cdn.example/book']);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('Give the path after the root, such as "/book?sort=title"');
  });

  it('the examples of its help › answer from the bookshop', async () => {
    const { stdout } = await stele(['query', '--help']);
    const examples = [...stdout.matchAll(/^ {2}\$ stele query \.\/snapshots (?:'([^']+)'|(\S+))( --pretty)?$/gm)];
    expect(examples.length).toBeGreaterThan(3);
    for (const [line, quoted, plain = ''] of examples) {
      const outcome = await stele(['query', snapshots, quoted ?? plain]);
      expect(outcome.code, line).toBe(0);
      expect(JSON.parse(outcome.stdout).meta?.total, line).not.toBe(0);
    }
  });

  it('--pretty › the same document, indented', async () => {
    const plain = await stele(['query', snapshots, '/book/the-salt-road']);
    const pretty = await stele(['query', snapshots, '/book/the-salt-road', '--pretty']);
    expect(pretty.stdout).toContain('\n  "data": {\n');
    expect(JSON.parse(pretty.stdout)).toEqual(JSON.parse(plain.stdout));
  });

  it('a terminal › the document is indented, and mistakes are in words', async () => {
    const pretty = await stele(['query', snapshots, '/country/pt', '--pretty']);
    const onTerminal = await stele(['query', snapshots, '/country/pt'], { isTTY: true });
    expect(onTerminal.stdout).toBe(pretty.stdout);
    const mistake = await stele(['query', snapshots, '/book?sort=titel'], { isTTY: true });
    expect(mistake).toMatchObject({ code: 1, stdout: '' });
    expect(mistake.stderr).toMatch(/^stele: sort: .* Did you mean "title"\?.* \(UnknownField\)\n$/);
  });

  it('no leading slash, or letters beyond ASCII › are accepted', async () => {
    const { code, stdout } = await stele(['query', snapshots, 'author?filter[name][_startsWith]=Inês']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).meta.total).toBe(1);
  });

  it.each([
    ['a mistake in the request', '/book?sort=titel', 'UnknownField'],
    ['an item that does not exist', '/book/none', 'ItemNotFound'],
  ])('%s › exit code 1, the error document on stderr, nothing on stdout', async (_, path, errorCode) => {
    const { code, stdout, stderr } = await stele(['query', snapshots, path]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr).errors[0].code).toBe(errorCode);
  });
});

const populatedGenres = (): number =>
  exportedItems('book').filter(({ genre }) => typeof genre === 'string' && genre !== '').length;

describe('stele inspect', () => {
  it('a snapshot › a table for each type, a row for each field', async () => {
    const { code, stdout } = await stele(['inspect', snapshots]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^space bookshop, snapshot [0-9a-f]{64}\n/);
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${exportedCount()} items, [\\d.]+ KB$`));
    expect(stdout).toMatch(new RegExp(`^book: ${exportedItems('book').length} items, `, 'm'));
    expect(stdout).toMatch(/^field +type +populated +distinct +bytes +structures$/m);
    expect(stdout).toMatch(new RegExp(`^genre +select +${populatedGenres()} +\\d+ +[\\d.]+ K?B +\\S`, 'm'));
    expect(stdout).toMatch(/^cover +image +95 +- +/m);
  });

  it('--json › the same as data', async () => {
    const { stdout } = await stele(['inspect', snapshots, '--json']);
    const report = JSON.parse(stdout);
    const book = report.types.find((type: { name: string }) => type.name === 'book');
    expect(report.snapshot).toMatch(idPattern);
    expect(book.items).toBe(exportedItems('book').length);
    expect(book.fields.find((field: { name: string }) => field.name === 'genre').populated).toBe(populatedGenres());
  });
});

describe('stele verify', () => {
  it('an intact snapshot › prints ok for every file', async () => {
    const { code, stdout } = await stele(['verify', snapshots]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^snapshot [0-9a-f]{64}\n(?:ok {7}[\w-]+\.segment \([\d.]+ K?B\)\n)+(?:ok {7}[\w-]+\.json \([\d.]+ K?B\)\n)+Snapshot /,
    );
    const id = idPattern.exec(stdout)?.[0] ?? '';
    const sizes = readdirSync(join(snapshots, id))
      .filter((name) => name.endsWith('.segment'))
      .map((name) => statSync(join(snapshots, id, name)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(stdout.split('\n').slice(-2)).toEqual([
      `Snapshot ${id} is intact: ${sizes.length} files, ${formatBytes(total)}`,
      '',
    ]);
    for (const type of exportedTypes()) expect(stdout).toContain(`ok       ${type}-`);
  });

  it('one changed bit › exits with 1 and names the file', async () => {
    const folder = copyOfSnapshots();
    const id = readFileSync(join(folder, 'CURRENT'), 'utf8').trim();
    const name = readdirSync(join(folder, id)).find((file) => file.startsWith('book-')) ?? '';
    const bytes = readFileSync(join(folder, id, name));
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(join(folder, id, name), bytes);
    const verified = await stele(['verify', folder]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain(`DAMAGED  ${name}`);
    expect(verified.stdout).not.toContain('intact');
    expect(verified.stderr).toContain('the snapshot is damaged');
    expect(verified.stderr).toContain(name);
    const queried = await stele(['query', folder, '/book']);
    expect(queried.code).toBe(1);
    expect(queried.stderr).toContain(name);
  });
});

describe('a folder without a snapshot', () => {
  it.each([
    ['serve', []],
    ['query', ['/']],
    ['inspect', []],
    ['verify', []],
  ])('%s › exit code 1 and the command that builds one', async (command, rest) => {
    for (const folder of [temporaryFolder(), '/nowhere']) {
      const { code, stdout, stderr } = await stele([command, folder, ...rest]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toContain('stele build');
      expect(stderr).toContain(folder);
    }
  });
});

describe('stele serve', () => {
  const originOf = (printed: string): string => /http:\/\/\S+:\d+/.exec(printed)?.[0] ?? '';

  it('one space › prints address, root and snapshot, and answers there', async () => {
    const { code, stdout } = await stele(['serve', snapshots, '--port', '0'], {
      whileServing: async (printed) => {
        const root = /^bookshop: (\S+) \(snapshot [0-9a-f]{64}\)$/m.exec(printed)?.[1] ?? '';
        expect((await fetch(`${root}/book`)).status).toBe(200);
      },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Listening on http:\/\/127\.0\.0\.1:[1-9]\d*\n/);
  });

  it('several spaces › each is served under its name', async () => {
    const args = ['serve', snapshots, '--space', `archive=${snapshots}`, '--space', `b=${snapshots}`, '--port', '0'];
    const { code } = await stele(args, {
      whileServing: async (printed) => {
        for (const name of ['bookshop', 'archive', 'b']) {
          expect(printed).toContain(`${name}: ${originOf(printed)}/${name}/delivery/jsonapi`);
          expect((await fetch(`${originOf(printed)}/${name}/delivery/jsonapi/book`)).status).toBe(200);
        }
      },
    });
    expect(code).toBe(0);
  });

  it('a name that another model has › exits with 2 and advice', async () => {
    const { code, stdout, stderr } = await stele([
      'serve',
      snapshots,
      '--space',
      `bookshop=${snapshots}`,
      '--port',
      '0',
    ]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('two spaces are called "bookshop"');
    expect(stderr).toContain(`--space <name>=${snapshots}`);
  });

  it('its options › reach the server', async () => {
    const args = ['serve', snapshots, '--port', '0', '--public-url', 'https://cdn.example/c', '--access-log'];
    args.push('--cors-origin', 'https://a.example', '--cors-origin', 'https://b.example', '--cache-control', 'private');
    const { code, stdout, stderr } = await stele(args, {
      whileServing: async (printed) => {
        const headers = { origin: 'https://b.example' };
        const reply = await send(originOf(printed), '/delivery/jsonapi/book?page[limit]=1', { headers });
        expect(reply.body.toString()).toContain('https://cdn.example/c/delivery/jsonapi/book');
        expect(reply.headers['access-control-allow-origin']).toBe('https://b.example');
        expect(reply.headers['cache-control']).toBe('private');
      },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('bookshop: https://cdn.example/c/delivery/jsonapi');
    expect(JSON.parse(stderr)).toMatchObject({ msg: 'request', status: 200 });
  });

  it('--spans › a span of a request', async () => {
    const spans = registerSdk();
    const { code } = await stele(['serve', snapshots, '--port', '0', '--spans'], {
      whileServing: async (printed) => {
        await send(originOf(printed), '/health');
        await expect.poll(() => spans.map(({ name }) => name)).toEqual(['health']);
      },
    }).finally(removeSdk);
    expect(code).toBe(0);
  });

  it('ages, surrogate keys, a port for metrics and limits › reach the server', async () => {
    const args = ['serve', snapshots, '--port', '0', '--max-age', '60', '--stale-if-error', '600'];
    args.push(
      '--surrogate-keys',
      'cache-tag',
      '--metrics-port',
      '0',
      '--max-target-bytes',
      '300',
      '--cache-bytes',
      '0',
    );
    const { code } = await stele(args, {
      whileServing: async (printed) => {
        for (let time = 0; time < 2; time += 1) {
          const reply = await send(originOf(printed), '/delivery/jsonapi/book?page[limit]=0');
          expect(reply.headers['cache-control']).toBe('public, max-age=60, stale-if-error=600');
          expect(reply.headers['cache-tag']).toBe(':all,book');
        }
        const long = `/delivery/jsonapi/book?filter[title][_eq]=${'a'.repeat(300)}`;
        expect((await send(originOf(printed), long)).status).toBe(414);
        const metrics = /^metrics: (\S+)\/metrics$/m.exec(printed)?.[1] ?? '';
        const scraped = (await send(metrics, '/metrics')).body.toString();
        expect(scraped).toContain('stele_cache_misses_total{space="bookshop"} 2');
        expect((await send(originOf(printed), '/metrics')).status).toBe(404);
      },
    });
    expect(code).toBe(0);
  });

  it.each([
    [['--max-header-bytes', '16384'], 'raise the first or lower the second'],
    [['--headers-timeout', '40'], 'lower the first or raise the second'],
  ])('%j, in conflict with other options › exit code 1 and advice', async (options, words) => {
    const { code, stderr } = await stele(['serve', snapshots, '--port', '0', ...options]);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
  });

  it('a used port › exits with 1 and advice', async () => {
    await stele(['serve', snapshots, '--port', '0'], {
      whileServing: async (printed) => {
        const port = originOf(printed).split(':').at(-1) ?? '';
        const { code, stderr } = await stele(['serve', snapshots, '--port', port]);
        expect(code).toBe(1);
        expect(stderr).toContain('choose another --port');
      },
    });
  });
});

describe('an unexpected failure', () => {
  it('by default › exits with 1 and a hint; with STELE_DEBUG › prints the stack', async () => {
    const io = (env: Record<string, string>) =>
      stele(['serve', snapshots, '--port', '0'], {
        env,
        whileServing: () => Promise.reject(new TypeError('out of tune')),
      });
    const plain = await io({});
    expect(plain.code).toBe(1);
    expect(plain.stderr).toContain('unexpected failure: out of tune');
    expect(plain.stderr).toContain('STELE_DEBUG=1');
    expect(plain.stderr).not.toContain('    at ');
    const debugged = await io({ STELE_DEBUG: '1' });
    expect(debugged.code).toBe(1);
    expect(debugged.stderr).toContain('    at ');
  });
});
