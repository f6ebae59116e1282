/**
 * Attachments of a site, by id and by the item that they were uploaded to.
 *
 * About 40 bytes of memory each, because a large site has hundreds of thousands; the rest is in a file (spool).
 */
import { join } from 'node:path';
import { IdSet } from '../../spool/id-set.js';
import { SpooledValues } from '../../spool/spooled-values.js';
import type { Value } from '../../value/value.js';

export interface Attachment {
  readonly value: Value;
  /** What is shown where the picture is not. */
  readonly alt: string;
}

export class Attachments {
  readonly #storedAttachments: SpooledValues<Attachment>;
  readonly #parents = new IdSet('what attachments were uploaded to');
  /** Of each parent the attachment that came last; of each attachment the one of its parent before it, or -1. */
  readonly #lastOf: number[] = [];
  readonly #before: number[] = [];

  readonly #isShown: (id: string) => boolean;

  /**
   * @param folder  there already
   * @param isShown whether one is an item of its own; asked once all are there
   */
  constructor(folder: string, isShown: (id: string) => boolean) {
    this.#isShown = isShown;
    this.#storedAttachments = new SpooledValues(join(folder, 'attachments'), 'the attachments');
  }

  /** @param parent the id of what it was uploaded to; of one that is there already, it stays */
  add(id: string, parent: string, attachment: Attachment): void {
    const number = this.#storedAttachments.add(id, attachment);
    if (number === undefined || number < this.#before.length) return;
    const of = this.#parents.add(parent);
    this.#before.push(of === undefined ? -1 : (this.#lastOf[of] ?? -1));
    if (of !== undefined) this.#lastOf[of] = number;
  }

  get(id: string): Attachment | undefined {
    const attachment = this.#storedAttachments.get(id);
    return attachment && this.#unlinked(attachment);
  }

  /** @returns those that were uploaded to it, in their order */
  uploadedTo(parent: string): readonly Attachment[] {
    const attachments: Attachment[] = [];
    const of = this.#parents.number(parent);
    for (let at = of === undefined ? -1 : (this.#lastOf[of] ?? -1); at >= 0; at = this.#before[at] ?? -1) {
      attachments.push(this.#unlinked(this.#storedAttachments.read(at)));
    }
    return attachments.reverse();
  }

  /** @returns the same without a link to an item that is left out */
  #unlinked(attachment: Attachment): Attachment {
    const { value } = attachment;
    if (value.kind !== 'asset' || value.item === undefined || this.#isShown(value.item.id)) return attachment;
    const { item: _, ...rest } = value;
    return { ...attachment, value: rest };
  }

  close(): void {
    this.#storedAttachments.close();
  }
}
