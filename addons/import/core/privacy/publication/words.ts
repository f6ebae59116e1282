/**
 * Words of publication in values: names of states such as `draft`, and words for yes and no.
 *
 * A firm word, such as `published`, is about publication in any field. Other words count only in a field that decides about
 * publication: a product may be `inactive`, and a flight `scheduled`.
 */

export interface StatusWord {
  readonly isPublic: boolean;
  /** Whether the word is about publication in any field. */
  readonly isFirm: boolean;
}

/** @returns the words in lower case with blanks between them; `pendingReview` and `pending-review` become `pending review` */
const normalizeWords = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const splitWords = (isPublic: boolean, isFirm: boolean, words: string): readonly (readonly [string, StatusWord])[] =>
  words.split(/,\s*/).map((word) => [normalizeWords(word), { isPublic, isFirm }] as const);

/** The languages are English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Slavic, and those of East Asia. */
const statusWords: ReadonlyMap<string, StatusWord> = new Map([
  ...splitWords(
    true,
    true,
    'published, publish, public, veröffentlicht, öffentlich, publiziert, publié, publiée, publique',
  ),
  ...splitWords(
    true,
    true,
    'publicado, publicada, público, pública, publico, publica, pubblicato, pubblicata, pubblico',
  ),
  ...splitWords(
    true,
    true,
    'gepubliceerd, publicerad, publisert, udgivet, julkaistu, opublikowany, opublikowane, publikováno',
  ),
  ...splitWords(
    true,
    true,
    'опубликовано, опубликован, опубликована, 公開, 公開済み, 公开, 已发布, 已發布, 게시됨, 공개, yayınlandı',
  ),
  ...splitWords(true, true, 'freigegeben'),
  ...splitWords(
    true,
    false,
    'active, live, online, visible, enabled, released, release, approved, final, everyone, listed',
  ),
  ...splitWords(true, false, 'all, anyone, open, true, yes, 1, 1.0, world, modified, changed, sent, activate'),
  ...splitWords(
    false,
    true,
    'draft, drafts, private, hidden, unpublished, unpublish, trash, trashed, archived, unlisted',
  ),
  ...splitWords(false, true, 'auto draft, pending review, in review, not published, needs review, entwurf, brouillon'),
  ...splitWords(false, true, 'borrador, bozza, privat, work in progress, wip, 0, 0.0, false, no'),
  ...splitWords(
    false,
    true,
    'not public, non public, nonpublic, members only, subscribers only, staff only, internal only',
  ),
  ...splitWords(
    false,
    true,
    'unveröffentlicht, nicht veröffentlicht, nicht öffentlich, archiviert, papierkorb, versteckt',
  ),
  ...splitWords(false, true, 'non publié, non publiée, dépublié, privé, privée, archivé, archivée, corbeille, masqué'),
  ...splitWords(
    false,
    true,
    'no publicado, não publicado, rascunho, privado, privada, archivado, arquivado, oculto, papelera',
  ),
  ...splitWords(
    false,
    true,
    'non pubblicato, privato, privata, archiviato, nascosto, cestino, niet gepubliceerd, gearchiveerd',
  ),
  ...splitWords(
    false,
    true,
    'utkast, kladde, udkast, luonnos, szkic, opublicerad, avpublicerad, ej publicerad, arkiverad',
  ),
  ...splitWords(
    false,
    true,
    'spam, unapproved, deactivate, soft deleted, in trash, awaiting moderation, awaiting approval, pending moderation',
  ),
  ...splitWords(false, true, 'nicht freigegeben, unsichtbar, à relire, en brouillon, en borrador'),
  ...splitWords(false, true, 'черновик, не опубликовано, скрыто, чернетка, taslak, vázlat, 下書き, 非公開, 未公開'),
  ...splitWords(false, true, '草稿, 未发布, 未發布, 초안, 비공개, 임시저장, مسودة, טיוטה'),
  ...splitWords(
    false,
    false,
    'pending, inactive, disabled, review, expired, deleted, rejected, scheduled, future, internal',
  ),
  ...splitWords(false, false, 'members, member, paid, tiers, password, protected, subscribers, registered, restricted'),
  ...splitWords(
    false,
    false,
    'offline, todo, idea, new, archive, archives, outline, embargoed, confidential, secret, staging',
  ),
  ...splitWords(
    false,
    false,
    'authenticated, editors, admins, nobody, none, only me, in progress, proposed, submitted',
  ),
  ...splitWords(false, false, 'held, hold, on hold, timed, closed, moderated, disapproved, blocked, banned, suspended'),
  ...splitWords(
    false,
    false,
    'removed, withdrawn, retracted, invisible, skip, inaktiv, gesperrt, intern, interne, vertraulich',
  ),
  ...splitWords(
    false,
    false,
    'unreleased, not released, concept, koncept, geplant, gelöscht, in prüfung, in bearbeitung',
  ),
  ...splitWords(
    false,
    false,
    'planifié, supprimé, en attente, programado, eliminado, pendiente, programmato, in revisione',
  ),
]);

