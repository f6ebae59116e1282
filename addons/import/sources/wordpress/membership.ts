/**
 * What membership plugins of WordPress show to members only: whole items by their custom fields, parts of a text by blocks and
 * shortcodes.
 *
 * Elsewhere: the status and the password of an item (site), other blocks and shortcodes (content).
 */
import { replaceSpans } from '../../text/spans.js';
import { type Element, findChildren, readChildText } from './elements.js';

/** Custom fields by their keys: values with which visitors may read the item. Any other value is for members. */
const publicValues: ReadonlyMap<string, RegExp> = new Map([
  // Jetpack
  ['_jetpack_newsletter_access', /^(?:|everybody)$/],
  // Members
  ['_members_access_role', /^$/],
  // Restrict Content Pro
  ['rcp_subscription_level', /^(?:|a:0:\{\})$/],
  ['rcp_user_level', /^(?:|all|none|a:0:\{\}|a:1:\{i:0;s:3:"all";\})$/i],
  ['rcp_access_level', /^(?:|none|0)$/i],
  ['_is_paid', /^(?:|0|false)$/],
  // Paid Member Subscriptions
  ['pms-content-restrict-user-status', /^$/],
  ['pms-content-restrict-subscription-plan', /^$/],
  // WP-Members
  ['_wpmem_block', /^(?:|0)$/],
  // Ultimate Member: 2 is for visitors who have logged in.
  ['um_content_restriction', /^(?!.*"_um_accessible";(?:s:1:"2"|i:2))/s],
]);

/** Whether a custom field of a membership plugin hides the item from visitors. */
export const isForMembers = (item: Element): boolean =>
  findChildren(item, 'wp:postmeta').some((meta) => {
    const pattern = publicValues.get((readChildText(meta, 'wp:meta_key') ?? '').trim());
    return pattern !== undefined && !pattern.test((readChildText(meta, 'wp:meta_value') ?? '').trim());
  });

const memberBlocks =
  /<!--\s+wp:(premium-content\/subscriber-view|pmpro\/(?:membership|content-visibility)|memberpress\/protected-content|woocommerce-memberships\/member-content)(?=\s)/g;
/** A block of Jetpack: the text after it is for subscribers. */
const paywall = /<!--\s+wp:jetpack\/paywall\b[\s\S]*$/;

const memberShortcodes =
  /\[(private|members[_-]only|member[_-]only|members_(?:access|logged_in)|membership|restrict|is_paid|paid|wcm_restrict|mepr-(?:show|active|rule)|s2If|wlm_(?:private|ismember)|um_loggedin|logged_?in|ihc-hide-content|arm_restrict_content|swpm_protected|emember_protected|protected|groups_member|wppb-restrict|pms-restrict|wpmem_logged_in|passster|content_protector|hidepost)(?=[\s\]])/gi;

/**
 * @param onHidden called for each part that is left out
 * @returns the text without the parts for members; a shortcode without an end has no part
 */
export function removeMembersOnly(html: string, onHidden: () => void): string {
  if (!/wp:|\[/.test(html)) return html;
  const remove = (): string => {
    onHidden();
    return '';
  };
  const withoutBlocks = replaceSpans(
    html.replace(paywall, remove),
    memberBlocks,
    ([, name = '']) => new RegExp(`<!--\\s+/wp:${name}\\s+-->`, 'g'),
    remove,
  );
  return replaceSpans(withoutBlocks, memberShortcodes, ([, name = '']) => new RegExp(`\\[/${name}\\]`, 'gi'), remove);
}
