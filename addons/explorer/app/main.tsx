/**
 * The entry of the explorer's script: starts the state and renders the page.
 */
import { render } from 'preact';
import { Shell } from './layout/shell.js';
import { startState } from './state.js';

const root = document.getElementById('app');
if (root !== null) {
  startState();
  root.replaceChildren();
  render(<Shell />, root);
}
