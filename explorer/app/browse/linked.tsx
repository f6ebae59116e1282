/**
 * A relationship's linkage: types and ids alone.
 */
import { answer } from '../state.js';
import { Chips } from './chips.js';
import { Pager } from './pager.js';

export function Linked() {
  const document = answer.value?.document;
  if (document === undefined) return null;
  return (
    <>
      <p class="linked">
        <Chips linkage={{ data: document.data, total: document.data.length }} path={[]} most={document.data.length} />
      </p>
      <Pager />
    </>
  );
}
