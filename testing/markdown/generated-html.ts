/**
 * HTML at random for property tests: nested marks, marks within words, escaped text, lists, tables, links, code, and texts that
 * mean something in Markdown.
 */
import fc from 'fast-check';

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Texts that a renderer of Markdown might take for marks. */
const texts = fc
  .oneof(
    fc.constantFrom(
      ...['word', 'un', 'able', ' ', '  two  ', 'a b', '\n', 'é', '日本', '😀', '\u00a0', 'x\u200by', '…', '“q”', '$'],
      ...[
        '1)',
        '1.',
        '12. x',
        '#',
        '# x',
        '###',
        '---',
        '***',
        '___',
        '+',
        '+ x',
        '-',
        '- x',
        '*',
        '>',
        '> q',
        '=',
        '===',
      ],
      ...[
        '<b>',
        '</b>',
        '<!-- hidden -->',
        '<script>x</script>',
        '&amp;',
        '&copy;',
        '&#35;',
        '&',
        '<',
        'a<b',
        '<https://x.org>',
      ],
      ...[
        '`',
        '``',
        '```',
        '~~~',
        '~',
        '~~x~~',
        '_',
        'a_b',
        '_x_',
        '__init__',
        '*x*',
        '**x**',
        '\\',
        '\\*',
        '\\n',
        'x\\',
      ],
      ...['[', ']', '[x]', '[x](y)', '[a]: b', '[^1]', '![', '!', '(', ')', '|', '| a |', ':-', '| - |', '{#id}', '$$'],
      ...['https://x.org/a_b*c', 'www.x.org', 'me@x.org', 'http://', ':', ';', '"', "'", '%', '^', '@', '/', '?', '.'],
    ),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
  .map((text) => text.replace(/[\0\r\f]/g, ''));

const addresses = fc.constantFrom(
  ...[
    '/x',
    'https://x.org/a_(b)',
    '/a b',
    '#part',
    '#far',
    '/x?a=1&b=2',
    '/*_`',
    '/é',
    '/(',
    '/)',
    '/[x]',
    '/"q"',
    '/<x>',
    '/a\\b',
  ],
);

/** Attributes of an element, which links may lead to. */
const identities = fc.constantFrom('', '', '', '', ' id="part"', ' id="far"');

const markNames = ['em', 'strong', 'i', 'b', 'del', 's', 'sup', 'sub', 'u', 'code', 'span', 'kbd', 'mark', 'small'];

const wrapped = (name: string, inner: string, attributes = ''): string => `<${name}${attributes}>${inner}</${name}>`;

const { inline, blocks } = fc.letrec<{ readonly inline: string; readonly block: string; readonly blocks: string }>(
  (tie) => ({
    inline: fc
      .array(
        fc.oneof(
          { maxDepth: 4, withCrossShrink: true, depthIdentifier: 'inline' },
          { weight: 5, arbitrary: texts.map(escapeHtml) },
          {
            weight: 3,
            arbitrary: fc
              .tuple(fc.constantFrom(...markNames), tie('inline'))
              .map(([name, inner]) => wrapped(name, inner)),
          },
          {
            weight: 1,
            arbitrary: fc
              .tuple(addresses, tie('inline'))
              .map(([href, inner]) => wrapped('a', inner.replace(/<\/?a\b[^>]*>/g, ''), ` href="${escapeHtml(href)}"`)),
          },
          { weight: 1, arbitrary: fc.constantFrom('<br>', '<a id="part"></a>') },
          {
            weight: 1,
            arbitrary: fc
              .tuple(addresses, texts)
              .map(([src, alt]) => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`),
          },
        ),
        { maxLength: 5, depthIdentifier: 'inline' },
      )
      .map((parts) => parts.join('')),
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true, depthIdentifier: 'block' },
      {
        weight: 6,
        arbitrary: fc.tuple(identities, tie('inline')).map(([identity, inner]) => wrapped('p', inner, identity)),
      },
      { weight: 2, arbitrary: tie('inline') },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.integer({ min: 1, max: 6 }), identities, tie('inline'))
          .map(([level, identity, inner]) => wrapped(`h${level}`, inner, identity)),
      },
      { weight: 1, arbitrary: texts.map((text) => wrapped('pre', `x${escapeHtml(text)}\n\n${escapeHtml(text)}y`)) },
      { weight: 1, arbitrary: fc.constant('<hr>') },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('ul', 'ol', 'ol start="7"'), fc.array(tie('blocks'), { maxLength: 3 }))
          .map(
            ([name, items]) => `<${name}>${items.map((item) => wrapped('li', item)).join('')}</${name.slice(0, 2)}>`,
          ),
      },
      { weight: 1, arbitrary: tie('blocks').map((inner) => wrapped('blockquote', inner)) },
      { weight: 1, arbitrary: tie('blocks').map((inner) => wrapped('div', inner)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie('inline'), tie('blocks'))
          .map(([summary, inner]) => wrapped('details', wrapped('summary', summary) + inner)),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.array(fc.tuple(fc.constantFrom('td', 'th'), tie('inline')), { maxLength: 3 }), { maxLength: 3 })
          .map((rows) =>
            wrapped(
              'table',
              rows.map((row) => wrapped('tr', row.map(([name, inner]) => wrapped(name, inner)).join(''))).join(''),
            ),
          ),
      },
    ),
    blocks: fc.array(tie('block'), { maxLength: 3, depthIdentifier: 'block' }).map((parts) => parts.join('')),
  }),
);

export { blocks as generatedBlocks, inline as generatedInline, texts as generatedTexts };
