/**
 * Buttons that stand in many places.
 */
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly act: () => void;
  /** For who does not see what it stands beside. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export const Quiet = ({ act, label, children }: ButtonProps) => (
  <button type="button" class="quiet" aria-label={label} onClick={() => act()}>
    {children}
  </button>
);

/** Takes away what it stands behind. */
export const Remove = ({ act, label }: Required<Pick<ButtonProps, 'act' | 'label'>>) => (
  <button type="button" class="remove" aria-label={label} onClick={() => act()}>
    ×
  </button>
);

interface OptionsProps {
  readonly of: readonly string[];
  readonly shown?: (name: string) => string;
}

/** Options of a select, each shown as it is. */
export const Options = ({ of, shown = (name) => name }: OptionsProps) =>
  of.map((name) => (
    <option key={name} value={name}>
      {shown(name)}
    </option>
  ));
