/**
 * Asks for a key, where the server answers nobody without one.
 */
import { accessKey, keepKey, keyWanted } from '../api/access-key.js';
import { load } from '../state.js';

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
    <form class="starting key-form" onSubmit={enter}>
      <h1>This server asks for a key</h1>
      {accessKey.value !== '' && <p role="alert">{keyWanted.value}</p>}
      <p>
        <label>
          Key <input name="key" type="password" autocomplete="off" spellcheck={false} />
        </label>{' '}
        <button type="submit">Read with it</button>
      </p>
      <p>It is kept in this tab until the tab is closed, and sent to this server alone.</p>
    </form>
  );
}
