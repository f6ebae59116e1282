/**
 * The help dialog: the list of single-key shortcuts, the switch that turns them off, and the chosen hosts of pictures.
 */
import { useEffect, useRef } from 'preact/hooks';
import { AllowedHosts } from '../parts/pictures.js';
import { hasKeys } from '../parts/preferences.js';
import { isHelpOpen, SHORTCUTS } from './keys.js';

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
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl class="keys">
        {SHORTCUTS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
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
        Use these shortcuts
      </label>
      <AllowedHosts />
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
