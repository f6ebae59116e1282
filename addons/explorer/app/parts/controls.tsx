/**
 * Small controls used throughout the page: quiet buttons, remove buttons, and the options of a select.
 */
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly onPress: () => void;
  /** The accessible name. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export const QuietButton = ({ onPress, label, children }: ButtonProps) => (
  <button type="button" class="quiet" aria-label={label} onClick={() => onPress()}>
    {children}
  </button>
);

/** A button that removes the entry before it. */
export const RemoveButton = ({ onPress, label }: Required<Pick<ButtonProps, 'onPress' | 'label'>>) => (
  <button type="button" class="remove" aria-label={label} onClick={() => onPress()}>
    ×
  </button>
);

interface OptionsProps {
  readonly names: readonly string[];
  readonly label?: (name: string) => string;
}

/** Options of a select; the label defaults to the name. */
export const Options = ({ names, label = (name) => name }: OptionsProps) =>
  names.map((name) => (
    <option key={name} value={name}>
      {label(name)}
    </option>
  ));
