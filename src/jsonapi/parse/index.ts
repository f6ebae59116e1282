/**
 * URL → checked request.
 */
export { encodeComponent } from '../../model/index.js';
export { complexityOf, type Demand } from './complexity.js';
export { pageSearch } from './links.js';
export { parseRequest } from './request.js';
