import type { ServeOptions, Serving } from '../serve.js';

export function serveTogether(_options: ServeOptions): Promise<Serving> {
  throw new Error('not there yet');
}
