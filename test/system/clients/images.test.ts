/**
 * A blog as public clients of this kind of API ask for it: `axios` with `qs.stringify` as its serializer of parameters,
 * `include=author,coverImage` with images as resources, and the answer unfolded by `jsona` with a mapper.
 */
import axios, { type AxiosRequestConfig } from 'axios';
import Jsona, { JsonPropertiesMapper } from 'jsona';
import { stringify } from 'qs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blog } from '../../../testing/clients/blog.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let server: Bookshop;
beforeAll(async () => {
  const { space } = await MemorySpace.of(blog.model, blog.items);
  server = await startBookshop({ spaces: [{ name: 'blog', space }] });
});
afterAll(() => server?.stop());

/** What such a client sends: the path, and its parameters as an object. */
async function asked(path: string, params: object): Promise<unknown> {
  const options: AxiosRequestConfig = {
    baseURL: server.base,
    headers: { 'Content-Type': 'application/vnd.api+json' },
    params,
    paramsSerializer: { serialize: (given) => stringify(given) },
  };
  return (await axios.get(path, options)).data;
}

/** Every resource as it is shown by a component that is called after its type. */
class ComponentMapper extends JsonPropertiesMapper {
  createModel(type: string): { type: string; component: string } {
    return { ...super.createModel(type), type, component: `cms-${type}` };
  }
}

describe('a blog with axios, qs and jsona', () => {
  it('a post by its slug › has its author and the address of its image', async () => {
    const params = { page: { limit: 1 }, filter: { slug: { _eq: 'hello' } }, include: 'author,coverImage' };
    const [post] = [new Jsona().deserialize(JSON.stringify(await asked('/blogPost', params)))].flat();
    expect(post).toMatchObject({
      type: 'blogPost',
      title: 'Hello',
      author: { type: 'author', name: 'Ada', photo: { type: 'core-image', id: expect.any(String) } },
      coverImage: { type: 'core-image', url: '/sea.jpg', width: 1200, altText: 'The sea', assetId: 'a-1' },
    });
  });

  it('a custom mapper › receives images as any resource', async () => {
    const jsona = new Jsona({ jsonPropertiesMapper: new ComponentMapper() });
    const post = jsona.deserialize(JSON.stringify(await asked('/blogPost/1', { include: 'coverImage,gallery' })));
    expect(post).toMatchObject({
      component: 'cms-blogPost',
      coverImage: { component: 'cms-core-image', url: '/sea.jpg' },
      gallery: [{ component: 'cms-core-image', url: '/ada.jpg' }, { url: '/sea.jpg' }],
    });
  });

  it('pages of a list › have the total, newest first', async () => {
    const params = { page: { limit: 1, skip: 1 }, sort: '-publishedAt', include: 'coverImage' };
    const document = await asked('/blogPost', params);
    expect(document).toMatchObject({ meta: { total: 2 } });
    const [post] = [new Jsona().deserialize(JSON.stringify(document))].flat();
    expect(post).toMatchObject({ slug: 'hello', coverImage: { url: '/sea.jpg' } });
  });

  it('sparse fieldsets of images › leave the others out', async () => {
    const params = { include: 'coverImage', fields: { blogPost: 'coverImage', 'core-image': 'url' } };
    const post = new Jsona().deserialize(JSON.stringify(await asked('/blogPost/1', params)));
    expect(post).toMatchObject({ coverImage: { url: '/sea.jpg' } });
    expect(JSON.stringify(post)).not.toContain('altText');
  });
});
