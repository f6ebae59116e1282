/**
 * What a file's path says: the collection it belongs to, its slug, its language and its date, in the shapes of Hugo,
 * Jekyll, Astro and Eleventy.
 */

export interface Place {
  readonly collection: string;
  readonly slug: string;
  readonly language: string | undefined;
  readonly date: string | undefined;
  /** Whether it lies where drafts do. */
  readonly isDraft: boolean;
}

/** Folders that hold content and are no collection themselves. */
const roots: ReadonlySet<string> = new Set(['content', 'src', 'pages', 'collections', '_pages', 'docs-src']);
const indexNames: ReadonlySet<string> = new Set(['index', '_index']);
const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;

/** @returns languages that folders or endings of files say, of those that are used as such everywhere */
export function languagesIn(paths: readonly string[]): ReadonlySet<string> {
  const byEnding = new Set<string>();
  const folders = new Map<string, number>();
  for (const path of paths) {
    const [, ending] = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.mdx?$/.exec(path) ?? [];
    if (ending !== undefined) byEnding.add(ending);
    const folder = withoutRoots(path.split('/').slice(0, -1))[0];
    if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  // Folders are languages only where all are: a collection may be called `it`.
  const all = [...folders.keys()];
  const areLanguages = all.length > 1 && all.every((folder) => languagePattern.test(folder) && isLanguage(folder));
  return new Set([...[...byEnding].filter(isLanguage), ...(areLanguages ? all : [])]);
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isLanguage = (code: string): boolean => names.of(code) !== undefined;

function withoutRoots(folders: readonly string[]): readonly string[] {
  const first = folders.findIndex((folder) => !roots.has(folder));
  return first < 0 ? [] : folders.slice(first);
}

/** @param languages what `languagesIn` gave */
export function placeOf(path: string, languages: ReadonlySet<string>): Place {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.(?:mdx?|markdown)$/i, '');
  const folders = [...withoutRoots(parts.slice(0, -1))];
  let language: string | undefined;
  if (folders[0] !== undefined && languages.has(folders[0])) language = folders.shift();
  const [, plain = name, ending] = /^(.*)\.([A-Za-z-]+)$/.exec(name) ?? [];
  const hasEnding = ending !== undefined && languages.has(ending);
  if (hasEnding) language = ending;
  const [, date, rest] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(hasEnding ? plain : name) ?? [];
  const base = rest ?? (hasEnding ? plain : name);
  const [first, ...within] = folders;
  // Jekyll has categories in which posts are.
  const inner = within.filter((folder) => folder !== '_posts');
  const isDraft = folders.includes('_drafts') || (base.startsWith('_') && !indexNames.has(base));
  const collection = first === '_drafts' ? 'posts' : (first ?? 'pages').replace(/^_/, '');
  // A page bundle is named by its folder; a section by its own.
  const slug = indexNames.has(base)
    ? inner.join('/') || (first === undefined ? 'index' : `${base}`)
    : [...inner, base].join('/');
  return { collection, slug, language, date, isDraft };
}
