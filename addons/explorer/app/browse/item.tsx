/**
 * The page of one item: its fields, its pictures, and the items that link to it.
 */
import { useId } from 'preact/hooks';
import { type Origin, useOrigins } from '../api/origins.js';
import type { Resource } from '../model/resource.js';
import { type DescribedField, describeKind, findTitleField, findType, isRelationship } from '../model/space.js';
import { titleOf } from '../model/title.js';
import { Description, ExplainedName, Name } from '../parts/name.js';
import { renderFallback } from '../parts/passage.js';
import { answer, linkTo, query, space } from '../state.js';
import { Chips } from './chips.js';
import { IncomingLinks } from './incoming-links.js';
import { Value } from './value.js';

const chipsMaximum = 20;
const NO_RESOURCES: readonly Resource[] = [];

interface FieldProps {
  readonly field: DescribedField;
  readonly resource: Resource;
  readonly origin: Origin;
}

function Field({ field, resource, origin }: FieldProps) {
  const isLinks = isRelationship(field);
  const descriptionId = useId();
  return (
    <div class={`field ${field.type}`}>
      <dt>
        {isLinks ? (
          <a
            href={linkTo([resource.type, resource.id, field.name])}
            aria-describedby={field.description === undefined ? undefined : descriptionId}
          >
            <Name named={field} />
          </a>
        ) : (
          <ExplainedName named={field} />
        )}
        {isLinks && field.description !== undefined && <Description id={descriptionId} text={field.description} />}
        <span class="kind">{describeKind(field)}</span>
      </dt>
      <dd lang={origin.lang}>
        {renderFallback(origin.fallback)}
        {isLinks ? (
          <Chips
            linkage={resource.relationships.get(field.name)}
            path={[resource.type, resource.id, field.name]}
            maximum={chipsMaximum}
          />
        ) : (
          <Value field={field} value={resource.attributes[field.name]} brief={field.type === 'image'} />
        )}
      </dd>
    </div>
  );
}

export function Item() {
  const document = answer.value?.document;
  const resource = document?.data[0];
  const type = findType(space.value, resource?.type);
  const origins = useOrigins(document?.data ?? NO_RESOURCES);
  if (resource === undefined || type === undefined) return null;
  const requestedFields = query.value.fields.get(type.name);
  const title = findTitleField(type);
  const shownFields = type.fields.filter(({ name }) => requestedFields === undefined || requestedFields.includes(name));
  const pictures = shownFields.filter((field) => field.type === 'image' && resource.attributes[field.name] !== null);
  const titleText = titleOf(type, resource.attributes);
  return (
    <article class={pictures.length > 0 ? 'item pictured' : 'item'}>
      {titleText !== '' && (
        <h2 class="item-title" dir="auto" lang={origins(resource, title ?? '').lang}>
          {titleText}
        </h2>
      )}
      {pictures.length > 0 && (
        <div class="pictures">
          {pictures.map((field) => (
            <Value key={field.name} field={field} value={resource.attributes[field.name]} brief={false} />
          ))}
        </div>
      )}
      <dl>
        {shownFields.map((field) => (
          <Field key={field.name} field={field} resource={resource} origin={origins(resource, field.name)} />
        ))}
      </dl>
      <IncomingLinks resource={resource} />
    </article>
  );
}
