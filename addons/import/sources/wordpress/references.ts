/**
 * References in the texts and custom fields of a WordPress site: HTML with links to items, and ids of attachments.
 *
 * Elsewhere: HTML itself (content), the types and attachments of the site (site, attachments).
 */
import type { Intake } from '../../core/intake/source.js';
import { markdown, type Value } from '../../value/value.js';
import type { Attachment } from './attachments.js';
import { type GalleryImage, postToMarkdown } from './content.js';
import type { Site } from './site.js';

export class References {
  readonly #site: Site;
  readonly #intake: Intake;

  constructor(site: Site, intake: Intake) {
    this.#site = site;
    this.#intake = intake;
  }

  /**
   * @param html of an item; may be empty
   * @param id of the item, whose own images a gallery shows
   * @param subject as messages call the field
   */
  convertHtml(html: string | undefined, id: string, subject: string): Value | undefined {
    if (html === undefined || html.trim() === '') return undefined;
    const converted = postToMarkdown(html, {
      image: (attachment) => readImage(this.#site.attachments.get(attachment)),
      ownImages: () =>
        this.#site.attachments
          .findUploads(id)
          .flatMap((attachment) =>
            attachment.value.kind === 'asset' && attachment.value.isImage ? (readImage(attachment) ?? []) : [],
          ),
      path: (targetId) => this.findPath(targetId),
      report: this.#intake.textReport(subject, `item ${id}`),
      note: (message) => this.#intake.note(`${subject}: ${message}`),
      onMembersOnly: () => this.#intake.leaveOut(subject, 'parts for members only'),
    });
    return converted === undefined ? undefined : markdown(converted);
  }

  /** @returns the path of an item; undefined if the site has none with the id */
  findPath(id: string): string | undefined {
    const type = this.#site.findType(id);
    return type === undefined ? undefined : this.#intake.path(type, id);
  }

  /** @returns the files of attachments; an attachment that is missing is reported */
  findImages(ids: readonly string[], subject: string): readonly Value[] {
    return ids.flatMap((id) => {
      const image = this.#site.attachments.get(id)?.value;
      if (image === undefined) this.#intake.lose(subject, 'links to attachments that are not in the export');
      return image ?? [];
    });
  }
}

const readImage = (attachment: Attachment | undefined): GalleryImage | undefined =>
  attachment?.value.kind === 'asset' ? { url: attachment.value.asset.url, alt: attachment.alt } : undefined;
