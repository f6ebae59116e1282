/**
 * The page: types at the left, the request above, what came back in the middle, and the query at the right.
 */
import { useEffect } from 'preact/hooks';
import { keyWanted } from '../api/access-key.js';
import { AskPanel } from '../ask/ask-panel.js';
import { description, endpoint, place, request, space, trouble } from '../state.js';
import { DevState, followDev } from './dev-state.js';
import { Help } from './help.js';
import { KeyForm } from './key-form.js';
import { onKey } from './keys.js';
import { Main } from './main-area.js';
import { Rail } from './rail.js';
import { RequestBar } from './request-bar.js';

function title(): string {
  const parts = request.value.path;
  return [...(parts.length === 0 ? [] : [parts.join(' / ')]), space.value?.name ?? '', 'stele']
    .filter(Boolean)
    .join(' · ');
}

export function Shell() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const isDev = description.value?.dev === true;
  useEffect(() => (isDev ? followDev() : undefined), [isDev]);
  useEffect(() => {
    document.title = title();
  });
  if (keyWanted.value !== undefined) return <KeyForm />;
  if (trouble.value !== undefined)
    return <p class="starting">The server could not be asked what it serves. {trouble.value}</p>;
  if (description.value === undefined) return <p class="starting">stele</p>;
  const asks = place.value.ask && endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <div class={asks ? 'shell asking' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Rail />
      <RequestBar />
      <Main />
      {asks && <AskPanel />}
      <Help />
      <DevState />
    </div>
  );
}
