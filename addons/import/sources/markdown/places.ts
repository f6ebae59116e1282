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
const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z]{2,4}){0,2}$/;

/** @returns languages that folders or endings of files say, of those that are used as such everywhere */
export function languagesIn(paths: readonly string[]): ReadonlySet<string> {
  const byEnding = new Set<string>();
  const folders = new Map<string, number>();
  for (const path of paths) {
    const [, ending] = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4}){0,2})\.mdx?$/.exec(path) ?? [];
    if (ending !== undefined) byEnding.add(ending);
    const folder = withoutRoots(path.split('/').slice(0, -1))[0];
    if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  // Folders are languages only where all are: a collection may be called `it`.
  const all = [...folders.keys()];
  const areLanguages = all.length > 1 && all.every(isLanguage);
  return new Set([...[...byEnding].filter(isLanguage), ...(areLanguages ? all : [])]);
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isLanguage = (code: string): boolean => languagePattern.test(code) && names.of(code) !== undefined;

export interface Inside {
  readonly language: string;
  /** The file's path as it would be without its language. */
  readonly path: string;
}

/** @returns languages within a collection, `blog/de/hello.md` or `blog/hello/de.md`, if all are and two have a page in common */
export function languagesInside(paths: readonly string[]): ReadonlyMap<string, Inside> {
  const found = new Map<string, Inside>();
  const byFolder = ([first, language = '', ...rest]: readonly string[], name: string): Inside => ({
    language,
    path: [first, ...rest, name].join('/'),
  });
  const byName = (folders: readonly string[], name: string): Inside => ({
    language: name.replace(/\..*$/, ''),
    path: `${folders.join('/')}/index.md`,
  });
  const known = (language: string): boolean => [...found.values()].some((each) => each.language === language);
  const look = (inside: typeof byName, depth: number, is: (language: string) => boolean): void => {
    const collections = new Map<string, Map<string, Inside>>();
    for (const path of paths) {
      const folders = withoutRoots(path.split('/').slice(0, -1));
      const [first] = folders;
      if (first === undefined || folders.length < depth) continue;
      const there = collections.get(first) ?? new Map<string, Inside>();
      collections.set(first, there.set(path, inside(folders, path.replace(/^.*\//, ''))));
    }
    for (const files of collections.values()) {
      const all = [...files.values()];
      const pages = new Set(all.map(({ path }) => path.replace(/\.\w+$/, '')));
      if (pages.size < all.length && all.every(({ language }) => is(language)))
        for (const [path, each] of files) found.set(path, each);
    }
  };
  look(byFolder, 2, isLanguage);
  look(byName, 2, isLanguage);
  // A collection may be about languages, where nothing else has them.
  look(byName, 1, known);
  return found;
}

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
