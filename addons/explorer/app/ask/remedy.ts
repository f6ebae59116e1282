/**
 * The corrections that the server sends with an error, applied to the request: a smaller limit, one path of `include` less, a
 * similar name, or the right form of a parameter.
 *
 * The server decides what is meant; the text of the error is not read. Elsewhere: the buttons that send them (problem).
 */
import { type Param, type Request, writeTarget } from '../address/place.js';
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';
import { splitName } from '../query/query.js';

export interface Remedy {
  readonly label: string;
  /** The corrected request. */
  readonly target: string;
}

/** @returns the list with each name replaced that is a whole key or a step of a path; `-` before a key stays */
const correctList = (value: string, wrong: string, right: string): string =>
  value
    .split(',')
    .map((key) => {
      const isSigned = key.startsWith('-') && !wrong.startsWith('-');
      const path = isSigned ? key.slice(1) : key;
      const corrected = path === wrong ? right : correctPath(path, wrong, right);
      return isSigned && !corrected.startsWith('-') ? `-${corrected}` : corrected;
    })
    .join(',');

const correctPath = (path: string, wrong: string, right: string): string =>
  path
    .split('.')
    .map((step) => (step === wrong ? right : step))
    .join('.');

/** @returns the name of a parameter with each name in its brackets replaced, also in a path with dots */
function correctName(name: string, wrong: string, right: string): string {
  if (name === wrong) return right;
  const [head, ...steps] = splitName(name) ?? [name];
  const corrected = steps.map((step) => `[${step === wrong ? right : correctPath(step, wrong, right)}]`);
  return `${head}${corrected.join('')}`;
}

/** @param parameter that the error names; empty if it is about the path */
function replaceName({ path, params }: Request, parameter: string, wrong: string, right: string): Request {
  return {
    path: path.map((part) => (parameter === '' && part === wrong ? right : part)),
    params: params.map(([name, value]) =>
      name === parameter ? [correctName(name, wrong, right), correctList(value, wrong, right)] : [name, value],
    ),
  };
}

/** @returns the parameters of a correction; without a value if the value that was sent stays */
const readParams = (correction: JsonObject, member: 'send' | 'set'): readonly (readonly [string, string?])[] =>
  readList(correction, member)
    .filter(isObject)
    .map((sent) =>
      typeof sent['value'] === 'string' ? [readText(sent, 'parameter'), sent['value']] : [readText(sent, 'parameter')],
    );

/** Sends other parameters in place of the wrong one. */
function sendInstead(
  { path, params }: Request,
  parameter: string,
  sent: readonly (readonly [string, string?])[],
): Request {
  return {
    path,
    params: params.flatMap((param): readonly Param[] =>
      param[0] === parameter ? sent.map(([name, value = param[1]]): Param => [name, value]) : [param],
    ),
  };
}

/** @returns the request without some paths of `include`; the relationships before the end of a path stay */
function omitPaths({ path, params }: Request, omittedPaths: readonly string[]): Request {
  const corrected = params.flatMap(([name, value]): readonly Param[] => {
    if (!/^include(?:\[\d*\])?$/.test(name)) return [[name, value]];
    const keys = value.split(',').map((key) => {
      const found = omittedPaths.find((omittedPath) => `${key}.`.startsWith(`${omittedPath}.`));
      return found === undefined ? key : found.split('.').slice(0, -1).join('.');
    });
    const left = [...new Set(keys)].filter((key) => key !== '');
    return left.length === 0 ? [] : [[name, left.join(',')]];
  });
  return { path, params: corrected };
}

const writeParams = (params: readonly (readonly [string, string?])[], separator: string): string =>
  params.map((param) => param.join('=')).join(separator);

/** @param parameter that the error names; empty if it is about the path */
function applyCorrection(request: Request, parameter: string, correction: JsonObject): Remedy {
  const labels: string[] = [];
  let corrected = request;
  const right = readText(correction, 'with');
  if (right !== '') {
    corrected = replaceName(corrected, parameter, readText(correction, 'replace'), right);
    labels.push(`Use ${right}`);
  }
  const sent = readParams(correction, 'send');
  if (sent.length > 0) {
    corrected = sendInstead(corrected, parameter, sent);
    labels.push(`Use ${writeParams(sent, '&')}`);
  }
  const omitted = readList(correction, 'omit').filter((path) => typeof path === 'string');
  if (omitted.length > 0) {
    corrected = omitPaths(corrected, omitted);
    labels.push(`Leave out ${omitted.join(', ')}`);
  }
  const set = readParams(correction, 'set');
  if (set.length > 0) {
    const names = set.map(([name]) => name);
    const otherParams = corrected.params.filter(([name]) => !names.includes(name));
    corrected = { ...corrected, params: [...otherParams, ...set.map(([name, value = '']): Param => [name, value])] };
    labels.push(`Use ${writeParams(set, ' and ')}`);
  }
  return { label: labels.join('. '), target: writeTarget(corrected) };
}

/**
 * @returns label and request of each button; none if the server sends no correction, or none that changes the request, as for
 *          a parameter that is missing
 */
export function findRemedies(request: Request, error: JsonObject): readonly Remedy[] {
  const parameter = readText(readObject(error, 'source'), 'parameter');
  return readList(readObject(error, 'meta'), 'corrections')
    .filter(isObject)
    .map((correction) => applyCorrection(request, parameter, correction))
    .filter(({ target }) => target !== writeTarget(request));
}
