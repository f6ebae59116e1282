/**
 * Explanations of requests: the executed plan and the times of its steps, loaded from the server.
 */

import { signal } from '@preact/signals';
import type { ExplainedRequest } from '../../../../src/jsonapi/explain.js';
import { authorizationHeaders } from '../api/access-key.js';
import type { DescribedSpace } from '../model/space.js';

/** The same JSON as from `stele query --explain=json`. */
export type Explanation = ExplainedRequest;
export type Plan = ExplainedRequest['plans'][number]['plan'];
export type ExplainedWord = NonNullable<ExplainedRequest['words']>[number];

export interface Explained {
  readonly target: string;
  readonly explanation: Explanation | undefined;
}

export const explained = signal<Explained | undefined>(undefined);

const isExplanation = (value: unknown): value is Explanation =>
  typeof value === 'object' && value !== null && 'plans' in value && 'steps' in value;

export async function explain(space: DescribedSpace, target: string): Promise<void> {
  const search = new URLSearchParams({ space: space.name, request: target });
  const reply = await fetch(`explore/explain?${search}`, { headers: authorizationHeaders() }).catch(() => undefined);
  const content: unknown = await reply?.json().catch(() => undefined);
  explained.value = { target, explanation: isExplanation(content) ? content : undefined };
}
