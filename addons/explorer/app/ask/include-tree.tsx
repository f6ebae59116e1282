/**
 * The control for `include`: a tree of relationships with a limit for each to-many relationship.
 */
import { useId, useState } from 'preact/hooks';
import { findType, listRelationships, type RelationshipField } from '../model/space.js';
import { Description, Name } from '../parts/name.js';
import { change, description, query, space, types } from '../state.js';
import { Problem } from './problem.js';

const beginsWith = (path: string, beginning: string): boolean => path === beginning || path.startsWith(`${beginning}.`);

/** Includes or excludes a path; included longer paths replace their beginnings. */
function toggle(path: string, isWanted: boolean): void {
  const include = query.value.include ?? [];
  const windows = new Map([...query.value.windows].filter(([name]) => isWanted || !name.startsWith(`${path}.`)));
  const parents = (other: string): boolean => path.startsWith(`${other}.`);
  const remainingPaths = isWanted
    ? [...include.filter((other) => !parents(other)), path]
    : include.filter((other) => !beginsWith(other, path));
  // Excluding `author.country` keeps `author` included.
  const dot = path.lastIndexOf('.');
  const parent = isWanted || dot < 0 ? undefined : path.slice(0, dot);
  const restoredParent =
    parent !== undefined && !remainingPaths.some((other) => beginsWith(other, parent)) ? [parent] : [];
  const includedPaths = [...remainingPaths, ...restoredParent];
  change({ include: includedPaths.length === 0 ? undefined : includedPaths, windows });
}

function setWindow(path: string, value: string): void {
  const windows = new Map(query.value.windows);
  if (value === '') windows.delete(`${path}.limit`);
  else windows.set(`${path}.limit`, value);
  change({ windows });
}

/** @returns the relationships of the types by name; several types may have one of the same name */
function groupByName(names: readonly string[]): ReadonlyMap<string, readonly RelationshipField[]> {
  const fields = names.flatMap((name) => {
    const type = findType(space.value, name);
    return type === undefined ? [] : listRelationships(type);
  });
  return Map.groupBy(fields, ({ name }) => name);
}

interface LevelProps {
  readonly typeNames: readonly string[];
  readonly prefix: string;
  readonly depth: number;
}

function Level({ typeNames, prefix, depth }: LevelProps) {
  return (
    <ul class="includes">
      {[...groupByName(typeNames)].map(([name, fields]) => (
        <Branch
          key={name}
          path={prefix === '' ? name : `${prefix}.${name}`}
          name={name}
          fields={fields}
          depth={depth}
        />
      ))}
    </ul>
  );
}

interface BranchProps {
  readonly path: string;
  readonly name: string;
  readonly fields: readonly RelationshipField[];
  readonly depth: number;
}

function Branch({ path, name, fields, depth }: BranchProps) {
  const isIncluded = (query.value.include ?? []).some((other) => beginsWith(other, path));
  const [isOpen, setOpen] = useState(isIncluded);
  const descriptionId = useId();
  const targetTypes = [...new Set(fields.flatMap((field) => field.to))];
  const many = fields.some((field) => field.many);
  const deepest = description.value?.limits.includeDepth ?? 5;
  return (
    <li>
      <div class="branch">
        {depth < deepest ? (
          <button
            type="button"
            class="fold"
            aria-expanded={isOpen}
            aria-label={`Relationships of ${path}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="fold" />
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isIncluded}
            aria-describedby={fields[0]?.description === undefined ? undefined : descriptionId}
            onChange={(event) => toggle(path, event.currentTarget.checked)}
          />
          <Name named={fields[0] ?? { name }} /> <span class="kind">{targetTypes.join(', ')}</span>
        </label>
        {fields[0]?.description !== undefined && <Description id={descriptionId} text={fields[0].description} />}
        {many && isIncluded && (
          <input
            class="cap"
            inputMode="numeric"
            aria-label={`Limit of ${path}`}
            placeholder="20"
            value={query.value.windows.get(`${path}.limit`) ?? ''}
            onChange={(event) => setWindow(path, event.currentTarget.value.trim())}
          />
        )}
      </div>
      {isOpen && <Level typeNames={targetTypes} prefix={path} depth={depth + 1} />}
    </li>
  );
}

export function IncludeTree() {
  const names = types.value.map(({ name }) => name);
  if (groupByName(names).size === 0) return null;
  return (
    <section class="ask-part">
      <h3>Include</h3>
      <Problem
        parameters={[
          'include',
          ...[...query.value.windows.keys()].map((path) => `page[${path.replaceAll('.', '][')}]`),
        ]}
      />
      <Level typeNames={names} prefix="" depth={1} />
    </section>
  );
}
