/**
 * The control that chooses a field: typed words search all fields, also of related items; without words it lists one level,
 * from which relationships lead to the next.
 *
 * Follows the pattern "editable combobox with list" of the ARIA Authoring Practices. The text is only a search: leaving the
 * control shows the chosen field again.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { writePath } from '../model/names.js';
import type { RelationshipField } from '../model/space.js';
import { Name } from '../parts/name.js';
import { collectChoices, type FieldChoice, type ListLevel, searchChoices } from './field-levels.js';

/** Found fields that are listed; more words narrow them. */
const FOUND_MAXIMUM = 60;

interface FieldPickerProps<Choice extends FieldChoice> {
  readonly label: string;
  /** The text of the chosen field. */
  readonly chosenText: string;
  readonly hint: string;
  /** `aria-describedby` */
  readonly describedBy?: string | undefined;
  readonly listLevel: ListLevel<Choice>;
  /** Values that are not offered. */
  readonly usedValues?: readonly string[];
  readonly choose: (choice: Choice) => void;
  /** Called after a field was chosen with Enter, to move the focus to the next control. */
  readonly moveOn?: (() => void) | undefined;
}

/** A row of the list. */
interface Row {
  readonly key: string;
  readonly content: ComponentChildren;
  /** `step` leads to another level. */
  readonly kind: 'field' | 'step';
  readonly press: () => void;
}

export function FieldPicker<Choice extends FieldChoice>(props: FieldPickerProps<Choice>) {
  const { label, chosenText, hint, describedBy, listLevel, usedValues = [], choose, moveOn } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [path, setPath] = useState<readonly RelationshipField[]>([]);
  const [active, setActive] = useState(-1);
  const listRef = useRef<HTMLDivElement>(null);
  const isSearching = text.trim() !== '';
  // Collected at the first typed letter: a large model has thousands of paths.
  const searchedChoices = useMemo(
    () => (isOpen && isSearching ? collectChoices(listLevel, path) : []),
    [isOpen && isSearching, listLevel, path],
  );
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const show = (nextText: string, nextPath: readonly RelationshipField[]): void => {
    setOpen(true);
    setText(nextText);
    setPath(nextPath);
    setActive(nextText.trim() === '' ? -1 : 0);
    if (listRef.current !== null) listRef.current.scrollTop = 0;
  };
  const close = (): void => {
    setOpen(false);
    setText('');
    setPath([]);
    setActive(-1);
  };
  const createChoiceRow = (choice: Choice): Row => ({
    key: choice.value,
    kind: 'field',
    press: () => {
      close();
      choose(choice);
    },
    content: (
      <span>
        {isSearching ? <bdi>{writePath(choice.steps)}</bdi> : <ChoiceName steps={choice.steps.slice(path.length)} />}
        {choice.note !== undefined && <span class="faint"> · {choice.note}</span>}
      </span>
    ),
  });
  const createStepRow = (relationship: RelationshipField): Row => ({
    key: `${relationship.name}.`,
    kind: 'step',
    press: () => show('', [...path, relationship]),
    content: (
      <span>
        Fields of <bdi>{relationship.label ?? relationship.name}</bdi> <span aria-hidden="true">›</span>
      </span>
    ),
  });
  const listRows = (): readonly Row[] => {
    if (!isOpen) return [];
    const isUnused = ({ value }: Choice): boolean => !usedValues.includes(value);
    if (isSearching)
      return searchChoices(searchedChoices.filter(isUnused), text).slice(0, FOUND_MAXIMUM).map(createChoiceRow);
    const { choices, relationships } = listLevel(path);
    const backRow: Row = {
      key: '..',
      kind: 'step',
      press: () => show('', path.slice(0, -1)),
      content: (
        <span>
          <span aria-hidden="true">‹</span> Back from <bdi>{writePath(path)}</bdi>
        </span>
      ),
    };
    return [
      ...(path.length > 0 ? [backRow] : []),
      ...choices.filter(isUnused).map(createChoiceRow),
      ...relationships.map(createStepRow),
    ];
  };
  const rows = listRows();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) show('', []);
      else if (rows.length > 0) setActive((Math.max(active, step < 0 ? 0 : -1) + step + rows.length) % rows.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows[active];
      if (!isOpen) show('', []);
      else row?.press();
      if (isOpen && row?.kind === 'field') moveOn?.();
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && isOpen && text === '' && path.length > 0) {
      event.preventDefault();
      show('', path.slice(0, -1));
    }
  };
  return (
    <div class="combobox field-picker">
      <input
        role="combobox"
        aria-label={label}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={isOpen ? chosenText || 'Search fields' : hint}
        title={isOpen || chosenText === '' ? undefined : chosenText}
        value={isOpen ? text : chosenText}
        onClick={() => {
          if (!isOpen) show('', []);
        }}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          // The first letter is typed into the name of the chosen field, unless the list is open.
          const isReplaced = !isOpen && typed.startsWith(chosenText);
          show(isReplaced ? typed.slice(chosenText.length) : typed, path);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div ref={listRef} id={`${id}-list`} class="listbox" role="listbox" aria-label="Fields" hidden={!isOpen}>
        {rows.map(({ key, kind, content, press }, index) => (
          <div
            key={key}
            id={`${id}-${index}`}
            class={kind === 'step' ? 'step' : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              // Keep the focus in the input.
              event.preventDefault();
              press();
            }}
          >
            {content}
          </div>
        ))}
        {isOpen && rows.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled="true">
            No field has this name.
          </div>
        )}
      </div>
    </div>
  );
}

/** @param steps the field without the relationships before it, which the open level says */
function ChoiceName({ steps }: Pick<FieldChoice, 'steps'>) {
  const [field] = steps;
  return field !== undefined && steps.length === 1 ? <Name named={field} /> : <bdi>{writePath(steps)}</bdi>;
}
