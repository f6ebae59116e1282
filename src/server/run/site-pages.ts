/**
 * The pages of a site: those of the server, and, if it serves content, those of add-ons.
 */
import { loadPages, type PageSettings } from '../pages/add-on-pages.js';
import type { Page } from '../pages/page.js';
import type { Site } from '../spaces/sites.js';
import type { Overload } from '../wire/overload.js';
import type { ServerOptions } from './server-options.js';
import type { Settings } from './settings.js';

/** @param serverPages pages of every site, also of one without content */
export async function sitePages(
  options: ServerOptions,
  { ignores, maxCostMs, gate, withDocs, withExplorer }: Settings,
  overload: Overload,
  serverPages: readonly Page[],
): Promise<(site: Site) => readonly Page[]> {
  const pageSettings: PageSettings = {
    overload,
    maxCostMs,
    ignores,
    guarded: gate !== undefined,
    images: options.explorerImages !== false,
    dev: options.dev,
    docs: withDocs,
    logger: options.logger,
  };
  const explorer = withExplorer ? await (await loadPages('explorer'))?.prepare(pageSettings) : undefined;
  const description = withDocs ? await (await loadPages('describe'))?.prepare(pageSettings) : undefined;
  return (site) => {
    if (site.mounts.length === 0) return serverPages;
    return [...serverPages, ...(explorer?.(site) ?? []), ...(description?.(site) ?? []), ...(options.pages ?? [])];
  };
}
