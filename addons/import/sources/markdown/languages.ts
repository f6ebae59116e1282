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

/** @returns the number of leading folders that only contain collections, such as `content`: 1 for `content/blog/de/hello.md` */
function countRoots(folders: readonly string[]): number {
  const collectionIndex = folders.findIndex((folder) => !isRoot(folder));
  return collectionIndex < 0 ? folders.length : collectionIndex;
}

/** @returns `hello.md` in `de` for `hello.de.md`; undefined for a name with one ending */
function readEnding(path: string): LanguagePath | undefined {
  const [, start, language, extension] = /^(.*)\.([A-Za-z-]+)(\.\w+)$/.exec(path) ?? [];
  return language === undefined ? undefined : { language, path: `${start}${extension}` };
}

/** A folder after the roots. In `content/blog/de/hello.md`, `blog` is the first and `de` the second. */
type FolderPosition = 'first' | 'second';

const languageFolderIndex = (folders: readonly string[], position: FolderPosition): number =>
  position === 'first' ? countRoots(folders) : countRoots(folders) + 1;

/** @returns `content/hello.md` in `de` for `content/de/hello.md`, whose first folder is `de` */
function readFolder(path: string, position: FolderPosition): LanguagePath | undefined {
  const folders = listFolders(path);
  const index = languageFolderIndex(folders, position);
  const language = folders[index];
  if (language === undefined) return undefined;
  return { language, path: [...folders.toSpliced(index, 1), readFileName(path)].join('/') };
}

/**
 * @param folderMinimum folders after the roots, at least
 * @returns `blog/hello/index.md` in `de` for `blog/hello/de.md`; undefined for a file in fewer folders
 */
function readLanguageFile(path: string, folderMinimum: number): LanguagePath | undefined {
  const folders = listFolders(path);
  if (folders.length - countRoots(folders) < folderMinimum) return undefined;
  return { language: readFileName(path).replace(/\..*$/, ''), path: `${folders.join('/')}/index.md` };
}

/** Reads a path in one form; undefined if the path is too short for the form. */
type PathReader = (path: string) => LanguagePath | undefined;

const readFirstFolder: PathReader = (path) => readFolder(path, 'first');
const readSecondFolder: PathReader = (path) => readFolder(path, 'second');
const readFileInFolder: PathReader = (path) => readLanguageFile(path, 1);
const readFileInSubfolder: PathReader = (path) => readLanguageFile(path, 2);

/**
 * Finds the language of each path that names one.
 *
 * @param declared languages of `--locales`; if empty, languages are inferred
 * @returns path → its language; a path without a language is missing
 */
export function findLanguages(
  paths: readonly string[],
  declared: readonly string[],
): ReadonlyMap<string, LanguagePath> {
  return declared.length > 0 ? findDeclaredLanguages(paths, new Set(declared)) : new LanguageFinder(paths).find();
}

function findDeclaredLanguages(
  paths: readonly string[],
  declared: ReadonlySet<string>,
): ReadonlyMap<string, LanguagePath> {
  const languages = new Map<string, LanguagePath>();
  for (const path of paths) {
    const reading = readDeclared(path, declared);
    if (reading !== undefined) languages.set(path, reading);
  }
  return languages;
}

/** @returns the first reading of the path whose language is declared */
function readDeclared(path: string, declared: ReadonlySet<string>): LanguagePath | undefined {
  for (const read of [readFirstFolder, readSecondFolder, readFileInFolder, readEnding]) {
    const reading = read(path);
    if (reading !== undefined && declared.has(reading.language)) return reading;
  }
  return undefined;
}

/** The paths of one folder or collection → how each is read. */
type FolderReadings = Map<string, LanguagePath>;

