/**
 * The correction that an error's detail suggests, applied to the request: a smaller limit, a similar name, or the right form
 * of a parameter.
 *
 * Elsewhere: the button that sends it (problem).
 */
import { type Param, type Request, writeTarget } from '../address/place.js';
import { splitName } from '../query/query.js';

export interface Remedy {
  readonly label: string;
  /** The corrected request. */
  readonly target: string;
}

/** Matches the parameters in `It fits with page[limit]=7 or less (now 20)`. */
const limits = /\b((?:page|_facet)(?:\[[^\]=]+\])+)=(\d+)/g;
/** Matches both names in `"book" has no field "prise". Did you mean "price"?` */
const misspelt = /"([^"]+)"[^"]*\bDid you mean "([^"]+)"\?/;
/** Matches `filter[price][_gt]` and `9` in `write filter[price][_gt]=9.` and in `Did you mean filter[price][_gt]=9?` */
const writtenForm = /(?:\bDid you mean|: write) "?(\w+(?:\[[^\][]*\])*)=(.*?)"?[.?](?: [A-Z]|$)/;
/** The wrong sort key, which the detail quotes last before the right form. */
const lastQuoted = /"([^"]+)"[^"]*\bDid you mean sort=/;

/** @returns the list with each name replaced that is a whole key or a step of a path; `-` before a key stays */
const correctList = (value: string, wrong: string, right: string): string =>
  value
    .split(',')
    .map((key) => {
      const sign = key.startsWith('-') && !wrong.startsWith('-') ? '-' : '';
      const path = key.slice(sign.length);
      return sign + (path === wrong ? right : correctPath(path, wrong, right));
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

/** @returns the parameters with one of them changed */
const changeParam = (params: readonly Param[], parameter: string, change: (param: Param) => Param): readonly Param[] =>
  params.map((param) => (param[0] === parameter ? change(param) : param));

function applyForm({ path, params }: Request, parameter: string, detail: string): Remedy | undefined {
  const [, name = '', formValue = ''] = writtenForm.exec(detail) ?? [];
  // A form with an open place in its name, or one that was cut, is no request.
  if (name === '' || /[<…]/.test(name) || formValue.includes('…')) return undefined;
  const isOpen = formValue.includes('<');
  const [firstValue = '', ...moreForms] = formValue.split(/&(?=\w+\[)/);
  const moreParams = moreForms.map((text): Param => {
    const equals = text.indexOf('=');
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
  const corrected = changeParam(params, parameter, ([, value]) => {
    if (name !== 'sort') return [name, isOpen ? value : firstValue];
    const [, wrong = value] = lastQuoted.exec(detail) ?? [];
    return [name, correctList(value, wrong, formValue)];
  });
  return {
    label: `Use ${isOpen ? name : `${name}=${formValue}`}`,
    target: writeTarget({ path, params: [...corrected, ...moreParams] }),
  };
}

/**
 * @param parameter the parameter that the error names; empty if it is about the path
 * @returns label and request of the button; undefined if the error has no suggestion, or none that changes the request, as for a
 *          parameter that is missing
 */
export function findRemedy(request: Request, parameter: string, detail: string): Remedy | undefined {
  const remedy = findSuggestion(request, parameter, detail);
  return remedy?.target === writeTarget(request) ? undefined : remedy;
}

function findSuggestion(request: Request, parameter: string, detail: string): Remedy | undefined {
  const { path, params } = request;
  const form = applyForm(request, parameter, detail);
  if (form !== undefined) return form;
  // Of several changes, each of which is enough, the button makes the first.
  const [firstChange = ''] = detail.split(', or ');
  const suggestedParams = [...firstChange.matchAll(limits)].map(([, name = '', value = '']) => [name, value] as const);
  if (suggestedParams.length > 0) {
    const names = suggestedParams.map(([name]) => name);
    const otherParams = params.filter(([name]) => !names.includes(name));
    const label = suggestedParams.map((param) => param.join('=')).join(' and ');
    return { label: `Use ${label}`, target: writeTarget({ path, params: [...otherParams, ...suggestedParams] }) };
  }
  const [, wrong = '', right = ''] = misspelt.exec(detail) ?? [];
  if (wrong === '' || /[<…]/.test(right)) return undefined;
  const corrected = changeParam(params, parameter, ([name, value]) => [
    correctName(name, wrong, right),
    correctList(value, wrong, right),
  ]);
  const correctedPath = path.map((part) => (parameter === '' && part === wrong ? right : part));
  return { label: `Use ${right}`, target: writeTarget({ path: correctedPath, params: corrected }) };
}
