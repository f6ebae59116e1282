/**
 * A text input with a list of suggestions, as the pattern "editable combobox with list" of the ARIA Authoring
 * Practices.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../parts/format.js';
import { invalidAttributes } from './problem.js';
import type { Suggestion } from './suggest.js';

interface ComboboxProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly find: (text: string) => Promise<readonly Suggestion[]>;
  /**
   * Called with a suggestion, or with the typed text when the input loses the focus. @param of type of the suggestion
   */
  readonly choose: (value: string, of?: string) => void;
  /** Called with each text that is typed, before it is chosen. */
  readonly onType?: ((text: string) => void) | undefined;
  /** Whether the typed text is dropped when the input loses the focus. */
  readonly isSearch?: boolean;
  /** Whether the value is a number, for the keyboard of a phone. */
  readonly isNumber?: boolean;
  /** Names of the parameters with this value, to find errors about them. */
  readonly of?: readonly string[];
}

const NONE: readonly string[] = [];

const pauseMs = 80;

export function Combobox({
  label,
  hint,
  value,
  find,
  choose,
  isSearch = false,
  isNumber = false,
  onType,
  of: parameters = NONE,
}: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef(0);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const loadSuggestions = (typedText: string): void => {
    clearTimeout(timer.current);
    lastRequest.current += 1;
    const number = lastRequest.current;
    timer.current = setTimeout(() => {
      void find(typedText).then((loadedSuggestions) => {
        if (number !== lastRequest.current) return;
        setSuggestions(loadedSuggestions);
        setActive(-1);
        // A list with nothing but the typed text would only cover the controls below.
        setOpen(loadedSuggestions.some(({ value }) => isSearch || value !== typedText));
      });
    }, pauseMs);
  };
  const close = (): void => {
    clearTimeout(timer.current);
    lastRequest.current += 1;
    setOpen(false);
    setActive(-1);
  };
  const chooseValue = (chosen: string, of?: string): void => {
    close();
    setText(chosen);
    if (chosen !== value || of !== undefined) choose(chosen, of);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) loadSuggestions(text);
      else setActive((active + step + suggestions.length + 1) % (suggestions.length + 1));
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      chooseValue(suggestions[active]?.value ?? text, suggestions[active]?.of);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div class="value combobox">
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        inputMode={isNumber ? 'decimal' : undefined}
        spellcheck={false}
        placeholder={hint}
        dir="auto"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          onType?.(event.currentTarget.value);
          loadSuggestions(event.currentTarget.value);
        }}
        onFocus={() => loadSuggestions(text)}
        onKeyDown={onKeyDown}
        onBlur={() => (isSearch ? close() : chooseValue(text))}
        {...invalidAttributes(parameters)}
      />
      <div id={`${id}-list`} class="listbox" role="listbox" aria-label={`Values for ${label}`} hidden={!isOpen}>
        {suggestions.map(({ value: suggested, of, label: shownLabel, note, count: items }, index) => (
          <div
            key={`${of} ${suggested}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keep the focus in the input.
            onMouseDown={(event) => {
              event.preventDefault();
              chooseValue(suggested, of);
            }}
          >
            <span>
              <bdi>{shownLabel ?? suggested}</bdi>
              {note !== undefined && <span class="faint"> {note}</span>}
              {of !== undefined && <span class="faint"> {of}</span>}
            </span>
            {items !== undefined && <span class="number">{formatCount(items)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
