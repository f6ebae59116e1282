/**
 * Query classes that measure the parts of a request: parsing and checking the URL, planning and executing, assembling
 * the document.
 *
 * The queries are those of the mixed class. "Assemble" is a page without filter and sort, so that nothing has to be
 * found.
 */
import type { Random } from '../../data/generate/random.js';
import { execute } from '../../src/engine/query/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { parseRequest, Responder, splitTarget } from '../../src/jsonapi/index.js';
import type { Query } from '../harness/contestant.js';
import { parseUrl } from '../harness/contestant.js';
import { BASE } from '../harness/input/render.js';
import type { Runner } from '../harness/timing/measure.js';

const firstPages = 1000;

/** @param queries of the mix @throws Error if a URL's document is not the one of its checked request */
export function partsOf(space: Space, queries: readonly Query[], random: Random): Runner<string>[] {
  const responder = new Responder(space, BASE);
  const urls = queries.map(({ url }) => splitTarget(url));
  const fromUrl = urls.map(
    ({ path, search }) =>
      () =>
        responder.answer(parseRequest(space.model, path, search)),
  );
  for (const [place, { url, request }] of queries.entries()) {
    if (Buffer.compare(fromUrl[place]!(), responder.answer(request)) !== 0) {
      throw new Error(`${url} is answered differently from its own request.`);
    }
  }
  return [
    { name: 'URL → bytes', runs: fromUrl },
    {
      name: 'parse and check',
      runs: urls.map(
        ({ path, search }) =>
          () =>
            parseRequest(space.model, path, search),
      ),
    },
    { name: 'plan and execute', runs: queries.flatMap((query) => executing(space, query)) },
    {
      name: 'assemble',
      runs: queries.map(() => {
        const { request } = parseUrl(space.model, `/article?page[skip]=${random.below(firstPages)}`);
        return () => responder.answer(request);
      }),
    },
  ];
}

function executing(space: Space, { request }: Query): (() => unknown)[] {
  const type = space.types.get(request.type.name);
  if (request.kind === 'item' || type === undefined) return [];
  return [() => execute(type.segment, request)];
}
