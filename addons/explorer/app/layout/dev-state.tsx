/**
 * The state of `stele serve --dev`: shows the errors of the export over the page, and reloads the content after each
 * build.
 */
import { signal } from '@preact/signals';
import { readText } from '../model/resource.js';
import { loadSpaces, space } from '../state.js';

const pollMs = 1_000;
const validNoticeMs = 4_000;
const problem = signal('');
const isValidAgain = signal(false);

/** Polls the server every second. @returns a function that stops it */
export function followDev(): () => void {
  const ask = async (): Promise<void> => {
    const reply = await fetch('explore/dev');
    if (!reply.ok) return;
    const devState: unknown = await reply.json();
    const text = readText(devState, 'problem');
    if (text === '' && problem.value !== '') {
      isValidAgain.value = true;
      setTimeout(() => {
        isValidAgain.value = false;
      }, validNoticeMs);
    }
    problem.value = text;
    const snapshot = readText(devState, 'snapshot');
    if (snapshot !== '' && snapshot !== space.value?.snapshot) await loadSpaces();
  };
  // Continue after a failure: the server may be restarting.
  const timer = setInterval(() => void ask().catch(() => undefined), pollMs);
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
  return isValidAgain.value ? (
    <p class="dev-state" role="status">
      The export is valid again.
    </p>
  ) : null;
}
