/** The entry of the report room: the HTML page of a replay. */
export { replayPage } from './page.js';
