/**
 * The form for an access key, shown if the server requires one.
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
    <Plate title="This server requires a key">
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
          Use this key
        </button>
        <p class="faint">The key is stored in this tab until you close it, and sent only to this server.</p>
      </form>
    </Plate>
  );
}
