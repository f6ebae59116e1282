/**
 * A backend of the contract suite that uses query objects of the client and the library instead of URLs.
 */
import { type AnyContent, type OpenSnapshot, RequestError, type Space } from '../../src/client/library/index.js';
import { asObject } from '../clients/as-object.js';
import type { Answer, Backend } from './suite.js';

/** The client's, which answers later, or the library's, which answers at once. */
type AnySpace = Space<AnyContent> | OpenSnapshot<AnyContent>;

type Asked = { readonly document: unknown } | undefined;

async function asked(space: AnySpace, target: string): Promise<Asked> {
  const [path = '', search = ''] = target.split('?');
  const [, type = '', id, relationship] = path.split('/');
  const query = asObject(search);
  if (type === '_search') return space.search({ filter: { _search: '' }, ...query });
  const items = space.type(type);
  if (id === undefined) return items.find(query);
  return relationship === undefined ? items.get(id, query) : items.related(id, relationship, query);
}

/** @param space is closed with the backend */
export const objectBackend = (space: AnySpace, close: () => Promise<void>): Backend => ({
  async ask(target): Promise<Answer> {
    try {
      const answer = await asked(space, target);
      return answer === undefined ? { status: 404, document: {} } : { status: 200, document: answer.document };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const errors = error.problems.map(({ code, parameter }) => ({ code, source: { parameter } }));
      return { status: error.status, document: { errors } };
    }
  },
  async close() {
    space.close();
    await close();
  },
});
