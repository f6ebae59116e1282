/**
 * A sample blog whose images are resources, for examples of public clients.
 */
const sea = { url: '/sea.jpg', width: 1200, altText: 'The sea', mimeType: 'image/jpeg', assetId: 'a-1' };
const ada = { url: '/ada.jpg', fileName: 'ada.jpg' };

export const blog = {
  model: {
    space: 'blog',
    images: 'resources',
    contentTypes: [
      {
        name: 'blogPost',
        fields: [
          { name: 'slug', type: 'text' },
          { name: 'title', type: 'text' },
          { name: 'publishedAt', type: 'dateTime' },
          { name: 'mainContent', type: 'markdown' },
          { name: 'author', type: 'relationship', to: 'author' },
          { name: 'coverImage', type: 'image' },
          { name: 'gallery', type: 'image', many: true },
        ],
      },
      {
        name: 'author',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'photo', type: 'image' },
        ],
      },
    ],
  },
  items: {
    blogPost: [
      {
        id: '1',
        slug: 'hello',
        title: 'Hello',
        publishedAt: '2026-01-01T00:00:00Z',
        mainContent: '# Hello',
        author: 'a',
        coverImage: sea,
        gallery: [ada, sea],
      },
      { id: '2', slug: 'later', title: 'Later', publishedAt: '2026-02-01T00:00:00Z', author: 'a' },
    ],
    author: [{ id: 'a', name: 'Ada', photo: ada }],
  },
} as const;
