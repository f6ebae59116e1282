/**
 * Finds the language that a page's path names: `hello.de.md`, `de/hello.md`, `blog/de/hello.md` or `blog/hello/de.md`.
 *
 * `--locales` declares the languages of a site. Otherwise a part of a path is a language only if other pages confirm it, as a
 * collection may be called `it`.
 * Elsewhere: collection and slug of a path (places), the default language (index).
 */
import { isRoot } from './places.js';

/** One reading of a path. */
export interface LanguagePath {
  readonly language: string;
  /** The path as it would be without its language. */
  readonly path: string;
}

const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z]{2,4}){0,2}$/;
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isLanguage = (code: string): boolean => languagePattern.test(code) && names.of(code) !== undefined;

const listFolders = (path: string): readonly string[] => path.split('/').slice(0, -1);
const readFileName = (path: string): string => path.replace(/^.*\//, '');
/** @returns the path without the extension, by which pages of two languages are compared */
const removeExtension = (path: string): string => path.replace(/\.\w+$/, '');
const isIndexPage = (page: string): boolean => /(?:^|\/)_?index$/.test(page);

/** @returns the number of leading folders that contain content, and are not collections */
function countRoots(folders: readonly string[]): number {
  const first = folders.findIndex((folder) => !isRoot(folder));
  return first < 0 ? folders.length : first;
}

/** @returns `hello.md` in `de` for `hello.de.md`; undefined for a name with one ending */
function readEnding(path: string): LanguagePath | undefined {
  const [, start, language, extension] = /^(.*)\.([A-Za-z-]+)(\.\w+)$/.exec(path) ?? [];
  return language === undefined ? undefined : { language, path: `${start}${extension}` };
}

/** @param position of the folder, from 0, after the folders that hold content */
function readFolder(path: string, position: number): LanguagePath | undefined {
  const folders = listFolders(path);
  const index = countRoots(folders) + position;
  const language = folders[index];
  if (language === undefined) return undefined;
  return { language, path: [...folders.slice(0, index), ...folders.slice(index + 1), readFileName(path)].join('/') };
}

/** @returns `blog/hello/index.md` in `de` for `blog/hello/de.md`; undefined for a file in no folder */
function readLanguageFile(path: string, folderMinimum: number): LanguagePath | undefined {
  const folders = listFolders(path);
  if (folders.length - countRoots(folders) < folderMinimum) return undefined;
  return { language: readFileName(path).replace(/\..*$/, ''), path: `${folders.join('/')}/index.md` };
}

type Reader = (path: string) => LanguagePath | undefined;
const readers: readonly Reader[] = [
  (path) => readFolder(path, 0),
  (path) => readFolder(path, 1),
  (path) => readLanguageFile(path, 1),
  readEnding,
];

/**
 * @param declared languages of `--locales`; with none, languages are inferred
 * @returns by path; a path without a language is missing
 */
export function findLanguages(
  paths: readonly string[],
  declared: readonly string[],
): ReadonlyMap<string, LanguagePath> {
  return declared.length > 0 ? declaredLanguages(paths, new Set(declared)) : new LanguageFinder(paths).languages();
}

function declaredLanguages(paths: readonly string[], declared: ReadonlySet<string>): ReadonlyMap<string, LanguagePath> {
  const languages = new Map<string, LanguagePath>();
  for (const path of paths) {
    const readings = readers.flatMap((read) => read(path) ?? []);
    const reading = readings.find(({ language }) => declared.has(language));
    if (reading !== undefined) languages.set(path, reading);
  }
  return languages;
}

/** Infers languages by rules, from the surest to the weakest; the first rule that reads a path counts. */
class LanguageFinder {
  readonly #paths: readonly string[];
  readonly #pages: ReadonlySet<string>;
  readonly #languages = new Map<string, LanguagePath>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#pages = new Set(paths.map(removeExtension));
  }

  languages(): ReadonlyMap<string, LanguagePath> {
    this.#readCollections((path) => readFolder(path, 1), isLanguage);
    this.#readCollections((path) => readLanguageFile(path, 2), isLanguage);
    // A collection may be about languages, if nothing else has them.
    this.#readCollections(
      (path) => readLanguageFile(path, 1),
      (language) => this.#hasLanguage(language),
    );
    this.#readFirstFolders();
    this.#readPairedFolders(0);
    this.#readPairedFolders(1);
    for (const path of this.#paths) {
      const reading = readEnding(path);
      if (reading !== undefined && isLanguage(reading.language)) this.#add(path, reading);
    }
    return this.#languages;
  }

  #add(path: string, reading: LanguagePath): void {
    if (!this.#languages.has(path)) this.#languages.set(path, reading);
  }

  #hasLanguage(language: string): boolean {
    return [...this.#languages.values()].some((reading) => reading.language === language);
  }

  /** Collections in which each file has a language, and two files are the same page. */
  #readCollections(read: Reader, isAccepted: (language: string) => boolean): void {
    const collections = new Map<string, Map<string, LanguagePath | undefined>>();
    for (const path of this.#paths) {
      const folders = listFolders(path);
      const collection = folders[countRoots(folders)];
      if (collection === undefined) continue;
      const files = collections.get(collection) ?? new Map<string, LanguagePath | undefined>();
      collections.set(collection, files.set(path, read(path)));
    }
    for (const files of collections.values()) {
      const readings = [...files.values()].flatMap((reading) => reading ?? []);
      const pages = new Set(readings.map(({ path }) => removeExtension(path)));
      const areAll = readings.length > 0 && readings.every(({ language }) => isAccepted(language));
      if (!areAll || pages.size === readings.length) continue;
      for (const [path, reading] of files) if (reading !== undefined) this.#add(path, reading);
    }
  }

  /** First folders, if all of them are languages. */
  #readFirstFolders(): void {
    const readings = this.#paths.flatMap((path) => readFolder(path, 0) ?? []);
    const folders = new Set(readings.map(({ language }) => language));
    if (folders.size < 2 || ![...folders].every(isLanguage)) return;
    for (const path of this.#paths) {
      const reading = readFolder(path, 0);
      if (reading !== undefined) this.#add(path, reading);
    }
  }

  /**
   * Folders named like a language of which at least half of the pages exist without a language, or in another one, whatever
   * other folders are next to them. Index pages alone confirm nothing, as each folder may have one.
   */
  #readPairedFolders(position: number): void {
    const folders = new Map<string, Map<string, LanguagePath>>();
    for (const path of this.#paths) {
      const reading = readFolder(path, position);
      if (reading === undefined || !isLanguage(reading.language)) continue;
      const parents = listFolders(path).slice(0, countRoots(listFolders(path)) + position);
      const folder = [...parents, reading.language].join('/');
      const files = folders.get(folder) ?? new Map<string, LanguagePath>();
      folders.set(folder, files.set(path, reading));
    }
    const foldersByPage = new Map<string, number>();
    for (const files of folders.values())
      for (const { path } of files.values())
        foldersByPage.set(removeExtension(path), (foldersByPage.get(removeExtension(path)) ?? 0) + 1);
    for (const files of folders.values()) {
      const pages = [...files.values()].map(({ path }) => removeExtension(path));
      const paired = pages.filter((page) => this.#pages.has(page) || (foldersByPage.get(page) ?? 0) > 1);
      if (paired.length * 2 < pages.length || paired.every(isIndexPage)) continue;
      for (const [path, reading] of files) this.#add(path, reading);
    }
  }
}
