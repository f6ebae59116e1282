/**
 * With `stele serve --dev`: what is wrong with the export, over the page until it is mended; and what is built since.
 */
import { signal } from '@preact/signals';
import { textAt } from '../model/resource.js';
import { load, space } from '../state.js';

const askMs = 1_000;
const wellMs = 4_000;
const problem = signal('');
const isWell = signal(false);

/** Asks again and again. @returns what ends it */
export function followDev(): () => void {
  const ask = async (): Promise<void> => {
    const reply = await fetch('explore/dev');
    if (!reply.ok) return;
    const told: unknown = await reply.json();
    const text = textAt(told, 'problem');
    if (text === '' && problem.value !== '') {
      isWell.value = true;
      setTimeout(() => {
        isWell.value = false;
      }, wellMs);
    }
    problem.value = text;
    const snapshot = textAt(told, 'snapshot');
    if (snapshot !== '' && snapshot !== space.value?.snapshot) await load();
  };
  // A server that is gone may come back.
  const timer = setInterval(() => void ask().catch(() => undefined), askMs);
  return () => clearInterval(timer);
}

export function DevState() {
  if (problem.value !== '')
    return (
      <div class="dev-state wrong" role="alert">
        <h2>The export has mistakes{space.value?.snapshot === null ? '' : '; the content from before is shown'}</h2>
        <pre>{problem.value}</pre>
      </div>
    );
  return isWell.value ? (
    <p class="dev-state" role="status">
      All is well again.
    </p>
  ) : null;
}
