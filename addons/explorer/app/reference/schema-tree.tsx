/**
 * The JSON schema of an answer as a tree: each member with its type, and its description if it has one.
 *
 * References are resolved when a member is opened, because schemas refer to each other in circles.
 */
import { useState } from 'preact/hooks';
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';
import { resolveReference } from './openapi-document.js';

interface SchemaProps {
  readonly document: JsonObject;
  readonly schema: unknown;
}

/** Members of a document that are folded at first, because they say little about the content. */
const FOLDED: readonly string[] = ['jsonapi', 'links', 'included', 'meta'];

/** Keywords of one rule each, shown after the type. */
const RULES = ['const', 'format', 'contentMediaType', 'minimum', 'maximum', 'pattern'] as const;

/** @returns `string or null`, `array of book.resource`, `object` */
function nameType(schema: unknown): string {
  const reference = readText(schema, '$ref').split('/').at(-1) ?? '';
  if (reference !== '') return reference;
  if (!isObject(schema)) return 'any';
  const alternatives = [...readList(schema, 'anyOf'), ...readList(schema, 'oneOf')];
  if (alternatives.length > 0) return [...new Set(alternatives.map(nameType))].join(' or ');
  if ('items' in schema) return `array of ${nameType(schema['items'])}`;
  const { type } = schema;
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type === 'string') return type;
  return 'const' in schema ? typeof schema['const'] : 'any';
}

function listRules(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  // The limits of integers are those of JavaScript, which say nothing about the field.
  const isWide = schema['maximum'] === Number.MAX_SAFE_INTEGER;
  const rules = RULES.filter((rule) => rule in schema && !(isWide && (rule === 'minimum' || rule === 'maximum')));
  const values = [...readList(schema, 'enum'), ...readList(schema, 'examples')];
  return [
    ...rules.map((rule) => (rule === 'const' ? JSON.stringify(schema[rule]) : `${rule} ${String(schema[rule])}`)),
    ...(values.length > 0 ? [`such as ${values.map((value) => JSON.stringify(value)).join(', ')}`] : []),
  ];
}

/** @returns the schema whose members are shown: of the items of a list, or of the first alternative that has members */
function findMembers({ document, schema }: SchemaProps): JsonObject {
  const resolved = resolveReference(document, schema);
  if (!isObject(resolved)) return {};
  if ('properties' in resolved) return resolved;
  if ('items' in resolved) return findMembers({ document, schema: resolved['items'] });
  for (const alternative of [...readList(resolved, 'anyOf'), ...readList(resolved, 'oneOf')]) {
    const members = findMembers({ document, schema: alternative });
    if ('properties' in members) return members;
  }
  return {};
}

/** @param depth number of levels to open */
export function SchemaTree({ document, schema, depth = 1 }: SchemaProps & { readonly depth?: number }) {
  const members = findMembers({ document, schema });
  const required = readList(members, 'required');
  return (
    <ul class="schema">
      {Object.entries(readObject(members, 'properties')).map(([name, member]) => (
        <Member key={name} name={name} isRequired={required.includes(name)} {...{ document, schema: member, depth }} />
      ))}
    </ul>
  );
}

interface MemberProps extends SchemaProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly depth: number;
}

function Member({ document, schema, name, isRequired, depth }: MemberProps) {
  const [isOpen, setOpen] = useState((depth > 0 && !FOLDED.includes(name)) || (depth === 0 && name === 'attributes'));
  const hasMembers = 'properties' in findMembers({ document, schema });
  const resolved = resolveReference(document, schema);
  const description = readText(schema, 'description') || readText(resolved, 'description');
  const line = (
    <>
      <b>{name}</b> <span class="kind">{nameType(schema)}</span>
      {isRequired && <span class="kind"> · always</span>}
      {listRules(resolved).map((rule) => (
        <code key={rule} class="faint">
          {rule}
        </code>
      ))}
      {description !== '' && <span class="faint"> {description}</span>}
    </>
  );
  if (!hasMembers) return <li class="leaf">{line}</li>;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{line}</summary>
        {isOpen && <SchemaTree document={document} schema={schema} depth={depth - 1} />}
      </details>
    </li>
  );
}
