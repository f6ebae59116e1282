/**
 * Small controls used throughout the page: quiet buttons, remove buttons, and the options of a select.
 */
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly act: () => void;
  /** The accessible name. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export const Quiet = ({ act, label, children }: ButtonProps) => (
  <button type="button" class="quiet" aria-label={label} onClick={() => act()}>
    {children}
  </button>
);

/** A button that removes the entry before it. */
export const Remove = ({ act, label }: Required<Pick<ButtonProps, 'act' | 'label'>>) => (
  <button type="button" class="remove" aria-label={label} onClick={() => act()}>
    ×
  </button>
);

interface OptionsProps {
  readonly of: readonly string[];
  readonly shown?: (name: string) => string;
}

/** Options of a select; the label defaults to the name. */
export const Options = ({ of, shown = (name) => name }: OptionsProps) =>
  of.map((name) => (
    <option key={name} value={name}>
      {shown(name)}
    </option>
  ));
