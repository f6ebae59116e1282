/**
 * The frame of the page: navigation at the left, request bar at the top, the answer in the middle, query at the right.
 */
import { useEffect } from 'preact/hooks';
import { keyMessage } from '../api/access-key.js';
import { AskPanel } from '../ask/ask-panel.js';
import { Tooltip } from '../parts/tooltip.js';
import { description, descriptionFailure, endpoint, loadSpaces, place, request, space } from '../state.js';
import { DevState, followDev } from './dev-state.js';
import { Help } from './help.js';
import { KeyForm } from './key-form.js';
import { closeOutside, onKey } from './keys.js';
import { Main } from './main-area.js';
import { MessageBox } from './message-box.js';
import { Navigation } from './navigation.js';
import { RequestBar } from './request-bar.js';

function pageTitle(): string {
  const parts = request.value.path;
  const view = place.value.tab === 'docs' ? 'Reference' : '';
  return [parts.join(' / '), view, space.value?.name ?? '', 'stele'].filter(Boolean).join(' · ');
}

export function Shell() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', closeOutside);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', closeOutside);
    };
  }, []);
  const isDev = description.value?.dev === true;
  useEffect(() => (isDev ? followDev() : undefined), [isDev]);
  useEffect(() => {
    document.title = pageTitle();
  });
  if (keyMessage.value !== undefined) return <KeyForm />;
  if (descriptionFailure.value !== undefined)
    return (
      <MessageBox title="No answer">
        <p>The server did not describe its content. {descriptionFailure.value}</p>
        <button type="button" class="button primary" onClick={() => void loadSpaces()}>
          Retry
        </button>
      </MessageBox>
    );
  if (description.value === undefined) return <p class="starting">stele</p>;
  const isQueryOpen = place.value.ask && endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <div class={isQueryOpen ? 'shell asking' : 'shell'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Navigation />
      <RequestBar />
      {isQueryOpen && <AskPanel />}
      <Main />
      <Help />
      <DevState />
      <Tooltip />
    </div>
  );
}
