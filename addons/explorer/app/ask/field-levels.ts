/**
 * The fields that a control offers, level by level: fields of the list, then fields of related items over up to three
 * relationships.
 *
 * Elsewhere: the levels of a condition (filterables) and of a sort key (sortables), and the control (field-picker).
 */
import type { Named } from '../model/names.js';
import type { RelationshipField } from '../model/space.js';

/** Relationships that a path to a field follows at most. */
export const RELATIONSHIPS_MAXIMUM = 3;

export interface FieldChoice {
  /** Names with dots: `author.country.name`. */
  readonly value: string;
  /** Relationships and the field, with their texts in the model. */
  readonly steps: readonly Named[];
  /** A property of the field: unique, or the inverse of a relationship. */
  readonly note?: string;
}

export interface FieldLevel<Choice extends FieldChoice> {
  readonly choices: readonly Choice[];
  /** Relationships that lead to a further level. */
  readonly relationships: readonly RelationshipField[];
}

/** @param path relationships from the list to the level; empty for the fields of the list itself */
export type ListLevel<Choice extends FieldChoice> = (path: readonly RelationshipField[]) => FieldLevel<Choice>;

/** @returns the choice with the value; undefined if the model has none */
export function findChoice<Choice extends FieldChoice>(
  listLevel: ListLevel<Choice>,
  value: string,
): Choice | undefined {
  const names = value.split('.');
  const path: RelationshipField[] = [];
  for (;;) {
    const { choices, relationships } = listLevel(path);
    const choice = choices.find((candidate) => candidate.value === value);
    if (choice !== undefined) return choice;
    const relationship = relationships.find(({ name }) => name === names[path.length]);
    if (relationship === undefined) return undefined;
    path.push(relationship);
  }
}

/** Bounds the time of a search in a large model. */
const CHOICES_MAXIMUM = 4000;

/** @returns the choices of the level and of the levels below it, the nearest ones first */
export function collectChoices<Choice extends FieldChoice>(
  listLevel: ListLevel<Choice>,
  from: readonly RelationshipField[],
): readonly Choice[] {
  const collectedChoices: Choice[] = [];
  let paths: readonly (readonly RelationshipField[])[] = [from];
  while (paths.length > 0 && collectedChoices.length < CHOICES_MAXIMUM) {
    const nextPaths: (readonly RelationshipField[])[] = [];
    for (const path of paths) {
      if (collectedChoices.length >= CHOICES_MAXIMUM) break;
      const { choices, relationships } = listLevel(path);
      collectedChoices.push(...choices);
      for (const relationship of relationships) nextPaths.push([...path, relationship]);
    }
    paths = nextPaths;
  }
  return collectedChoices;
}

/** @returns 0 for the field that was typed, 1 if its own name or label begins with the text, otherwise 2 */
function rankMatch({ value, steps }: FieldChoice, text: string): number {
  if (value.toLowerCase() === text) return 0;
  const lastStep = steps.at(-1);
  const isBeginning = [lastStep?.name, lastStep?.label].some((name) => name?.toLowerCase().startsWith(text));
  return isBeginning ? 1 : 2;
}

/** @returns the choices whose names and labels contain all words of the text, the best and nearest ones first */
export function searchChoices<Choice extends FieldChoice>(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/[\s.›]+/).filter((word) => word !== '');
  const matchingChoices = choices.filter(({ steps, value }) => {
    const names = `${value} ${steps.map(({ label }) => label ?? '').join(' ')}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
  // The sort is stable, so nearer fields stay before farther ones.
  return matchingChoices.toSorted((a, b) => rankMatch(a, wanted) - rankMatch(b, wanted));
}
