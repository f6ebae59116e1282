/**
 * Public comments of a WordPress site: approved, without personal data.
 *
 * Elsewhere: the items that they are on (items).
 */
import type { Intake } from '../../core/intake/source.js';
import { link, markdown, text, untypedText } from '../../value/value.js';
import { postToMarkdown } from './content.js';
import { buildText, readTime } from './element-values.js';
import { type Element, findChildren, readChildText, readFilledText } from './elements.js';
import { readMeta } from './meta.js';
import type { References } from './references.js';
import { COMMENT_TYPE, readPlainText } from './site.js';

/** Elements of a comment that become fields, or are left out by rule. */
const commentElements: ReadonlySet<string> = new Set([
  ...['wp:comment_id', 'wp:comment_author', 'wp:comment_author_email', 'wp:comment_author_url', 'wp:comment_author_IP'],
  ...['wp:comment_date', 'wp:comment_date_gmt', 'wp:comment_content', 'wp:comment_approved', 'wp:comment_type'],
  ...['wp:comment_parent', 'wp:comment_user_id', 'wp:commentmeta'],
]);

/** Kinds of comments that the staff of a shop writes. */
const staffKinds = /^(?:order_note|action_log|webhook_delivery)$/;

export class CommentReader {
  readonly #references: References;
  readonly #intake: Intake;

  constructor(references: References, intake: Intake) {
    this.#references = references;
    this.#intake = intake;
  }

  /**
   * @param itemId the item of the comment
   * @param itemType key of the type of the item
   */
  async read(comment: Element, itemId: string, itemType: string, place: string): Promise<void> {
    const approved = readFilledText(comment, 'wp:comment_approved');
    if (approved !== '1') {
      const hiddenReason = approved === 'spam' || approved === 'trash' ? approved : 'not approved';
      return this.#intake.leaveOut('comment: items', hiddenReason);
    }
    const kind = readFilledText(comment, 'wp:comment_type') ?? 'comment';
    if (staffKinds.test(kind)) return this.#intake.leaveOut('comment: items', 'what the staff wrote of an order');
    for (const name of ['wp:comment_author_email', 'wp:comment_author_IP', 'wp:comment_user_id']) {
      if (readFilledText(comment, name) !== undefined)
        this.#intake.leaveOut(`comment: ${name.slice(3)}`, 'personal data');
    }
    for (const { name, text: content } of comment.children) {
      if (!commentElements.has(name) && content.trim() !== '')
        this.#intake.lose(`comment: ${name}`, 'an unknown element');
    }
    const meta = readMeta(comment, 'wp:commentmeta');
    const rating = meta.get('rating')?.[0];
    const pluginMetaCount = findChildren(comment, 'wp:commentmeta').length - (rating === undefined ? 0 : 1);
    this.#intake.leaveOut('comment: commentmeta', 'data of plugins', pluginMetaCount);
    const html = readChildText(comment, 'wp:comment_content') ?? '';
    const author = readPlainText(comment, 'wp:comment_author');
    const parent = readFilledText(comment, 'wp:comment_parent') ?? '0';
    const id = readFilledText(comment, 'wp:comment_id') ?? '';
    const subject = `${this.#intake.type(COMMENT_TYPE).name}.content`;
    const content = postToMarkdown(html, {
      image: () => undefined,
      ownImages: () => [],
      path: (targetId) => this.#references.findPath(targetId),
      report: this.#intake.textReport(subject, `comment ${id}`),
      note: (message) => this.#intake.note(`${subject}: ${message}`),
      onMembersOnly: () => this.#intake.leaveOut(subject, 'parts for members only'),
    });
    await this.#intake.type(COMMENT_TYPE).add(
      id,
      [
        { field: 'content', value: content === undefined ? undefined : markdown(content) },
        { field: 'author', value: buildText(author) },
        { field: 'authorUrl', value: buildText(readFilledText(comment, 'wp:comment_author_url')) },
        { field: 'published', value: readTime(comment, 'wp:comment_date') },
        { field: 'kind', value: text(kind) },
        { field: 'parent', value: parent === '0' ? undefined : link(parent, COMMENT_TYPE) },
        { field: 'post', value: link(itemId, itemType) },
        { field: 'rating', value: rating === undefined ? undefined : untypedText(rating) },
      ],
      place,
    );
  }
}
