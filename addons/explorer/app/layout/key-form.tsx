/**
 * The form for an access key, shown if the server requires one.
 */
import { accessKey, keyMessage, storeKey } from '../api/access-key.js';
import { loadSpaces } from '../state.js';
import { MessageBox } from './message-box.js';

export function KeyForm() {
  const submitKey = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const typedKey = new FormData(form).get('key');
    if (typeof typedKey !== 'string' || typedKey.trim() === '') return;
    storeKey(typedKey.trim());
    void loadSpaces();
  };
  return (
    <MessageBox title="This server requires a key">
      <form class="key-form" onSubmit={submitKey}>
        {accessKey.value !== '' && (
          <p class="problem" role="alert">
            {keyMessage.value}
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
    </MessageBox>
  );
}
