/**
 * Asks for a key, where the server answers nobody without one.
 */
import { accessKey, keepKey, keyWanted } from '../api/access-key.js';
import { load } from '../state.js';
import { Plate } from './plate.js';

export function KeyForm() {
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const given = new FormData(form).get('key');
    if (typeof given !== 'string' || given.trim() === '') return;
    keepKey(given.trim());
    void load();
  };
  return (
    <Plate title="This server asks for a key">
      <form class="key-form" onSubmit={enter}>
        {accessKey.value !== '' && (
          <p class="problem" role="alert">
            {keyWanted.value}
          </p>
        )}
        <label>
          Key <input name="key" type="password" autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit" class="button primary">
          Read with it
        </button>
        <p class="faint">It is kept in this tab until the tab is closed, and sent to this server alone.</p>
      </form>
    </Plate>
  );
}
