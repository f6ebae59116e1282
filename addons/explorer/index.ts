/**
 * The entry of the add-on: the pages that it adds to the server.
 */
import type { PageAddOn } from '../../src/server/index.js';
import { readExplorer } from './pages/bundle.js';
import { explorerPages } from './pages/explorer-pages.js';

export const pages: PageAddOn = {
  async prepare({ logger, ...settings }) {
    const explorer = await readExplorer();
    if (explorer !== undefined) return ({ mounts }) => explorerPages(explorer, { mounts, ...settings });
    logger.warn('the explorer is not served, because it is not compiled; run npm run compile');
    return undefined;
  },
};
