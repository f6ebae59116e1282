/**
 * The state of `stele serve --dev`: shows the errors of the export over the page, and reloads the content after each
 * build.
 */
import { signal } from '@preact/signals';
import { textAt } from '../model/resource.js';
import { load, space } from '../state.js';

const askMs = 1_000;
const wellMs = 4_000;
const problem = signal('');
const isWell = signal(false);

/** Polls the server every second. @returns a function that stops it */
export function followDev(): () => void {
  const ask = async (): Promise<void> => {
    const reply = await fetch('explore/dev');
    if (!reply.ok) return;
    const devState: unknown = await reply.json();
    const text = textAt(devState, 'problem');
    if (text === '' && problem.value !== '') {
      isWell.value = true;
      setTimeout(() => {
        isWell.value = false;
      }, wellMs);
    }
    problem.value = text;
    const snapshot = textAt(devState, 'snapshot');
    if (snapshot !== '' && snapshot !== space.value?.snapshot) await load();
  };
  // Continue after a failure: the server may be restarting.
  const timer = setInterval(() => void ask().catch(() => undefined), askMs);
  return () => clearInterval(timer);
}

export function DevState() {
  if (problem.value !== '')
    return (
      <div class="dev-state wrong" role="alert">
        <h2>The export has errors{space.value?.snapshot === null ? '' : '; the previous content is shown'}</h2>
        <pre>{problem.value}</pre>
      </div>
    );
  return isWell.value ? (
    <p class="dev-state" role="status">
      The export is valid again.
    </p>
  ) : null;
}
