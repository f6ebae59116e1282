/**
 * The functions of a file that have a loop: a statement, or a method of an array that calls something for each element. The
 * file is parsed (oxc, which vitest brings with vite), not searched, so that words in comments and texts are none.
 */
import { parseSync } from 'vite';

/** Methods that call something for each element, or look at each. */
const EACH = new Set(
  'map filter forEach flatMap reduce reduceRight some every find findIndex findLast findLastIndex sort toSorted from replaceAll'.split(
    ' ',
  ),
);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nameOf = (value: unknown): string => {
  const name = isNode(value) ? value['name'] : undefined;
  return typeof name === 'string' ? name : '';
};

function isLoop(node: Node): boolean {
  const { type, callee } = node;
  if (typeof type === 'string' && /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/.test(type)) return true;
  return type === 'CallExpression' && isNode(callee) && EACH.has(nameOf(callee['property']));
}

/** The functions of a file that have a loop, each with its text. Of functions in functions the outermost is meant. */
export function loopsOf(path: string, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, { start, end }: Node): void => {
    found.set(name, `${found.get(name) ?? ''}${text.slice(Number(start), Number(end))}\n`);
  };
  const hasLoop = (node: unknown): boolean =>
    Array.isArray(node)
      ? node.some(hasLoop)
      : isNode(node) && (isLoop(node) || Object.values(node).some((child) => isNode(child) && hasLoop(child)));
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (!isNode(node)) return;
    const { type, id, body } = node;
    if (type === 'ClassDeclaration' && isNode(body) && Array.isArray(body['body'])) {
      for (const member of body['body']) {
        if (!isNode(member) || !hasLoop(member)) continue;
        const key = member['key'];
        const isPrivate = isNode(key) && key['type'] === 'PrivateIdentifier';
        add(`${nameOf(id)}.${isPrivate ? '#' : ''}${nameOf(key)}`, member);
      }
    } else if (type === 'FunctionDeclaration' || type === 'VariableDeclarator') {
      if (hasLoop(node)) add(nameOf(id) || '(pattern)', node);
    } else if (isLoop(node)) add('(module)', node);
    else for (const child of Object.values(node)) if (isNode(child)) visit(child);
  };
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  visit(program);
  return found;
}
