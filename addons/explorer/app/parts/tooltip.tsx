/**
 * The tooltip: shows the description of the control that has the focus or the pointer. Escape closes it.
 *
 * One tooltip serves the whole page. A control has a description if its `aria-describedby` names an element of the class
 * `tooltip-text`.
 */
import { useEffect, useRef, useState } from 'preact/hooks';

interface Shown {
  readonly text: string;
  readonly control: Element;
}

/** Time in which the pointer can move from the control to the tooltip. */
const graceMs = 150;
const gap = 6;

/** @returns the described control around the target of an event, and its description */
function findDescribed(target: EventTarget | null): Shown | undefined {
  const control = target instanceof Element ? target.closest('[aria-describedby]') : null;
  const element = document.getElementById(control?.getAttribute('aria-describedby') ?? '');
  if (control === null || element === null || !element.classList.contains('tooltip-text')) return undefined;
  return { text: element.textContent ?? '', control };
}

export function Tooltip() {
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const boxRef = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const show = (event: Event): void => {
      const isOnTooltip = event.target instanceof Node && boxRef.current?.contains(event.target) === true;
      const described = findDescribed(event.target);
      if (isOnTooltip || described !== undefined) clearTimeout(timer.current);
      if (described !== undefined) setShown(described);
    };
    const hideSoon = (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setShown(undefined), graceMs);
    };
    const hide = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setShown(undefined);
    };
    const listeners: readonly [string, (event: Event) => void][] = [
      ['pointerover', show],
      ['focusin', show],
      ['pointerout', hideSoon],
      ['focusout', hideSoon],
      ['keydown', hide],
      ['scroll', hide],
      ['resize', hide],
    ];
    for (const [name, listener] of listeners) addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer.current);
      for (const [name, listener] of listeners) removeEventListener(name, listener, true);
    };
  }, []);
  useEffect(() => {
    const box = boxRef.current;
    if (box === null || shown === undefined) return;
    // Set by script, because the page's policy allows no style attributes in its HTML.
    const control = shown.control.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    // The options of a select open below it.
    const isBelow =
      control.top < height + gap || (!shown.control.matches('select') && control.bottom + gap + height <= innerHeight);
    box.style.left = `${Math.max(gap, Math.min(control.left, innerWidth - width - gap))}px`;
    box.style.top = `${isBelow ? control.bottom + gap : control.top - gap - height}px`;
  }, [shown]);
  if (shown === undefined || !shown.control.isConnected) return null;
  return (
    // The description is announced with its control.
    <div ref={boxRef} class="tooltip" role="tooltip" aria-hidden="true" dir="auto">
      {shown.text}
    </div>
  );
}
