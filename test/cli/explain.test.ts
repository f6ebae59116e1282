/**
 * `stele query --explain`, as a person and a program read it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { bookshopSnapshots, exportedItems } from '../../testing/samples/bookshop.js';

let snapshots: string;
beforeAll(async () => {
  snapshots = await bookshopSnapshots();
});

const explained = async (target: string): Promise<Record<string, unknown>> => {
  const { code, stdout } = await stele(['query', snapshots, target, '--explain', 'json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

const fiction = (): number => exportedItems('book').filter(({ genre }) => genre === 'Fiction').length;

describe('stele query --explain', () => {
  it('a list › prints conditions with exact sizes, the plan, the order and every step', async () => {
    const target = '/book?filter[genre][_eq]=Fiction&filter[inPrint][_eq]=false&sort=title';
    const { code, stdout, stderr } = await stele(['query', snapshots, target, '--explain']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(
      stdout.startsWith(`${target}\nlocale en, the default one\nroute collection, complexity 250, estimated `),
    ).toBe(true);
    expect(stdout).toMatch(/estimated 0\.0\d\d ms, document /);
    expect(stdout).toMatch(
      new RegExp(`^book  filter\\[genre\\]\\[_eq\\]=Fiction +run of docs by value +${fiction()} `, 'm'),
    );
    expect(stdout).toMatch(/^ {2}take AND: at most 2 items; walking the smallest costs \d+, combining bits \d+$/m);
    expect(stdout).toMatch(/^ {4}walk filter\[inPrint\]\[_eq\]=false: 2 items, /m);
    expect(stdout).toMatch(/^order: .*\n {2}walking costs \d+, taking and selecting \d+$/m);
    const steps = [...stdout.matchAll(/^(\w+) +[\d.]+ +[\d.]+$/gm)].map(([, step]) => step);
    expect(steps).toEqual(['parse', 'check', 'plan', 'execute', 'order', 'page', 'assemble', 'all']);
  });

  it('json › has the same data, for the document of the query', async () => {
    const target = '/book?filter[genre][_eq]=Fiction&sort=title';
    const document = await stele(['query', snapshots, target]);
    expect(await explained(target)).toMatchObject({
      request: target,
      complexity: 250,
      byteLength: Buffer.byteLength(document.stdout),
      conditions: [{ type: 'book', condition: 'filter[genre][_eq]=Fiction', size: fiction() }],
      plans: [{ type: 'book', plan: { use: 'take', kind: 'source' } }],
      total: JSON.parse(document.stdout).meta.total,
      shown: JSON.parse(document.stdout).data.length,
    });
  });

  it('a locale › is printed with its fallbacks, as in the model', async () => {
    const { stdout } = await stele(['query', snapshots, '/book?localeCode=DE-ch', '--explain']);
    expect(stdout).toContain('\nlocale de-CH; where it has no value, that of de, then en\nroute collection');
  });

  it('no filter and no sort › takes all items in export order', async () => {
    const { stdout } = await stele(['query', snapshots, '/book?page[skip]=5', '--explain']);
    expect(stdout).toContain('\n  take all\n');
    expect(stdout).toContain('order: export order: every item is selected');
    expect(stdout).not.toContain('answered by');
  });

  it('a condition without matches › gives an empty plan and page', async () => {
    const { stdout } = await stele(['query', snapshots, '/book?filter[title][_eq]=none', '--explain', 'text']);
    expect(stdout).toContain('\n  take none\n');
    expect(stdout).toContain('selected: 0 items, 0 on the page');
    expect(stdout).toContain('order: the page has no items');
  });

  it('two ranges on one field › are combined into one', async () => {
    const { plans } = await explained('/book?filter[price][_gte]=5&filter[price][_lt]=10');
    expect(plans).toMatchObject([
      { plan: { kind: 'source', conditions: ['filter[price][_gte]=5', 'filter[price][_lt]=10'] } },
    ]);
  });

  it('an item › is found by its hash', async () => {
    const { stdout } = await stele(['query', snapshots, '/book/the-salt-road?include=author', '--explain']);
    expect(stdout).toContain('found: the book by the hash of ids');
    expect(stdout).not.toContain('selected:');
  });

  it('related items › each linked item is tested', async () => {
    const { stdout } = await stele([
      'query',
      snapshots,
      '/book/the-salt-road/reviews?filter[stars][_gte]=4&sort=-stars',
      '--explain',
    ]);
    expect(stdout).toMatch(/^found: of \d+ items of review, \d+ linked ones tested one by one\n {2}test filter/m);
    expect(stdout).toContain('order: order the linked items that pass the filter');
  });

  it('the root › has only steps', async () => {
    expect(await explained('/')).toMatchObject({ conditions: [], plans: [], complexity: 0 });
  });

  it.each([
    ['a mistake in the request', '/book?sort=titel', 'UnknownField'],
    ['an item that does not exist', '/book/none', 'ItemNotFound'],
  ])('%s › the error document on stderr, as without', async (_, target, code) => {
    const outcome = await stele(['query', snapshots, target, '--explain']);
    expect(outcome).toEqual(await stele(['query', snapshots, target]));
    expect(JSON.parse(outcome.stderr).errors[0].code).toBe(code);
  });

  it('an unknown format › is wrong usage', async () => {
    const { code, stderr } = await stele(['query', snapshots, '/book', '--explain', 'yaml']);
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are text, json');
  });
});
