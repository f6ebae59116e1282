/**
 * Buttons below an empty list: a condition whose value is written in another case than the content has it, corrected. A button
 * is shown only if its request finds items.
 */
import { useEffect, useState } from 'preact/hooks';
import { writeTarget } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { suggest } from '../ask/suggest.js';
import { findFieldAtPath, isRelationship } from '../model/space.js';
import { formatCounted } from '../parts/format.js';
import { findOtherCondition, listConditions, replaceCondition } from '../query/other-case.js';
import { type Condition, conditionSubject, type FilterNode } from '../query/query.js';
import { writeQuery } from '../query/write.js';
import { change, query, request, sent, space, types } from '../state.js';

interface Offer {
  readonly label: string;
  readonly filter: readonly FilterNode[];
  readonly total: number;
}

function writeLabel(condition: Condition, other: Condition): string {
  const subject = conditionSubject(condition);
  if (other.operator !== condition.operator) return `Ignore upper and lower case of ${subject}`;
  return `${subject}: ${other.values.join(', ')}`;
}

async function findOffer(condition: Condition): Promise<readonly Offer[]> {
  const usedSpace = space.value;
  const field = findFieldAtPath(usedSpace, types.value[0], condition.path);
  if (usedSpace === undefined || field === undefined || isRelationship(field)) return [];
  const other = await findOtherCondition(condition, field.operators, async (text) =>
    (await suggest(condition, field, text)).map(({ value }) => value),
  );
  if (other === undefined) return [];
  const filter = replaceCondition(query.value.filter, condition, other);
  const params = writeQuery({ ...query.value, filter, limit: '0', skip: undefined, include: undefined });
  const { document } = await sendRequest(usedSpace, writeTarget({ path: request.value.path, params }));
  const { total = 0 } = document;
  return total === 0 ? [] : [{ label: writeLabel(condition, other), filter, total }];
}

export function OtherCase() {
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const key = sent.value;
  useEffect(() => {
    let isCurrent = true;
    setOffers([]);
    void Promise.all(listConditions(query.value.filter).map(findOffer)).then((found) => {
      if (isCurrent) setOffers(found.flat());
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  if (offers.length === 0) return null;
  return (
    <>
      <p class="note">Upper and lower case count here. Did you mean:</p>
      {offers.map(({ label, filter, total }) => (
        <button key={label} type="button" class="button primary" onClick={() => change({ filter, skip: undefined })}>
          {label} <span>({formatCounted(total, 'item')})</span>
        </button>
      ))}
    </>
  );
}
