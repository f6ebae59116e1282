/**
 * Reads collection, slug and date from a page's path without its language, for Hugo, Jekyll, Astro and Eleventy.
 *
 * Elsewhere: the language that a path names (languages).
 */

export interface Place {
  readonly collection: string;
  readonly slug: string;
  readonly date: string | undefined;
  /** The day of publication: of the date, or of the folders, as in `2024-01-02-hello/index.md` and `2024/01/02/hello.md`. */
  readonly day: string | undefined;
  /** Whether the path names a draft. */
  readonly isDraft: boolean;
  /** A folder inside the collection whose name says that its pages are not public, such as `drafts`. */
  readonly draftFolder: string | undefined;
}

/** Folders that contain content, and are not collections. */
const roots: ReadonlySet<string> = new Set(['content', 'src', 'pages', 'collections', '_pages', 'docs-src']);
export const isRoot = (folder: string): boolean => roots.has(folder);

const indexNames: ReadonlySet<string> = new Set(['index', '_index']);

function removeRoots(folders: readonly string[]): readonly string[] {
  const first = folders.findIndex((folder) => !isRoot(folder));
  return first < 0 ? [] : folders.slice(first);
}

/** `2024-01-02-hello` of Jekyll and others. */
const jekyllName = /^(\d{4}-\d{2}-\d{2})()()-(.+)$/;
/** `2024-01-02.hello` and `2024-01-02-0930.hello` of Statamic. */
const statamicName = /^(\d{4}-\d{2}-\d{2})(?:-(\d{2})(\d{2})(?:\d{2})?)?\.(.+)$/;

/** @returns the date, with a time if the name has one, and the name without it */
function splitDate(name: string): { readonly date: string | undefined; readonly baseName: string } {
  const [, day, hour, minute, baseName] = statamicName.exec(name) ?? jekyllName.exec(name) ?? [];
  if (day === undefined || baseName === undefined) return { date: undefined, baseName: name };
  return { date: hour && minute ? `${day}T${hour}:${minute}:00` : day, baseName };
}

function findDay(folders: readonly string[], isIndex: boolean): string | undefined {
  const [, bundleDay] = (isIndex ? /^(\d{4}-\d{2}-\d{2})-./.exec(folders.at(-1) ?? '') : undefined) ?? [];
  return bundleDay ?? /(?:^|\/)(\d{4}\/\d{2}\/\d{2})$/.exec(folders.join('/'))?.[1]?.replaceAll('/', '-');
}

/** Nuxt leaves out `hello.draft.md` and pages in `hello.draft`. */
const draftEnding = /\.(?:draft|wip|private|unpublished)$/i;
const draftFolderName = /^(?:drafts?|unpublished|private|trash)$/i;

/** Whether Jekyll, Astro and Docusaurus leave out a folder for its name. `_posts` may be in a folder of a category. */
const isHiddenFolder = (folder: string): boolean =>
  draftEnding.test(folder) || (folder.startsWith('_') && folder !== '_posts' && !isRoot(folder));

/** @param path without the part that names a language */
export function parsePlace(path: string): Place {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.(?:mdx?|markdown)$/i, '');
  const allFolders = parts.slice(0, -1);
  const folders = removeRoots(allFolders);
  const { date, baseName } = splitDate(name);
  const [first, ...folderNames] = folders;
  // Jekyll has folders of categories around the posts.
  const innerFolders = folderNames.filter((folder) => folder !== '_posts');
  // `_docs` is a collection of Jekyll. In the folder `content`, Astro leaves it out.
  const isInContent = allFolders.at(-folders.length - 1) === 'content';
  const hiddenFolders = first !== undefined && (isInContent || /^_drafts?$/i.test(first)) ? folders : folderNames;
  const isDraft =
    hiddenFolders.some(isHiddenFolder) ||
    draftEnding.test(baseName) ||
    (baseName.startsWith('_') && !indexNames.has(baseName));
  const collection = first === undefined ? 'pages' : /^_drafts?$/i.test(first) ? 'posts' : first.replace(/^_/, '');
  return {
    collection,
    slug: buildSlug(baseName, innerFolders, first !== undefined),
    date,
    day: date ?? findDay(folders, indexNames.has(baseName)),
    isDraft,
    draftFolder: folders.find((folder) => draftFolderName.test(folder)),
  };
}

/** @returns the slug; a page bundle (`alps/index.md`) is named by its folder, a section by its file */
function buildSlug(baseName: string, folders: readonly string[], isInCollection: boolean): string {
  if (!indexNames.has(baseName)) return [...folders, baseName].join('/');
  if (folders.length > 0) return folders.join('/');
  return isInCollection ? baseName : 'index';
}
