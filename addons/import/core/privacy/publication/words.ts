/**
 * The words of fields that decide about publication: states of publication, and words for yes and no.
 *
 * `firm` words mean publication in any field. Other words do so only in a field that is known to decide, as a product may be
 * `inactive` and a flight `scheduled`.
 */

export interface StatusWord {
  readonly isPublic: boolean;
  readonly firm: boolean;
}

const listed = (isPublic: boolean, firm: boolean, words: string): readonly (readonly [string, StatusWord])[] =>
  words.split(/,\s*/).map((word) => [word, { isPublic, firm }] as const);

const statusWords: ReadonlyMap<string, StatusWord> = new Map([
  ...listed(true, true, 'published, publish, public, veröffentlicht, publié, publicado, pubblicato'),
  ...listed(
    true,
    false,
    'active, live, online, visible, enabled, released, release, approved, final, everyone, listed',
  ),
  ...listed(true, false, 'all, anyone, open, true, yes, 1, world, modified, changed, sent'),
  ...listed(false, true, 'draft, drafts, private, hidden, unpublished, unpublish, trash, trashed, archived, unlisted'),
  ...listed(false, true, 'auto draft, pending review, in review, not published, needs review, entwurf, brouillon'),
  ...listed(false, true, 'borrador, bozza, privat, work in progress, wip, 0, false, no'),
  ...listed(
    false,
    false,
    'pending, inactive, disabled, review, expired, deleted, rejected, scheduled, future, internal',
  ),
  ...listed(false, false, 'members, member, paid, tiers, password, protected, subscribers, registered, restricted'),
  ...listed(
    false,
    false,
    'offline, todo, idea, new, archive, archives, outline, embargoed, confidential, secret, staging',
  ),
  ...listed(false, false, 'authenticated, editors, admins, nobody, none, only me, in progress, proposed, submitted'),
]);

/** Words that make a longer text private: `draft, do not publish`. */
const privateWithin = /\b(?:draft|unpublished|do not publish|not (?:yet )?published|private|embargo(?:ed)?)\b/;

const plain = (text: string): string =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** @returns the state that the text means; `mistyped` if it is nearly such a word, undefined for any other text */
export function statusOf(text: string): StatusWord | 'mistyped' | undefined {
  const word = plain(text);
  const known = statusWords.get(word);
  if (known !== undefined) return known;
  if (privateWithin.test(word)) return { isPublic: false, firm: true };
  return word.length < 20 && firmWords.some((each) => isMistyped(word, each)) ? 'mistyped' : undefined;
}

const firmWords = [...statusWords].flatMap(([word, { firm }]) => (firm && word.length > 4 ? [word] : []));

/** Whether one letter was added, left out or changed, or two neighbouring letters were swapped. */
function isMistyped(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === right[from]) from += 1;
  const [rest, rightRest] = [word.slice(from), right.slice(from)];
  return (
    rest.slice(1) === rightRest ||
    rest === rightRest.slice(1) ||
    rest.slice(1) === rightRest.slice(1) ||
    (rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2))
  );
}

/** Reads words for yes and no of YAML 1.1, tables and forms. @returns undefined for any other text */
export function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (/^(?:true|yes|on|y|t|1)$/.test(word)) return true;
  return /^(?:false|no|off|n|f|0)$/.test(word) ? false : undefined;
}
