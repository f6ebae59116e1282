/**
 * The same questions to tables and to snapshots: totals and ids as the naive evaluator says, documents byte for byte.
 * `npm run soak:postgres` asks thousands.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlComparison } from '../../../soak/postgres/run.js';
import { askLoaded, askSearched } from '../../../soak/postgres/run.js';
import { OPERATORS } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { DEFAULT_BASE } from '../../../src/server/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../testing/postgres/server.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { localizedWorlds, type World, worldFrom } from '../../../testing/worlds/worlds.js';
import { answerFrom, loadSpace, openPublishedLoad, parseAddress } from '../index.js';

const seeds = [3, 4, 7, 12, 13];

describe.runIf(hasPostgres('answers by SQL'))('answers by SQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  it('random spaces, queries and requests › equal the oracle and the snapshot', async () => {
    const tallies: SqlComparison[] = [];
    for (const seed of seeds) {
      const { space } = caseFromSeed(seed);
      const worlds: readonly World[] =
        seed % 3 === 0
          ? await localizedWorlds(`space ${seed}`, space, seed)
          : [await worldFrom(`space ${seed}`, space)];
      const shares = { queries: 60 / worlds.length, documents: 40 / worlds.length };
      tallies.push(...(await askLoaded(server.url(), `random_${seed}`, worlds, seed, shares)));
    }
    expect(tallies.flatMap(({ differences }) => differences)).toEqual([]);
    const sum = (of: (tally: SqlComparison) => number): number =>
      tallies.reduce((total, tally) => total + of(tally), 0);
    expect(sum(({ nonEmpty }) => nonEmpty)).toBeGreaterThan(60);
    expect(sum(({ documents }) => documents)).toBeGreaterThan(60);
    expect(sum(({ counted }) => counted)).toBeGreaterThan(20);
    const asked = new Set(tallies.flatMap(({ operators }) => [...operators]));
    // Few random spaces have folded fields, so the bookshop is asked too.
    expect(
      OPERATORS.filter((operator) => !asked.has(operator) && !['_ieq', '_near', '_within'].includes(operator)),
    ).toEqual([]);
  });

  it('random searches, completions and highlights › equal the snapshot byte for byte', async () => {
    const tallies: SqlComparison[] = [];
    for (const [seed, size] of [
      [2, 40],
      [5, 40],
      [6, 3000],
    ] as const) {
      tallies.push(await askSearched(server.url(), seed, size, 100));
    }
    expect(tallies.flatMap(({ differences }) => differences)).toEqual([]);
    expect(tallies.reduce((sum, { nonEmpty }) => sum + nonEmpty, 0)).toBeGreaterThan(150);
  });

  describe('of the bookshop', () => {
    let space: Space;
    beforeAll(async () => {
      space = await openBookshop();
      await loadSpace(space, parseAddress(server.url()), {
        schema: 'stele',
        connections: 4,
        keep: 2,
        shrunk: () => [],
      });
    });

    it('includes, windows, linkage, locales, groups, facets and statistics › equal the snapshot byte for byte', async () => {
      const asked = [
        '/',
        '/book',
        '/book?sort=-published,title&page[limit]=7&page[skip]=13',
        '/book?localeCode=de&sort=title&page[limit]=100&include=author',
        '/book?filter[_OR][0][price][_lt]=10&filter[_OR][1][_NOT][][genre][_in]=Fiction&include=author.country,reviews&page[reviews][limit]=2&page[reviews][skip]=1',
        '/book?filter[title][_icontains]=THE&filter[description][_contains]=%25&fields[book]=title,author',
        '/book?filter[title][_ieq]=THE%20SALT%20ROAD',
        '/book?filter[title][_endsWith]=t&filter[pages][_gte]=100&sort=pages',
        '/book?filter[inPrint][_eq]=true&filter[published][_lt]=2001-02-03T04:05:06.789%2B02:00',
        '/book/the-salt-road?include=author,reviews&localeCode=de-CH',
        '/book/the-salt-road/reviews?sort=-stars&page[limit]=2',
        '/book/the-salt-road/author?include=books',
        '/book/the-salt-road/relationships/reviews?page[skip]=1',
        '/event?include=featured,host',
        '/book?filter[_search]=salt%20road&filter[price][_lt]=20&_facet[genre]=3&_facet[genre][own]=ignored&_facet[author]=2&_facet[author][include]=true&_stats=price',
        '/book?filter[_search]=zzzz&_facet[genre]=3&_stats=price&_highlight=title',
        '/book/the-salt-road/related?filter[_search]=sea&_facet[genre]=3&_stats=pages&sort=title',
        '/book/the-salt-road/related?filter[_search]=zzzz&_facet[reviews]=3&_stats=pages',
        '/book?_facet[genre]=3&_facet[inPrint]=2&_facet[pages]=5&_facet[price]=4&_facet[published]=2&_stats=pages,price,published,signed,title',
        '/book?filter[price][_lt]=12.5&_facet[genre]=9&_facet[price]=9&_facet[price][ranges]=5,7.555,10&_facet[published]=9&_facet[published][interval]=year&_stats=weight,author.born',
        '/book?filter[genre][_eq]=Fiction&filter[pages][_gt]=300&_facet[genre]=9&_facet[genre][own]=ignored&_facet[pages]=3&_facet[pages][sort]=value&_facet[pages][own]=ignored&_facet[binding]=0',
        '/book?localeCode=de&filter[inPrint][_eq]=true&_facet[title]=3&_facet[title][prefix]=D&_facet[author]=2&_facet[author][include]=true&_stats=title',
        '/book?_facet[author.country.name]=5&_facet[author.influences.country.continent]=5&_facet[reviews.stars]=5&_facet[reviews]=2&_facet[related.author]=3',
        '/book?filter[pages][_gt]=1000000&_facet[genre]=3&_facet[reviews.stars]=3&_facet[author]=3&_stats=price,author.born,inPrint',
        '/event?_facet[featured]=4&_facet[featured][sort]=value&_facet[featured][include]=true&_facet[host]=5&_facet[featured][prefix]=the&include=host',
        '/author?_facet[books.reviews.verified]=2&_facet[born]=5&_facet[born][interval]=month',
        '/book/the-salt-road/related?_facet[genre]=5&_facet[reviews]=3&_facet[author.name]=3&_stats=pages&sort=title',
        '/book/the-salt-road/related?filter[genre][_eq]=Fiction&_facet[genre]=5&_facet[genre][own]=ignored&_facet[reviews.stars]=3&_stats=author.born',
        '/book/the-salt-road/_similar',
        '/book/the-salt-road/_similar?page[limit]=2&page[skip]=1&include=author&fields[book]=title',
        '/book/the-salt-road/_similar?localeCode=de&sort=-price&filter[pages][_gt]=100',
        '/book/the-salt-road/_similar?filter[pages][_gt]=200&page[limit]=1',
        '/book/the-salt-road/_similar?_facet[genre]=3&_facet[author.name]=2&_stats=price&page[limit]=0',
        '/book/the-salt-road/_similar?filter[_search]=salt&_highlight=title',
        '/event?filter[title][_contains]=%00',
        '/book?filter[title][_neq]=%00',
        '/book?filter[title][_lt]=M%00',
      ];
      await openPublishedLoad(parseAddress(server.url()), 'stele', 10_000, async (loaded) => {
        for (const one of asked) {
          const [path = '', query] = one.split('?');
          const search = query === undefined ? '' : `?${query}`;
          const expected = answer(space, parseRequest(space.model, path, search), DEFAULT_BASE).toString();
          const found = await answerFrom(loaded, parseRequest(loaded.model, path, search), DEFAULT_BASE);
          expect(found.toString(), one).toBe(expected);
        }
      });
    });

    it('stele query › an equal document; unsupported options are named', async () => {
      const query = (target: string) => stele(['query', server.url(), target]);
      const expected = answer(space, parseRequest(space.model, '/book', '?sort=title'), DEFAULT_BASE).toString();
      expect(await query('/book?sort=title')).toEqual({ code: 0, stdout: expected, stderr: '' });
      expect((await query('/book/gone')).stderr).toContain('"ItemNotFound"');
      expect((await stele(['query', server.url(), '/book', '--explain'])).stderr).toContain(
        '--explain shows how a snapshot answers',
      );
      expect((await stele(['query', './snapshots', '/book', '--schema', 'x'])).stderr).toContain(
        '--schema is an option for databases, but a folder was given',
      );
    });
  });
});
