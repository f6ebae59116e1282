/**
 * The frame of the page: navigation at the left, request bar at the top, the answer in the middle, query at the right.
 */
import { useEffect } from 'preact/hooks';
import { keyWanted } from '../api/access-key.js';
import { AskPanel } from '../ask/ask-panel.js';
import { description, endpoint, load, place, request, space, trouble } from '../state.js';
import { DevState, followDev } from './dev-state.js';
import { Help } from './help.js';
import { KeyForm } from './key-form.js';
import { closeOthers, onKey } from './keys.js';
import { Main } from './main-area.js';
import { Plate } from './plate.js';
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
    addEventListener('pointerdown', closeOthers);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', closeOthers);
    };
  }, []);
  const isDev = description.value?.dev === true;
  useEffect(() => (isDev ? followDev() : undefined), [isDev]);
  useEffect(() => {
    document.title = title();
  });
  if (keyWanted.value !== undefined) return <KeyForm />;
  if (trouble.value !== undefined)
    return (
      <Plate title="No answer">
        <p>The server did not describe its content. {trouble.value}</p>
        <button type="button" class="button primary" onClick={() => void load()}>
          Retry
        </button>
      </Plate>
    );
  if (description.value === undefined) return <p class="starting">stele</p>;
  const asks = place.value.ask && endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <div class={asks ? 'shell asking' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Rail />
      <RequestBar />
      {asks && <AskPanel />}
      <Main />
      <Help />
      <DevState />
    </div>
  );
}
