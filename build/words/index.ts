export { wordsJob } from './batch/batch-words.js';
export { beginningsJob } from './beginnings/beginnings.js';
export { dictionaryJob } from './dictionary.js';
export { type OnStems, searchIndex } from './search-sections.js';
export { listsJob } from './stem-lists.js';
