export { replayPage } from './page.js';
