/**
 * Reads collection, slug and date from a page's path without its language, for Hugo, Jekyll, Astro and Eleventy.
 *
 * Elsewhere: the language that a path names (languages).
 */

export interface Place {
  readonly collection: string;
  readonly slug: string;
  readonly date: string | undefined;
  /** Whether the path names a draft. */
  readonly isDraft: boolean;
}

/** Folders that contain content, and are not collections. */
const roots: ReadonlySet<string> = new Set(['content', 'src', 'pages', 'collections', '_pages', 'docs-src']);
export const isRoot = (folder: string): boolean => roots.has(folder);

const indexNames: ReadonlySet<string> = new Set(['index', '_index']);

function removeRoots(folders: readonly string[]): readonly string[] {
  const first = folders.findIndex((folder) => !isRoot(folder));
  return first < 0 ? [] : folders.slice(first);
}

/** @param path without the part that names a language */
export function parsePlace(path: string): Place {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.(?:mdx?|markdown)$/i, '');
  const folders = removeRoots(parts.slice(0, -1));
  const [, date, undatedName] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(name) ?? [];
  const baseName = undatedName ?? name;
  const [first, ...folderNames] = folders;
  // Jekyll has folders of categories around the posts.
  const innerFolders = folderNames.filter((folder) => folder !== '_posts');
  const isDraft = folders.includes('_drafts') || (baseName.startsWith('_') && !indexNames.has(baseName));
  const collection = first === '_drafts' ? 'posts' : (first ?? 'pages').replace(/^_/, '');
  return { collection, slug: buildSlug(baseName, innerFolders, first !== undefined), date, isDraft };
}

/** @returns the slug; a page bundle (`alps/index.md`) is named by its folder, a section by its file */
function buildSlug(baseName: string, folders: readonly string[], isInCollection: boolean): string {
  if (!indexNames.has(baseName)) return [...folders, baseName].join('/');
  if (folders.length > 0) return folders.join('/');
  return isInCollection ? baseName : 'index';
}