/** Words that make a longer text private: `draft, do not publish`. */
const privatePhrase = /\b(?:draft|unpublished|do not publish|not (?:yet )?published|private|embargo(?:ed)?)\b/;

/** @returns the state that the text means; `mistyped` if it is nearly such a word, undefined for any other text */
export function findStatus(text: string): StatusWord | 'mistyped' | undefined {
  const word = normalizeWords(text);
  const status = statusWords.get(word);
  if (status !== undefined) return status;
  if (privatePhrase.test(word)) return { isPublic: false, isFirm: true };
  return word.length < 20 && firmWords.some((firmWord) => isMistyped(word, firmWord)) ? 'mistyped' : undefined;
}

/** The words of which a mistyped form is recognized; short words have too many neighbours. */
const firmWords = [...statusWords].flatMap(([word, { isFirm }]) => (isFirm && word.length > 4 ? [word] : []));

/** Whether one letter was added, left out or changed, or two neighbouring letters were swapped. */
function isMistyped(word: string, correctWord: string): boolean {
  if (Math.abs(word.length - correctWord.length) > 1) return false;
  let commonLength = 0;
  while (commonLength < word.length && word[commonLength] === correctWord[commonLength]) commonLength += 1;
  const ending = word.slice(commonLength);
  const correctEnding = correctWord.slice(commonLength);
  const isAdded = ending.slice(1) === correctEnding;
  const isLeftOut = ending === correctEnding.slice(1);
  const isChanged = ending.slice(1) === correctEnding.slice(1);
  const isSwapped =
    ending[0] === correctEnding[1] && ending[1] === correctEnding[0] && ending.slice(2) === correctEnding.slice(2);
  return isAdded || isLeftOut || isChanged || isSwapped;
}

/**
 * Words for yes and no: of YAML 1.1, of tables and forms, of Excel in several languages, of Access (`-1`), of Airtable (`checked`),
 * of pandas (`1.0`), and the marks of a checklist.
 */
const truthWords: ReadonlyMap<string, boolean> = new Map([
  ...'true yes on y t 1 1.0 -1 x ✓ ✔ ☑ ✅ checked ticked selected true() evet igen ano kyllä はい 예 ja wahr oui vrai si sí verdadero sì vero sim verdadeiro waar tak prawda да 是'
    .split(' ')
    .map((word) => [word, true] as const),
  ...'false no off n f 0 0.0 ✗ ✘ ☐ ❌ unchecked unticked false() hayır nem ne ei いいえ 아니오 nein falsch non faux falso não nao nee onwaar nej nei nie fałsz нет 否'
    .split(' ')
    .map((word) => [word, false] as const),
]);

/** @returns the truth value that the text is a word for; undefined for any other text */
export const readTruth = (text: string): boolean | undefined =>
  // U+FE0F asks for the coloured form of a mark.
  truthWords.get(text.trim().normalize('NFC').toLowerCase().replace('\uFE0F', ''));
