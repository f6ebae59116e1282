/**
 * The entry of the explorer's script: starts the state and renders the page.
 */
import { render } from 'preact';
import { Shell } from './layout/shell.js';
import { begin } from './state.js';

const root = document.getElementById('app');
if (root !== null) {
  begin();
  root.replaceChildren();
  render(<Shell />, root);
}
