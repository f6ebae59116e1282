/**
 * Any JSON:API server as a source.
 *
 * Elsewhere: reading its collections (crawl), requests (client), answers that are kept between imports (stored-documents).
 */
import type { Source } from '../../core/intake/source.js';
import { Server } from '../../input/server.js';
import { Client } from './client.js';
import { Crawl } from './crawl.js';
import { StoredDocuments } from './stored-documents.js';

export const jsonapi: Source = {
  space: 'jsonapi',
  async read(input, intake) {
    const { headers, documents, signal } = intake.options;
    const storedDocuments =
      documents === undefined ? undefined : new StoredDocuments(documents, JSON.stringify(headers));
    const crawl = new Crawl(input, intake, new Client(new Server(input, headers, signal), storedDocuments));
    try {
      const space = await crawl.readAll();
      await storedDocuments?.removeUnused();
      return space;
    } finally {
      crawl.close();
    }
  },
};
