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
   * Called with the value of a suggestion, or with the typed text when the input loses the focus. @param suggestion undefined
   * for typed text
   */
  readonly choose: (value: string, suggestion?: Suggestion) => void;
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
  const chooseValue = (chosen: string, suggestion?: Suggestion): void => {
    close();
    setText(chosen);
    if (chosen !== value || suggestion?.of !== undefined) choose(chosen, suggestion);
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
      chooseValue(suggestions[active]?.value ?? text, suggestions[active]);
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
        {suggestions.map((suggestion, index) => (
          <div
            key={`${suggestion.of} ${suggestion.value}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keep the focus in the input.
            onMouseDown={(event) => {
              event.preventDefault();
              chooseValue(suggestion.value, suggestion);
            }}
          >
            <span>
              <bdi>{suggestion.label ?? suggestion.value}</bdi>
              {suggestion.note !== undefined && <span class="faint"> {suggestion.note}</span>}
              {suggestion.of !== undefined && <span class="faint"> {suggestion.of}</span>}
            </span>
            {suggestion.count !== undefined && <span class="number">{formatCount(suggestion.count)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
