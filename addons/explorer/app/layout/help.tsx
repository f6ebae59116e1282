/**
 * Which keys there are, and the switch that turns them off.
 */
import { useEffect, useRef } from 'preact/hooks';
import { ChosenHosts } from '../parts/pictures.js';
import { hasKeys } from '../parts/preferences.js';
import { isHelpOpen, KEYS } from './keys.js';

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = isHelpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2 id="help-title">Keyboard</h2>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={hasKeys.value}
          onChange={(event) => {
            hasKeys.value = event.currentTarget.checked;
          }}
        />
        Single keys do this
      </label>
      <ChosenHosts />
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
