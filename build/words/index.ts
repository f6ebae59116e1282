export { wordsJob } from './batch/batch-words.js';
export { beginningsJob } from './beginnings/merge-beginnings.js';
export { dictionaryJob } from './search-dictionary.js';
export { buildSearchIndex, type OnStems } from './search-index.js';
export { listsJob } from './stem-lists.js';
