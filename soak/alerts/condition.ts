/**
 * A condition: one fault that must fire its alerts once, and the repair that ends them.
 */
import type { Stage } from './stage.js';

export interface Condition {
  readonly fault: string;
  /** Alerts that must fire once: names, and the instance or space. */
  readonly alerts: readonly (readonly [alert: string, subject: string])[];
  readonly provoke: () => Promise<void> | void;
  readonly repair: () => Promise<void> | void;
}

/** Starts servers that are well. */
export type Preparation = (stage: Stage) => Promise<Condition>;
