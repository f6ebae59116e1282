/**
 * The door of the add-on: its pages.
 */
import type { PageAddOn } from '../../src/server/index.js';
import { readExplorer } from './pages/bundle.js';
import { explorerPages } from './pages/explorer-pages.js';

export const pages: PageAddOn = {
  async prepare({ logger, ...settings }) {
    const explorer = await readExplorer();
    if (explorer !== undefined) return ({ mounts }) => explorerPages(explorer, { mounts, ...settings });
    logger.warn('the explorer is left out, because it is not compiled; npm run compile makes it');
    return undefined;
  },
};
