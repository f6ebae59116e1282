/**
 * The words of a search, each with the posting lists that answer it.
 */
import { count } from '../parts/format.js';
import type { ExplainedWord } from './explanation.js';

/** @returns a row for each kind of list */
const rowsOf = ({ word, type, lists }: ExplainedWord) =>
  [...Map.groupBy(lists, ({ because }) => because)].map(([because, some]) => ({
    key: `${type} ${word} ${because}`,
    how: because,
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
                  <td colSpan={3}>no list</td>
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
