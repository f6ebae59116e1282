/**
 * Escaping and links of the guides' HTML.
 */

/** @returns the text with `&`, `<`, `>` and `"` as character references */
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param isCurrent whether the link leads to the page that contains it */
export const writeLink = (href, html, isCurrent = false) =>
  `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${html}</a>`;

/** @returns HTML of inline code, which may break after a slash and before a parameter */
export const writeCode = (text) =>
  `<code>${escapeHtml(text)
    .replace(/(?<!\/)\/(?=[\w{])/g, '/<wbr>')
    .replace(/(?<=.)(?=&#38;|\[)/g, '<wbr>')}</code>`;
