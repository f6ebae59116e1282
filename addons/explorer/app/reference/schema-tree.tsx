/**
 * The JSON schema of an answer as a tree: each member with its type, and its description if it has one.
 *
 * References are resolved when a member is opened, because schemas refer to each other in circles.
 */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';
import { describeSchema, listSchemaValues } from './describe-schema.js';
import { resolveReference } from './openapi-document.js';

interface SchemaProps {
  readonly document: JsonObject;
  readonly schema: unknown;
}

/** Members of a document that are folded at first, because they say little about the content. */
const FOLDED: readonly string[] = ['jsonapi', 'links', 'included', 'meta'];

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
  const values = listSchemaValues(resolved);
  const line = (
    <>
      <b>{name}</b> <span class="kind">{describeSchema(schema)}</span>
      {isRequired && <span class="kind"> · always</span>}
      {values.length > 0 && <span class="kind">, such as</span>}
      {values.map((value) => (
        <Fragment key={value}>
          {' '}
          <code class="faint">{value}</code>
        </Fragment>
      ))}
      {description !== '' && <span class="faint"> · {description}</span>}
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
