/**
 * Markdown through a whole snapshot: a search finds the words that readers see, none that they do not, and highlights show these.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { modelOf } from '../../../testing/samples/model.js';

const model = modelOf({ post: { body: { type: 'markdown', search: true } } });
const footnote =
  'Ellipses.[^1] See <https://auto.example/x>. <script>secretcode()</script>\n\n[^1]: Kepler wrote this in 1609.';
const sentence = '[Brahe2]: is not a definition but a sentence';

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(model, {
    post: [
      { id: 'footnote', body: footnote },
      { id: 'sentence', body: sentence },
    ],
  });
});

describe('Markdown', () => {
  it.each([
    ['kepler', 'footnote'],
    ['auto', 'footnote'],
    ['brahe2', 'sentence'],
  ])('%s › is visible, so it is found and highlighted', (word, id) => {
    const document = space.document('/post', `filter[_search]=${word}&_highlight=body`);
    expect(document.data.map((item: { readonly id: string }) => item.id)).toEqual([id]);
    const { text, words } = document.data[0].meta.highlights.body;
    expect(
      words.map(({ start, end }: { readonly start: number; readonly end: number }) =>
        text.slice(start, end).toLowerCase(),
      ),
    ).toEqual([word]);
    expect(text).not.toContain('secretcode');
  });

  it('a script › is not found', () => {
    expect(space.ids('/post', 'filter[_search]=secretcode')).toEqual([]);
  });

  it('the snapshot › verifies', async () => {
    expect((await verifySnapshot(space.disk, '/out', space.space.id)).problems).toEqual([]);
  });
});
