/**
 * Notes on names in a content model that a build accepts, but that break or confuse generated clients.
 *
 * Generators write names in their own case and drop `-` and `_`, and TypeScript gives each object the members of
 * `Object.prototype`.
 */
import type { ContentModel } from '../../content/model/index.js';

const OBJECT_MEMBERS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Words that name no class or function in JavaScript and TypeScript. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** A content type, or a field with its type. */
interface Named {
  readonly name: string;
  /** The words before the name in a note. */
  readonly kind: string;
}

const generatedName = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/** @returns notes on names that only differ in case, `-` and `_`. @param named the types, or the fields of one type */
function noteEqualNames(named: readonly Named[]): readonly string[] {
  const firstNames = new Map<string, string>();
  return named.flatMap(({ name, kind }) => {
    const firstName = firstNames.get(generatedName(name));
    if (firstName === undefined) {
      firstNames.set(generatedName(name), name);
      return [];
    }
    return [
      `${kind} "${name}" differs from "${firstName}" only in case, "-" or "_", so generated clients number or confuse their names. Rename one of them.`,
    ];
  });
}

function noteMemberNames(named: readonly Named[]): readonly string[] {
  return named
    .filter(({ name }) => OBJECT_MEMBERS.has(name))
    .map(
      ({ name, kind }) =>
        `${kind} "${name}" has the name of a member of every JavaScript object, so generated types refuse valid requests. Rename it.`,
    );
}

/** @returns one sentence on the names that break generated clients, for a build; undefined if there are none */
export function noteBreakingNames({ contentTypes }: ContentModel): string | undefined {
  const names = [...contentTypes.values()].flatMap((type) => [
    ...(OBJECT_MEMBERS.has(type.name) ? [`the content type "${type.name}"`] : []),
    ...type.fields.filter(({ name }) => OBJECT_MEMBERS.has(name)).map(({ name }) => `the field ${type.name}.${name}`),
  ]);
  const [first, ...others] = names;
  if (first === undefined) return undefined;
  const rest = others.length === 0 ? '' : `, as ${others.length === 1 ? 'does' : 'do'} ${others.length} more`;
  return `${first} has the name of a member of every JavaScript object, which breaks generated clients${rest}: see stele check.`;
}

/** @returns a note for each name, types before fields; empty if all names are safe. Cost: O(types · fields) */
export function noteNames({ contentTypes }: ContentModel): readonly string[] {
  const types = [...contentTypes.values()];
  const namedTypes = types.map(({ name }): Named => ({ name, kind: 'The content type' }));
  const reservedNames = namedTypes
    .filter(({ name }) => RESERVED_WORDS.has(name))
    .map(
      ({ name, kind }) =>
        `${kind} "${name}" has a reserved word as its name, which some generators of clients change. Rename it if yours does.`,
    );
  const namedFields = types.map((type) =>
    type.fields.map(({ name }): Named => ({ name, kind: `${type.name}: the field` })),
  );
  return [
    ...noteEqualNames(namedTypes),
    ...noteMemberNames(namedTypes),
    ...reservedNames,
    ...namedFields.flatMap((fields) => [...noteEqualNames(fields), ...noteMemberNames(fields)]),
  ];
}
