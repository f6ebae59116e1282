/**
 * The corrections that an error's detail suggests, applied to the request: a smaller limit, one path of `include` less, a
 * similar name, or the right form of a parameter.
 *
 * Elsewhere: the buttons that send them (problem).
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
/** Matches the paths in `without author.books, related in "include"`, unless the list is cut. */
const omitted = /^(?:.* and )?without ([^\s,]+(?:, [^\s,]+)*) in "include"\.?$/;
/** Matches value, parameter and maximum in `"500" is not a value for "page[limit]", which takes an integer from 0 to 100.` */
const tooLarge = /^"(\d+)" is not a value for "([^"]+)", which takes .*\ban integer from 0 to (\d+)\./;
const fieldsWithoutType = /^"fields" must name one type in brackets/;
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

/** @returns the request without some paths of `include`; the relationships before the end of a path stay */
function omitPaths({ path, params }: Request, omittedPaths: readonly string[]): string {
  const corrected = params.flatMap(([name, value]): readonly Param[] => {
    if (name !== 'include') return [[name, value]];
    const keys = value.split(',').map((key) => {
      const found = omittedPaths.find((omittedPath) => `${key}.`.startsWith(`${omittedPath}.`));
      return found === undefined ? key : found.split('.').slice(0, -1).join('.');
    });
    const left = [...new Set(keys)].filter((key) => key !== '');
    return left.length === 0 ? [] : [[name, left.join(',')]];
  });
  return writeTarget({ path, params: corrected });
}

/** @param change one change of a query that is too complex: `with page[limit]=7 or less (now 20)` */
function applyChange(request: Request, change: string): Remedy | undefined {
  const { path, params } = request;
  const suggestedParams = [...change.matchAll(limits)].map(([, name = '', value = '']) => [name, value] as const);
  if (suggestedParams.length > 0) {
    const names = suggestedParams.map(([name]) => name);
    const otherParams = params.filter(([name]) => !names.includes(name));
    const label = suggestedParams.map((param) => param.join('=')).join(' and ');
    return { label: `Use ${label}`, target: writeTarget({ path, params: [...otherParams, ...suggestedParams] }) };
  }
  const [, paths] = omitted.exec(change) ?? [];
  return paths === undefined
    ? undefined
    : { label: `Leave out ${paths}`, target: omitPaths(request, paths.split(', ')) };
}

/**
 * @param parameter the parameter that the error names; empty if it is about the path
 * @returns label and request of each button; none if the error has no suggestion, or none that changes the request, as for a
 *          parameter that is missing
 */
export function findRemedies(request: Request, parameter: string, detail: string): readonly Remedy[] {
  const [, changes] = /\bIt fits (.*)\.$/.exec(detail) ?? [];
  const remedies =
    changes === undefined
      ? [findSuggestion(request, parameter, detail)]
      : changes.split(', or ').map((change) => applyChange(request, change));
  return remedies.filter((remedy) => remedy !== undefined).filter(({ target }) => target !== writeTarget(request));
}

function findSuggestion(request: Request, parameter: string, detail: string): Remedy | undefined {
  const { path, params } = request;
  const form = applyForm(request, parameter, detail);
  if (form !== undefined) return form;
  const [, value = '', name, maximum = ''] = tooLarge.exec(detail) ?? [];
  if (name === parameter && Number(value) > Number(maximum)) {
    const corrected = changeParam(params, parameter, () => [parameter, maximum]);
    return { label: `Use ${parameter}=${maximum}`, target: writeTarget({ path, params: corrected }) };
  }
  const [typeName = ''] = path;
  // The items below a third segment are of another type, and those of a search of several.
  if (fieldsWithoutType.test(detail) && path.length <= 2 && typeName !== '' && !typeName.startsWith('_')) {
    const corrected = changeParam(params, parameter, ([, names]) => [`fields[${typeName}]`, names]);
    return { label: `Use fields[${typeName}]`, target: writeTarget({ path, params: corrected }) };
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
