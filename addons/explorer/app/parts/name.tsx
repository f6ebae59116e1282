/**
 * The name of a type or field: its label, followed by its name as code. Its description is a tooltip (tooltip).
 */
import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import type { Named } from '../model/names.js';

/** A name that may break before a capital letter: `ImageWithButton`. */
const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part, place) => (
      <Fragment key={String(place)}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

/** @param name the name to show, if it is a path */
export const Name = ({ named, name = named.name }: { readonly named: Named; readonly name?: string }) =>
  named.label === undefined ? (
    <span>
      <Breakable text={name} />
    </span>
  ) : (
    <span class="named">
      <bdi>
        <Breakable text={named.label} />
      </bdi>{' '}
      <code>
        <Breakable text={name} />
      </code>
    </span>
  );

/** The description for `aria-describedby`; the tooltip shows it when the described control has the focus or the pointer. */
export const Description = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <span id={id} class="hidden tooltip-text">
    {text}
  </span>
);

/** A name that is no control itself. If it has a description, it is a button, so that the keyboard reaches the tooltip. */
export function ExplainedName({ named }: { readonly named: Named }) {
  const id = useId();
  if (named.description === undefined) return <Name named={named} />;
  return (
    <>
      <button type="button" class="explained" aria-describedby={id}>
        <Name named={named} />
      </button>
      <Description id={id} text={named.description} />
    </>
  );
}
