/**
 * The inline script of the guides, which runs before the first paint: sets the theme that the reader chose.
 */
import { readStored } from '../parts/browser-storage.js';

document.documentElement.dataset['theme'] = readStored('theme') ?? 'system';
