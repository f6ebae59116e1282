/**
 * The words of a search, each with the posting lists that answer it.
 */
import { formatCount } from '../parts/format.js';
import type { ExplainedWord } from './explanation.js';

/** @returns a row for each kind of list */
const groupLists = ({ word, type, lists }: ExplainedWord) =>
  [...Map.groupBy(lists, ({ because }) => because)].map(([because, groupedLists]) => ({
    key: `${type} ${word} ${because}`,
    how: because,
    lists: groupedLists.length,
    items: groupedLists.reduce((sum, { size }) => sum + size, 0),
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
            const rows = groupLists(word);
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
                <td class="numeric">{formatCount(lists)}</td>
                <td class="numeric">{formatCount(items)}</td>
              </tr>
            ));
          })}
        </tbody>
      </table>
    </section>
  );
}
