/**
 * The target of a request and the mount that it belongs to: computed once per request, for the cache and the router.
 */
import type { IncomingMessage } from 'node:http';
import { normalizePath, originForm, pathEnd } from '../http/request-target.js';
import type { Mount } from './mount.js';

/** @returns the mount whose delivery root the path equals or is below. Cost: O(mounts). */
function findMount(mounts: readonly Mount[], target: string, end: number): Mount | undefined {
  for (const mount of mounts) {
    const { length } = mount.path;
    if (target.startsWith(mount.path) && (end === length || target[length] === '/')) return mount;
  }
  return undefined;
}

/** The cache needs only text and mount; the text is cut into parts when the router asks for them. */
export class RequestTarget {
  /** In origin form, with unreserved characters of the path decoded. */
  readonly text: string;
  /** Undefined if the path is below no delivery root. */
  readonly mount: Mount | undefined;
  readonly #pathEnd: number;

  /** @param url as the client sent it. Cost: O(mounts). */
  constructor(mounts: readonly Mount[], { url = '' }: Pick<IncomingMessage, 'url'>) {
    this.text = normalizePath(originForm(url));
    this.#pathEnd = pathEnd(this.text);
    this.mount = findMount(mounts, this.text, this.#pathEnd);
  }

  get path(): string {
    return this.text.slice(0, this.#pathEnd);
  }

  /** `''`, or `?` and the query. */
  get search(): string {
    return this.text.slice(this.#pathEnd);
  }

  /** The path that the router matches: the part below the delivery root, or the whole path if it is below none. */
  get routedPath(): string {
    return this.text.slice(this.mount?.path.length ?? 0, this.#pathEnd);
  }
}
