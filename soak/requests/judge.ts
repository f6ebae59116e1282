/**
 * Judges one request by parser, checks, engine and document, without a server.
 *
 * Faults are: an error that is not a RequestError, a document that is not JSON, a refusal that names nothing, and a
 * canonical form that is parsed as a different request.
 */

import { RequestError } from '../../src/content/errors/index.js';
import type { ContentModel } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, type ParsedRequest, parseRequest, renderErrors } from '../../src/jsonapi/index.js';
import { expectValidDocument } from '../../testing/jsonapi-schema/index.js';
import { faultOfErrors } from '../../testing/requests/responses.js';
import type { Target } from '../../testing/requests/writing/mutate.js';

export interface Judged {
  readonly outcome: 'answered' | 'refused';
  /** Of parsing, checking and answering, without the checks made here. */
  readonly elapsedMs: number;
  readonly fault: string | undefined;
}

/** Independent validation takes a hundred times as long as the answer, so not every document gets it. */
const validatedShare = 500;

const base = '/delivery/jsonapi';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text.toWellFormed();
  }
}

/**
 * Every name a refusal may blame: as decoded, and as sent where it is not to be decoded; `filter` when there are too
 * many.
 */
function namesSent({ search }: Target): ReadonlySet<string> {
  const names = new Set(['filter']);
  for (const part of search.slice(1).split('&')) {
    const equals = part.indexOf('=');
    const raw = equals < 0 ? part : part.slice(0, equals);
    names.add(raw.toWellFormed());
    names.add(decoded(raw));
  }
  return names;
}

export class Judge {
  readonly #model: ContentModel;
  readonly #space: Space | undefined;
  #answered = 0;

  /** @param space undefined if requests are only parsed and checked */
  constructor(model: ContentModel, space: Space | undefined) {
    this.#model = model;
    this.#space = space;
  }

  judge(target: Target): Judged {
    const startedMs = performance.now();
    try {
      const request = parseRequest(this.#model, target.path, target.search);
      const document = this.#space === undefined ? undefined : answer(this.#space, request, base);
      const elapsedMs = performance.now() - startedMs;
      return { outcome: 'answered', elapsedMs, fault: this.#faultOfAnswer(target, request, document) };
    } catch (error) {
      const elapsedMs = performance.now() - startedMs;
      if (error instanceof RequestError) return { outcome: 'refused', elapsedMs, fault: faultOfRefusal(target, error) };
      return { outcome: 'refused', elapsedMs, fault: `it threw ${String(error)}` };
    }
  }

  #faultOfAnswer(target: Target, request: ParsedRequest, document: Buffer | undefined): string | undefined {
    let again: ParsedRequest;
    try {
      again = parseRequest(this.#model, target.path, request.search);
    } catch (error) {
      return `its canonical form ${request.search} is refused: ${String(error)}`;
    }
    if (again.search !== request.search || again.complexity !== request.complexity) {
      return `its canonical form ${request.search} is understood differently: ${again.search}`;
    }
    if (document === undefined) return undefined;
    this.#answered += 1;
    try {
      const read: unknown = JSON.parse(document.toString());
      if (this.#answered % validatedShare === 1)
        expectValidDocument(read, { hidesLinks: target.search.includes('fields') });
    } catch (error) {
      return `its document is wrong: ${String(error).slice(0, 1000)}`;
    }
    return undefined;
  }
}

function faultOfRefusal(target: Target, error: RequestError): string | undefined {
  if (error.status >= 500) return `it was refused with ${error.status}`;
  if (!Number.isSafeInteger(error.complexity) || error.complexity < 0) return `its complexity is ${error.complexity}`;
  const document: unknown = JSON.parse(renderErrors(error.problems).toString());
  const names = namesSent(target);
  return faultOfErrors(document, error.status, (name) => names.has(name));
}
