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
  /** Alternative text of the image. */
  readonly alt: string;
}

export class Attachments {
  readonly #storedAttachments: SpooledValues<Attachment>;
  readonly #parents = new IdSet('what attachments were uploaded to');
  /** Linked lists of attachments by parent: the last attachment of each parent, and the previous one of each attachment, or -1. */
  readonly #lastByParent: number[] = [];
  readonly #previousOfParent: number[] = [];

  readonly #isPublic: (id: string) => boolean;

  /**
   * @param folder  an existing folder
   * @param isPublic whether one is an item of its own; asked once all are there
   */
  constructor(folder: string, isPublic: (id: string) => boolean) {
    this.#isPublic = isPublic;
    this.#storedAttachments = new SpooledValues(join(folder, 'attachments'), 'the attachments');
  }

  /** @param parent id of the item that it was uploaded to; the first call for an attachment decides it */
  add(id: string, parent: string, attachment: Attachment): void {
    const number = this.#storedAttachments.add(id, attachment);
    if (number === undefined || number < this.#previousOfParent.length) return;
    const parentNumber = this.#parents.add(parent);
    this.#previousOfParent.push(parentNumber === undefined ? -1 : (this.#lastByParent[parentNumber] ?? -1));
    if (parentNumber !== undefined) this.#lastByParent[parentNumber] = number;
  }

  get(id: string): Attachment | undefined {
    const attachment = this.#storedAttachments.get(id);
    return attachment && this.#withoutHiddenItem(attachment);
  }

  /** @returns the attachments that were uploaded to an item, in their order */
  findUploads(parent: string): readonly Attachment[] {
    const attachments: Attachment[] = [];
    const parentNumber = this.#parents.number(parent);
    for (
      let number = parentNumber === undefined ? -1 : (this.#lastByParent[parentNumber] ?? -1);
      number >= 0;
      number = this.#previousOfParent[number] ?? -1
    ) {
      attachments.push(this.#withoutHiddenItem(this.#storedAttachments.read(number)));
    }
    return attachments.reverse();
  }

  /** @returns the attachment without its link if its item is left out */
  #withoutHiddenItem(attachment: Attachment): Attachment {
    const { value } = attachment;
    if (value.kind !== 'asset' || value.item === undefined || this.#isPublic(value.item.id)) return attachment;
    const { item: _, ...valueWithoutItem } = value;
    return { ...attachment, value: valueWithoutItem };
  }

  close(): void {
    this.#storedAttachments.close();
  }
}
