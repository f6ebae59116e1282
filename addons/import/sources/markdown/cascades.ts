/**
 * What pages of Hugo inherit from the `cascade` of the pages above them, as far as it decides whether they are public.
 *
 * Of a `target` the `kind` and the `path` count; its language and environment do not.
 */
import { normalizeName } from '../../core/privacy/publication/fields.js';
import { isList, isObject, type Json, readMembers, textAt } from '../../value/json.js';

type Members = readonly (readonly [string, Json])[];

interface Inherited {
  readonly target: Json | undefined;
  readonly members: Members;
}

/** Pages of folders, which have descendants; `_index.de.md` has those of its language. */
const branchName = /^(?:(.*)\/)?_index((?:\.[\w-]+)?\.\w+)$/;
/** What decides, of all that is handed down. */
const deciding = /^(?:draft|build|private|unlisted|headless|(?:expiry|unpublish|publish)date)$/;

export const isBranch = (name: string): boolean => branchName.test(name);

export class Cascades {
  readonly #byFolder = new Map<string, readonly Inherited[]>();

  /** @param name path of the page below the input */
  add(name: string, values: Json): void {
    const [, folder = '', ending = ''] = branchName.exec(name) ?? [];
    const cascade = readMembers(values).find(([field]) => normalizeName(field) === 'cascade')?.[1];
    const inherited = (isList(cascade) ? cascade : [cascade]).flatMap((each): readonly Inherited[] => {
      if (each === undefined || !isObject(each)) return [];
      const members = readMembers(each).filter(([field]) => deciding.test(normalizeName(field)));
      return members.length === 0 ? [] : [{ target: each['target'] ?? each['_target'], members }];
    });
    if (inherited.length > 0) this.#byFolder.set(`${folder}:${languageOf(ending)}`, inherited);
  }

  /** @returns members that the page does not have itself, of the nearest folder that has them */
  inheritedBy(name: string, own: Members): Members {
    if (this.#byFolder.size === 0) return [];
    const seen = new Set(own.map(([field]) => normalizeName(field)));
    const inherited: (readonly [string, Json])[] = [];
    const ending = /(?:\.[\w-]+)?\.\w+$/.exec(name)?.[0] ?? '';
    let folder = isBranch(name) ? parentOf(parentOf(name) ?? '') : parentOf(name);
    for (; folder !== undefined; folder = parentOf(folder)) {
      const above = this.#byFolder.get(`${folder}:${languageOf(ending)}`) ?? [];
      for (const [field, value] of above.flatMap(({ target, members }) => (isMeant(target, name) ? members : []))) {
        if (seen.has(normalizeName(field))) continue;
        seen.add(normalizeName(field));
        inherited.push([field, value]);
      }
    }
    return inherited;
  }
}

/** @returns the folder of a path; undefined above the input */
function parentOf(path: string): string | undefined {
  if (path === '') return undefined;
  const end = path.lastIndexOf('/');
  return end < 0 ? '' : path.slice(0, end);
}

const languageOf = (ending: string): string =>
  /^\.[a-z]{2}(?:-\w+)?\./i.test(ending) ? (ending.split('.')[1] ?? '') : '';

function isMeant(target: Json | undefined, name: string): boolean {
  const [kind, path] = [textAt(target, 'kind'), textAt(target, 'path')];
  if (kind !== undefined && !globOf(kind, '^').test(isBranch(name) ? 'section' : 'page')) return false;
  return (
    path === undefined || globOf(path.replaceAll(/(^|[{,])\//g, '$1'), '(?:^|/)').test(name.replace(pageEnding, ''))
  );
}

const pageEnding = /(?:\/_?index)?(?:\.[\w-]+)?\.\w+$/;

/** @returns the pattern with `*`, `**` and `{a,b}` as a regular expression */
function globOf(glob: string, begin: string): RegExp {
  const signs: Readonly<Record<string, string>> = {
    '**': '.*',
    '*': '[^/]*',
    '?': '[^/]',
    '{': '(?:',
    '}': ')',
    ',': '|',
  };
  const body = glob.replaceAll(/\*\*|[*?{},]|[.+^$()|[\]\\]/g, (sign) => signs[sign] ?? `\\${sign}`);
  return new RegExp(`${begin}(?:${body})$`);
}