/** Infers languages by rules, from the surest to the weakest; the first rule that reads a path counts. */
class LanguageFinder {
  readonly #paths: readonly string[];
  readonly #pages: ReadonlySet<string>;
  readonly #languages = new Map<string, LanguagePath>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#pages = new Set(paths.map(removeExtension));
  }

  find(): ReadonlyMap<string, LanguagePath> {
    // `blog/de/hello.md` and `blog/en/hello.md`.
    this.#addCollections(readSecondFolder, isLanguage);
    // `blog/hello/de.md` and `blog/hello/en.md`.
    this.#addCollections(readFileInSubfolder, isLanguage);
    // `hello/de.md` and `hello/en.md`. A collection may be about languages, if no other collection has them.
    this.#addCollections(readFileInFolder, (language) => this.#hasLanguage(language));
    // `de/hello.md` and `en/news.md`: all first folders are languages, though no page has a translation.
    this.#addFirstFolders();
    // `de/hello.md` and `hello.md`: the pages of a folder confirm it.
    this.#addConfirmedFolders('first');
    // `blog/de/hello.md` and `blog/hello.md`.
    this.#addConfirmedFolders('second');
    // `hello.de.md`.
    this.#addEndings();
    return this.#languages;
  }

  #add(path: string, reading: LanguagePath): void {
    if (!this.#languages.has(path)) this.#languages.set(path, reading);
  }

  #addAll(readings: FolderReadings): void {
    for (const [path, reading] of readings) this.#add(path, reading);
  }

  #hasLanguage(language: string): boolean {
    return [...this.#languages.values()].some((reading) => reading.language === language);
  }

  /** Adds the collections in which each file that can be read has a language, and two files are the same page. */
  #addCollections(read: PathReader, isAccepted: (language: string) => boolean): void {
    for (const readings of this.#readCollections(read)) {
      const languagePaths = [...readings.values()];
      const pages = new Set(languagePaths.map(({ path }) => removeExtension(path)));
      const hasTranslation = pages.size < languagePaths.length;
      if (hasTranslation && languagePaths.every(({ language }) => isAccepted(language))) this.#addAll(readings);
    }
  }

  /** @returns the readings of each collection: of each folder after the roots */
  #readCollections(read: PathReader): Iterable<FolderReadings> {
    const collections = new Map<string, FolderReadings>();
    for (const path of this.#paths) {
      const folders = listFolders(path);
      const collection = folders[countRoots(folders)];
      if (collection !== undefined) addReading(collections, collection, path, read(path));
    }
    return collections.values();
  }

  /** Adds all first folders, if there are at least two and each is a language. */
  #addFirstFolders(): void {
    const readings: FolderReadings = new Map();
    for (const path of this.#paths) {
      const reading = readFirstFolder(path);
      if (reading !== undefined) readings.set(path, reading);
    }
    const folders = new Set([...readings.values()].map(({ language }) => language));
    if (folders.size >= 2 && [...folders].every(isLanguage)) this.#addAll(readings);
  }

  /**
   * Adds folders named like a language, if at least half of their pages exist without a language, or in another one. Folders
   * next to them do not matter. Index pages alone confirm nothing, as each folder may have one.
   */
  #addConfirmedFolders(position: FolderPosition): void {
    const folders = this.#readLanguageFolders(position);
    const folderCounts = countFoldersByPage(folders);
    for (const readings of folders) {
      const pages = [...readings.values()].map(({ path }) => removeExtension(path));
      const confirmed = pages.filter((page) => this.#pages.has(page) || (folderCounts.get(page) ?? 0) > 1);
      if (confirmed.length * 2 >= pages.length && !confirmed.every(isIndexPage)) this.#addAll(readings);
    }
  }

  /** @returns the readings of each folder that is named like a language */
  #readLanguageFolders(position: FolderPosition): readonly FolderReadings[] {
    const foldersByPath = new Map<string, FolderReadings>();
    for (const path of this.#paths) {
      const reading = readFolder(path, position);
      if (reading === undefined || !isLanguage(reading.language)) continue;
      const folders = listFolders(path);
      const folderPath = folders.slice(0, languageFolderIndex(folders, position) + 1).join('/');
      addReading(foldersByPath, folderPath, path, reading);
    }
    return [...foldersByPath.values()];
  }

  #addEndings(): void {
    for (const path of this.#paths) {
      const reading = readEnding(path);
      if (reading !== undefined && isLanguage(reading.language)) this.#add(path, reading);
    }
  }
}

/** Adds a reading to a folder. A folder is added even if its path cannot be read. */
function addReading(
  folders: Map<string, FolderReadings>,
  folder: string,
  path: string,
  reading: LanguagePath | undefined,
): void {
  const readings: FolderReadings = folders.get(folder) ?? new Map();
  folders.set(folder, readings);
  if (reading !== undefined) readings.set(path, reading);
}

/** @returns page → number of language folders that have it */
function countFoldersByPage(folders: readonly FolderReadings[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const readings of folders) {
    for (const { path } of readings.values()) {
      const page = removeExtension(path);
      counts.set(page, (counts.get(page) ?? 0) + 1);
    }
  }
  return counts;
}
