/**
 * The words of a search, and by which lists each of them is answered.
 */
import { count } from '../parts/format.js';
import type { ExplainedWord, ListKind } from './explanation.js';

const KINDS: Readonly<Record<ListKind, string>> = {
  word: 'the word in its forms',
  begun: 'words that begin with it',
  beginning: 'words that begin with it, listed together',
  doubling: 'words that differ by a doubled letter',
  typo: 'words it may be mistyped for',
  together: 'its words in all their forms, one after the other',
  anywhere: 'its words in all their forms, in any place',
  excluded: 'left out: its words in all their forms',
};

/** The lists of one kind together. */
const rowsOf = ({ word, type, lists }: ExplainedWord) =>
  [...Map.groupBy(lists, ({ kind }) => kind)].map(([kind, some]) => ({
    key: `${type} ${word} ${kind}`,
    how: KINDS[kind],
    lists: some.length,
    items: some.reduce((sum, { size }) => sum + size, 0),
  }));

export function Words({ words }: { readonly words: readonly ExplainedWord[] }) {
  return (
    <section>
      <h2>Words</h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">word</th>
            <th scope="col">answered by</th>
            <th scope="col" class="numeric">
              lists
            </th>
            <th scope="col" class="numeric">
              items
            </th>
          </tr>
        </thead>
        <tbody>
          {words.flatMap((word) => {
            const rows = rowsOf(word);
            if (rows.length === 0) {
              return (
                <tr key={`${word.type} ${word.word}`}>
                  <th scope="row">{word.word}</th>
                  <td colSpan={3}>nothing</td>
                </tr>
              );
            }
            return rows.map(({ key, how, lists, items }) => (
              <tr key={key}>
                <th scope="row">{word.word}</th>
                <td>{how}</td>
                <td class="numeric">{count(lists)}</td>
                <td class="numeric">{count(items)}</td>
              </tr>
            ));
          })}
        </tbody>
      </table>
    </section>
  );
}
