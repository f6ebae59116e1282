/**
 * How the server answers a request, as it explains it.
 */

import { signal } from '@preact/signals';
import { authorization } from '../api/access-key.js';
import type { DescribedSpace } from '../model/space.js';

/** What is done with a set: taken as it is, walked, tested against, or combined as bits. */
type Use = 'take' | 'walk' | 'test' | 'combine';

export type Plan =
  | { readonly use: Use; readonly kind: 'all' | 'none' }
  | {
      readonly use: Use;
      readonly kind: 'source';
      readonly conditions: readonly string[];
      readonly structure: string;
      readonly size: number;
    }
  | {
      readonly use: Use;
      readonly kind: 'and' | 'or';
      readonly sizeMaximum: number;
      /** Estimated, in nanoseconds. */
      readonly costs?: { readonly walk?: number; readonly combine: number };
      readonly children: readonly Plan[];
    };

/** A word that is searched for, and the lists that answer it: none where nothing is like it. */
export interface ExplainedWord {
  readonly type: string;
  readonly word: string;
  readonly lists: readonly { readonly because: string; readonly size: number }[];
}

/** The members of what `stele query --explain=json` prints that are shown. */
export interface Explanation {
  readonly locale?: { readonly code: string; readonly fallbacks: readonly string[] };
  readonly words?: readonly ExplainedWord[];
  readonly plans: readonly {
    readonly type: string;
    readonly items: number;
    readonly plan: Plan;
    readonly candidates?: number;
  }[];
  readonly order?: { readonly because: string; readonly costs?: { readonly walk: number; readonly take: number } };
  readonly counts?: readonly {
    readonly type: string;
    readonly field: string;
    readonly what: string;
    readonly items: number;
    readonly values: number;
    readonly because: string;
  }[];
  readonly item?: { readonly type: string; readonly structure: string };
  readonly total?: number;
  readonly shown?: number;
  readonly runs: number;
  readonly steps: readonly { readonly step: string; readonly medianNs: number }[];
}

export interface Explained {
  readonly target: string;
  readonly explanation: Explanation | undefined;
}

export const explained = signal<Explained | undefined>(undefined);

const isExplanation = (value: unknown): value is Explanation =>
  typeof value === 'object' && value !== null && 'plans' in value && 'steps' in value;

export async function explain(space: DescribedSpace, target: string): Promise<void> {
  const search = new URLSearchParams({ space: space.name, request: target });
  const reply = await fetch(`explore/explain?${search}`, { headers: authorization() }).catch(() => undefined);
  const content: unknown = await reply?.json().catch(() => undefined);
  explained.value = { target, explanation: isExplanation(content) ? content : undefined };
}
