/**
 * What must hold of every error document, whoever provoked it.
 */

import { REQUEST_ERRORS } from '../../src/content/errors/index.js';
import { isRecord } from '../../src/format/index.js';

const catalogue: ReadonlyMap<string, { readonly status: number; readonly title: string }> = new Map(
  Object.entries(REQUEST_ERRORS),
);

/** A request reports 20 mistakes and how many there are besides. */
const errorsMaximum = 21;

/** Mistakes that no parameter makes: those of the path, and the sentence that counts the rest. */
const withoutParameter = /^Segment \d+ of the path, |^\d+ more problems? (?:is|are) not listed here\.$/;

type Json = Readonly<Record<string, unknown>>;

/** @returns the name an error blames, with the member that holds it */
function blamed(error: Json): { readonly parameter?: string; readonly header?: string } {
  const { source } = error;
  if (!isRecord(source)) return {};
  const { parameter, header } = source;
  return {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof header === 'string' ? { header } : {}),
  };
}

function faultOf(error: unknown, isNameSent: (name: string) => boolean): string | undefined {
  if (!isRecord(error)) return 'an error is not an object';
  const { status, code, title, detail } = error;
  if (typeof detail !== 'string' || !/.[.?]$/s.test(detail))
    return `the detail is no sentence: ${JSON.stringify(detail)}`;
  if (!detail.isWellFormed()) return 'the detail is not well-formed';
  const known = catalogue.get(String(code));
  if (known === undefined) return `the code ${JSON.stringify(code)} is in no catalogue`;
  if (status !== String(known.status)) return `${String(code)} has the status ${JSON.stringify(status)}`;
  if (title !== known.title) return `${String(code)} has the title ${JSON.stringify(title)}`;
  const { parameter, header } = blamed(error);
  if (parameter !== undefined && !isNameSent(parameter))
    return `"${parameter.slice(0, 100)}" is blamed, which was not sent`;
  const needsName = known.status === 400 && code !== 'BadRequest' && !withoutParameter.test(detail);
  if (needsName && parameter === undefined && header === undefined)
    return `${String(code)} names no parameter: ${detail}`;
  return undefined;
}

/**
 * @param status     of the response; the first error's own
 * @param isNameSent whether a parameter that is blamed was part of the request; always true where that is not known
 * @returns what is wrong with the document, or undefined
 */
export function faultOfErrors(
  document: unknown,
  status: number,
  isNameSent: (name: string) => boolean = () => true,
): string | undefined {
  if (!isRecord(document)) return 'the error document is not an object';
  const { jsonapi, errors } = document;
  if (!isRecord(jsonapi) || jsonapi['version'] !== '1.1')
    return 'the error document does not say that it is JSON:API 1.1';
  if (!Array.isArray(errors) || errors.length === 0) return 'the error document has no errors';
  if (errors.length > errorsMaximum) return `the error document has ${errors.length} errors`;
  const [first]: readonly unknown[] = errors;
  if (!isRecord(first) || first['status'] !== String(status))
    return `the first error is not the ${status} that was sent`;
  for (const error of errors) {
    const fault = faultOf(error, isNameSent);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
