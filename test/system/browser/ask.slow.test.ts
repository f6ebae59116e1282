/**
 * The explorer › Ask: controls from the model, and the URL beside them, each changing the other.
 */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isHeldAs, operatorsOf } from '../../../src/content/model/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { startBookshop } from '../../../testing/server/server.js';
import { answered, chooseField, isBrowserThere, open, requestOf, stopShared, texts } from './explorer-page.js';

const passages = '_highlight=title,subtitle,description,opening,genre';

describe.runIf(isBrowserThere())('ask', () => {
  afterAll(stopShared);

  it('a condition › offers the operators that the field has, and no other', async () => {
    const { model } = await openBookshop();
    const { page } = await open('#ask/book');
    await page.getByRole('button', { name: '+ Condition' }).click();
    const picker = page.getByLabel('Field', { exact: true });
    await picker.click();
    const options = page.getByRole('listbox', { name: 'Fields', exact: true }).getByRole('option');
    expect(await options.allInnerTexts()).not.toContainEqual(expect.stringMatching(/^Cover/));
    for (const field of model.contentTypes.get('book')?.fields ?? []) {
      if (operatorsOf(field).length === 0) continue;
      await chooseField(picker, field.name);
      const operators = page.getByLabel(`Operator of ${field.name}`).locator('option');
      const offered = await operators.evaluateAll((options) =>
        options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')),
      );
      expect(
        offered.filter((operator) => operator !== 'between'),
        field.name,
      ).toEqual(operatorsOf(field));
      expect(offered.includes('between'), field.name).toBe(isHeldAs(field, 'numbers') && field.type !== 'boolean');
    }
  });

  it('a field that is chosen with Enter › leads to its operator', async () => {
    const { page } = await open('#ask/book');
    await page.getByRole('button', { name: '+ Condition' }).click();
    const picker = page.getByLabel('Field', { exact: true });
    await picker.fill('pages');
    await picker.press('Enter');
    const operator = page.getByLabel('Operator of pages');
    await expect.poll(() => operator.evaluate((select) => select === document.activeElement)).toBe(true);
  });

  it('a long table › scrolls below its headings', async () => {
    const { page } = await open('#/book?page[limit]=100');
    const heading = page.locator('.scroll thead th').first();
    const before = await heading.boundingBox();
    const last = page.locator('.scroll tbody tr').last();
    await last.evaluate((row) => row.scrollIntoView({ block: 'end' }));
    await expect.poll(async () => (await last.boundingBox())?.y ?? 10_000).toBeLessThan(800);
    const after = await heading.boundingBox();
    expect(after?.y).toBeGreaterThanOrEqual(0);
    expect(before?.y).toBeGreaterThanOrEqual(0);
    await expect
      .poll(() =>
        heading.evaluate((cell) => {
          const { x, y } = cell.getBoundingClientRect();
          return cell.contains(document.elementFromPoint(x + 4, y + 4));
        }),
      )
      .toBe(true);
  });

  it('a value › is completed from existing values, with counts, by prefix', async () => {
    const { page } = await open('#ask/book');
    await page.getByRole('button', { name: '+ Condition' }).click();
    await chooseField(page.getByLabel('Field', { exact: true }), 'title');
    const value = page.getByRole('combobox', { name: 'Value of title' });
    await value.fill('tHE Salt');
    await expect.poll(() => texts(page, '.listbox > div')).toHaveLength(3);
    expect(await texts(page, '.listbox > div')).toContainEqual(expect.stringMatching(/^The Salt Road\s+1$/));
    await value.press('ArrowDown');
    await value.press('Enter');
    await expect.poll(() => requestOf(page)).toMatch(/^\/book\?filter\[title\]\[_eq\]=The\+Salt\+/);
    await chooseField(page.getByLabel('Field', { exact: true }), 'genre');
    await page.getByRole('combobox', { name: 'Value of genre' }).fill('cR');
    await expect.poll(() => texts(page, '.listbox > div')).toEqual([expect.stringMatching(/^Crime\s+25$/)]);
    await chooseField(page.getByLabel('Field', { exact: true }), 'author');
    await page.getByRole('combobox', { name: 'Value of author' }).fill('Ottoline');
    await expect.poll(() => texts(page, '.listbox > div')).toEqual([expect.stringContaining('ottoline-farrow')]);
    await page.locator('.listbox > div').first().click();
    await answered(page, '/book?filter[author][id][_eq]=ottoline-farrow');
  });

  it('lists of values › values are added and removed', async () => {
    const { page } = await open('#ask/book?filter[genre][_in]=Crime,Art');
    expect(await texts(page, '.picked')).toEqual([expect.stringContaining('Crime'), expect.stringContaining('Art')]);
    await page.getByRole('combobox', { name: 'Value of genre' }).fill('Music');
    await page.getByRole('combobox', { name: 'Value of genre' }).press('Enter');
    await answered(page, '/book?filter[genre][_in]=Crime,Art,Music');
    await page.getByRole('button', { name: 'Remove Crime' }).click();
    await answered(page, '/book?filter[genre][_in]=Art,Music');
    expect(await texts(page, '.total')).toEqual(['3 items']);
  });

  it('groups › alternatives, nested groups, and change of kind', async () => {
    const { page } = await open('#ask/event');
    await page.getByRole('button', { name: '+ Group', exact: true }).click();
    const values = page.locator('.alternative').getByRole('combobox', { name: 'Value of title' });
    await values.first().fill('Storytime');
    await values.first().press('Enter');
    await expect.poll(() => requestOf(page)).toBe('/event?filter[_OR][0][title][_eq]=Storytime');
    const second = page.locator('.alternative').nth(1);
    await chooseField(second.getByLabel('Field', { exact: true }), 'seats');
    await second.getByLabel('Operator of seats').selectOption('_gt');
    await second.getByRole('combobox', { name: 'Value of seats' }).fill('20');
    await second.getByRole('combobox', { name: 'Value of seats' }).press('Enter');
    await answered(page, '/event?filter[_OR][0][title][_eq]=Storytime&filter[_OR][1][seats][_gt]=20');
    await page.getByLabel('Kind of group').first().selectOption('_NOT');
    await answered(page, '/event?filter[_NOT][0][title][_eq]=Storytime&filter[_NOT][1][seats][_gt]=20');
    await second.getByRole('button', { name: '+ group' }).click();
    expect(await page.getByLabel('Kind of group').count()).toBe(2);
  });

  it('one box › completes words and titles; Enter lists all types, a suggestion searches its own', async () => {
    const { page } = await open('#/author');
    await page.keyboard.press('s');
    await page.keyboard.type('sal');
    const box = page.getByRole('combobox', { name: 'Search all types' });
    await expect
      .poll(() => texts(page, '.find .listbox > div'))
      .toContainEqual(expect.stringMatching(/^salt book\s+6$/));
    await box.press('Enter');
    const passagesOfAll = '_highlight=title,name,subtitle,biography,about,summary,body,description,opening,genre';
    await answered(page, `/_search?filter[_search]=sal&${passagesOfAll}&_facet[type]=10`);
    await expect.poll(() => texts(page, '.found .row-link')).toContain('The Salt Road');
    expect(await texts(page, '.found mark')).toContain('Salt');
    expect(await box.inputValue()).toBe('sal');
    await box.fill('"The Salt Ro');
    await page.getByRole('option', { name: 'The Salt Road book' }).click();
    await answered(page, '/book/the-salt-road');
    await box.fill('not asked');
    await page.getByRole('link', { name: 'author', exact: false }).first().click();
    await answered(page, '/author');
  });

  it('a suggested word › finds as many items as the suggestion says', async () => {
    const { page } = await open('#/author');
    const box = page.getByRole('combobox', { name: 'Search all types' });
    await box.fill('ligh');
    await page.getByRole('option', { name: /^light book\s*4$/ }).click();
    await answered(page, `/book?filter[_search]=light+&${passages}`);
    expect(await texts(page, '.total')).toEqual(['4 items']);
  });

  it('a field of related items › is found by its names, or chosen step by step', async () => {
    const { page } = await open('#ask/book');
    await page.getByRole('button', { name: '+ Condition' }).click();
    const field = page.getByLabel('Field', { exact: true });
    const options = page.getByRole('listbox', { name: 'Fields', exact: true }).getByRole('option');
    await field.fill('author country name');
    expect((await options.allInnerTexts())[0]).toBe('Author › Country › Name');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Author › Country › Name');
    await page.getByRole('combobox', { name: 'Value of author.country.name' }).fill('Denm');
    await page.getByRole('option', { name: /^Denmark/ }).click();
    await answered(page, '/book?filter[author][country][name][_eq]=Denmark');
    await field.click();
    await options.filter({ hasText: 'Fields of Author' }).click();
    await options.filter({ hasText: 'Fields of Country' }).click();
    await options.filter({ hasText: 'continent' }).click();
    await page.getByRole('combobox', { name: 'Value of author.country.continent' }).fill('Asia');
    await page.getByRole('combobox', { name: 'Value of author.country.continent' }).press('Enter');
    await answered(page, '/book?filter[author][country][continent][_eq]=Asia');
    await chooseField(page.getByLabel('Sort by another field'), 'country name');
    await answered(page, '/book?filter[author][country][continent][_eq]=Asia&sort=author.country.name');
    // Leaving the control shows the chosen field again.
    await field.fill('title');
    await field.press('Escape');
    expect(await field.inputValue()).toBe('Author › Country › Continent');
  });

  it('search › the list follows the typed text', async () => {
    const { page } = await open('#ask/book');
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('salt');
    await answered(page, `/book?filter[_search]=salt&${passages}`);
    await expect.poll(() => texts(page, 'tbody th mark')).toContain('Salt');
    await page.getByRole('checkbox', { name: 'Highlight the words' }).uncheck();
    await answered(page, '/book?filter[_search]=salt');
    await expect.poll(() => page.locator('tbody mark').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill('xyzzyq');
    await expect.poll(() => texts(page, '.note')).toEqual(['No item matches the request.']);
    await page.getByRole('link', { name: 'All items' }).click();
    await answered(page, '/book');
  });

  it('Send › pressed right after typing a value › sends the value', async () => {
    const inputs = [
      ['#ask/book?filter[price][_lt]=50', 'Value of price', '9', '/book?filter[price][_lt]=9'],
      [
        '#ask/book?filter[published][_lt]=2000-01-01',
        'Value of published',
        '1999-02-03',
        '/book?filter[published][_lt]=1999-02-03',
      ],
      ['#ask/book', 'limit', '7', '/book?page[limit]=7'],
      ['#ask/book', 'Search', 'salt', `/book?filter[_search]=salt&${passages}`],
    ] as const;
    for (const [place, label, value, request] of inputs) {
      const { page } = await open(place);
      const targets: string[] = [];
      page.on('request', (sent) => {
        const { pathname, search } = new URL(sent.url());
        if (pathname.endsWith('/book') && !search.includes('_facet')) targets.push(decodeURIComponent(search));
      });
      await page.locator('.ask').getByLabel(label, { exact: true }).first().fill(value);
      // No time between press and release, as for a tap.
      await page.getByRole('button', { name: 'Send' }).click();
      await answered(page, request);
      await page.waitForTimeout(300);
      expect(await requestOf(page), label).toBe(request);
      expect([...new Set(targets)], label).toEqual([request.slice('/book'.length)]);
    }
  });

  it('Send › pressed slowly after typing a value › sends one request', async () => {
    const { page } = await open('#ask/book?filter[price][_lt]=50');
    const targets: string[] = [];
    page.on('request', (sent) => {
      if (new URL(sent.url()).search.includes('[_lt]=9')) targets.push(sent.url());
    });
    await page.getByRole('combobox', { name: 'Value of price' }).fill('9');
    await page.getByRole('button', { name: 'Send' }).click({ delay: 120 });
    await answered(page, '/book?filter[price][_lt]=9');
    expect(targets).toHaveLength(1);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => targets.length).toBe(2);
  });

  it('a value of a number › asks for a number keyboard', async () => {
    const { page } = await open('#ask/book?filter[price][_lt]=50&filter[title][_eq]=x');
    expect(await page.getByRole('combobox', { name: 'Value of price' }).getAttribute('inputmode')).toBe('decimal');
    expect(await page.getByRole('combobox', { name: 'Value of title' }).getAttribute('inputmode')).toBeNull();
  });

  it('search of all types › nothing matches › names the searched types and leads to the start page', async () => {
    const { page } = await open('#/_search?filter[_search]=zzzqqq');
    expect(await texts(page, '.nothing')).toEqual([expect.stringContaining('country, review have no searched fields')]);
    await page.getByRole('link', { name: 'All types' }).click();
    await page.locator('.home .cards').waitFor();
    expect(await requestOf(page)).toBe('');
  });

  it('search of all types › an id or a unique value › its item comes first, with the name of the field', async () => {
    const { page } = await open('#/_search?filter[_search]=the-salt-road&_facet[type]=10');
    await expect.poll(() => texts(page, '.found li:first-child')).toEqual(['The Salt Road book exact match: id']);
    const all = await texts(page, '.found .row-link');
    expect(all.length).toBeGreaterThan(1);
    expect(all.filter((title) => title === 'The Salt Road')).toHaveLength(1);
    // Countries have no searched fields.
    await page.locator('#target').fill('/_search?filter[_search]=dk');
    await page.locator('#target').press('Enter');
    await expect.poll(() => texts(page, '.found li')).toEqual(['Denmark country exact match: id']);
    expect(await texts(page, '.nothing .note')).toContain('No further item has these words.');
  });

  it('a value in another case › finds nothing › the page offers what finds something', async () => {
    const offered = async (place: string): Promise<string> => {
      const { page } = await open(place);
      await page.locator('.nothing .primary').click();
      await page.locator('tbody tr').first().waitFor();
      return requestOf(page);
    };
    expect(await offered('#/book?filter[genre][_eq]=crime')).toBe('/book?filter[genre][_eq]=Crime');
    expect(await offered('#/book?filter[genre][_in]=crime,art')).toBe('/book?filter[genre][_in]=Crime,Art');
    expect(await offered('#/book?filter[title][_contains]=SALT')).toBe('/book?filter[title][_icontains]=SALT');
    const { page } = await open('#/book?filter[genre][_eq]=qqq');
    await page.locator('.nothing').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.nothing .primary').count()).toBe(0);
  });

  it('search of all types › a typing mistake › says how the word was read', async () => {
    const { page } = await open('#/_search?filter[_search]=lighthose');
    expect(await texts(page, '.read-words')).toEqual(['“lighthose” was read as “lighthouse”.']);
  });

  it('an error › one problem › is announced in the singular', async () => {
    const { page } = await open('#/book?sort=nothing');
    await expect.poll(() => texts(page, 'main [role=status]')).toEqual(['The server refused the request: 1 problem.']);
  });

  it('a boolean › has the same words in conditions, facets and tables', async () => {
    const { page } = await open('#ask/book?filter[signed][_eq]=true&fields[book]=title,signed&_facet[inPrint]=2');
    expect(await page.getByLabel('Value of signed').locator('option').allInnerTexts()).toEqual(['…', 'yes', 'no']);
    expect(await texts(page, '.facets bdi')).toEqual(['yes']);
    expect(await texts(page, 'tbody td.boolean')).toContain('yes');
  });

  it('sort › several fields, with direction and order changed', async () => {
    const { page } = await open('#ask/book?sort=genre');
    await chooseField(page.getByLabel('Sort by another field'), 'price');
    await answered(page, '/book?sort=genre,price');
    await page.getByRole('button', { name: 'price, ascending: reverse' }).click();
    await answered(page, '/book?sort=genre,-price');
    await page.getByRole('button', { name: 'Sort by price earlier' }).click();
    await answered(page, '/book?sort=-price,genre');
  });

  it('include › a tree, with limits; fields of what is included', async () => {
    const { page } = await open('#ask/book/the-salt-road');
    const branch = page.locator('.includes').first();
    await branch.getByRole('checkbox', { name: /^Author author/ }).check();
    await answered(page, '/book/the-salt-road?include=author');
    await page.getByRole('button', { name: 'Relationships of author' }).click();
    await page
      .locator('.includes .includes')
      .getByRole('checkbox', { name: /^Country country/ })
      .check();
    await answered(page, '/book/the-salt-road?include=author.country');
    await branch.getByRole('checkbox', { name: /^Reviews reviews/ }).check();
    await page.getByLabel('Limit of reviews').fill('3');
    await page.getByLabel('Limit of reviews').press('Enter');
    await answered(page, '/book/the-salt-road?include=author.country,reviews&page[reviews][limit]=3');
    await page.locator('.fieldset summary', { hasText: 'country' }).click();
    const fields = page.locator('.fieldset', { hasText: 'country' });
    for (const name of ['nativeName', 'flag']) await fields.getByRole('checkbox', { name }).uncheck();
    await expect.poll(() => requestOf(page)).toMatch(/fields\[country\]=name,continent,/);
    await page
      .locator('.includes .includes')
      .getByRole('checkbox', { name: /^Country country/ })
      .uncheck();
    await expect.poll(() => requestOf(page)).toMatch(/include=reviews,author&/);
  });

  it('locale › is chosen, kept when an item is opened, and used by chips and completion', async () => {
    const shop = await startBookshop({ spaces: [{ name: 'museum', space: await openMuseum() }] });
    onTestFinished(() => shop.stop());
    const { page } = await open('#ask/object', { at: shop.origin });
    await page.getByLabel('Locale').selectOption('de-CH');
    await answered(page, '/object?localeCode=de-CH');
    await page.getByRole('link', { name: 'Velo eines Pöstlers' }).click();
    await answered(page, '/object/bicycle?localeCode=de-CH');
    await expect.poll(() => texts(page, '.relationship .chip')).toContain('Strasse und Schiene');
    await page.getByRole('link', { name: 'Room room', exact: true }).last().click();
    await expect.poll(() => requestOf(page)).toMatch(/localeCode=de-CH/);
  });

  it('page › limit and skip', async () => {
    const { page } = await open('#ask/review');
    await page.getByLabel('limit', { exact: true }).fill('5');
    await page.getByLabel('limit', { exact: true }).press('Enter');
    await answered(page, '/review?page[limit]=5');
    await page.getByLabel('skip', { exact: true }).fill('10');
    await page.getByLabel('skip', { exact: true }).press('Enter');
    await answered(page, '/review?page[limit]=5&page[skip]=10');
    expect(await page.locator('tbody tr').count()).toBe(5);
  });

  it('the URL › typed or pasted, changes the controls; other parameters stay', async () => {
    const { page, origin } = await open('#ask/book');
    const pasted = `${origin}/delivery/jsonapi/book?filter[price][_lt]=9&_facet[genre]=3&sort=-title`;
    await page.locator('#target').fill(pasted);
    await page.locator('#target').press('Enter');
    await answered(page, '/book?filter[price][_lt]=9&_facet[genre]=3&sort=-title');
    expect(await page.getByLabel('Operator of price').inputValue()).toBe('_lt');
    expect(await page.getByRole('combobox', { name: 'Value of price' }).inputValue()).toBe('9');
    expect(await texts(page, '.sort-name')).toEqual(['Title']);
    await expect.poll(() => texts(page, '.facets h2')).toEqual([expect.stringContaining('Genre')]);
    await page.getByRole('button', { name: 'Remove the condition on price' }).click();
    await answered(page, '/book?sort=-title&_facet[genre]=3');
  });

  it('a mistake › shows the error of the server, and the request stays for correction', async () => {
    const { page } = await open('#ask/book?sort=prise&filter[pages][_lt]=many&page[limit]=7');
    // Each error is next to its control, and nowhere else.
    expect(await texts(page, '.problem')).toContainEqual(expect.stringContaining('Did you mean "price"?'));
    expect(await texts(page, '.refused')).toEqual([expect.stringContaining('2 errors are next to the control')]);
    expect(await page.locator('.errors').count()).toBe(0);
    const value = page.getByRole('combobox', { name: 'Value of pages' });
    expect(await value.getAttribute('aria-invalid')).toBe('true');
    const described = await value.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).innerText()).toContain('"many" is not a value for "pages"');
    await value.fill('300');
    await value.press('Enter');
    await page.locator('.ask').getByRole('button', { name: 'Use price' }).click();
    await answered(page, '/book?filter[pages][_lt]=300&sort=price&page[limit]=7');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(7);
    await page.locator('#target').fill('/book?include=reviews,related');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Use page[limit]=11' }).click();
    await answered(page, '/book?include=reviews,related&page[limit]=11');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(11);
    // Without the controls, the errors are in place of the answer.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#target').fill('/book?sort=prise');
    await page.locator('#target').press('Enter');
    await expect.poll(() => texts(page, '.errors li p')).toContainEqual(expect.stringContaining('"price"?'));
    expect(await page.locator('.problem, .refused').count()).toBe(0);
  });

  it('a condition › the Tab key goes from field to operator, value and remove', async () => {
    const { page } = await open('#ask/country?filter[name][_eq]=x');
    await page.getByLabel('Field', { exact: true }).focus();
    const labels: (string | null | undefined)[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Tab');
      labels.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')));
    }
    expect(labels).toEqual(['Operator of name', 'Value of name', 'Remove the condition on name']);
  });

  it('numbers of links, locales, accents, unique fields and inverses › are named and used', async () => {
    const { page } = await open('#ask/author');
    await page.getByRole('button', { name: '+ Condition' }).click();
    const field = page.getByLabel('Field', { exact: true });
    const options = page.getByRole('listbox', { name: 'Fields', exact: true }).getByRole('option');
    expect(await page.getByLabel('Operator of name').locator('option').allInnerTexts()).toContain(
      'contains (any case or accent)',
    );
    await field.click();
    expect(await options.allInnerTexts()).toContain('Books books · inverse of book.author');
    await chooseField(field, 'books._count');
    await page.getByLabel('Operator of books._count').selectOption('_gte');
    await page.getByRole('combobox', { name: 'Value of books._count' }).fill('3');
    await page.getByRole('combobox', { name: 'Value of books._count' }).press('Enter');
    await answered(page, '/author?filter[books][_count][_gte]=3');
    await page.getByRole('button', { name: /^Books books/ }).click();
    await answered(page, '/author?filter[books][_count][_gte]=3&sort=books._count');
    await page.goto(page.url().replace(/#.*/, '#ask/book?filter[_locale][_in]=de&_facet[_locale]=3'));
    await expect.poll(() => texts(page, '.facets li')).toContainEqual(expect.stringMatching(/^de\s+\d+$/));
    expect(await field.inputValue()).toBe('Has texts in (_locale)');
    await field.fill('isbn');
    expect(await options.allInnerTexts()).toContain('ISBN · unique');
    expect(await page.getByLabel('Count values').locator('option').allInnerTexts()).not.toContain('_locale');
  });

  it('a search › says in which hidden field the words were found; without searched fields › what the model lacks', async () => {
    const { page } = await open('#/book?filter[_search]=verger&_highlight=title,description&fields[book]=title,price');
    expect(await texts(page, '.reason')).toContainEqual(expect.stringMatching(/^found in description: /));
    expect(await texts(page, '.reason mark')).toContain('verger');
    await page.goto(page.url().replace(/#.*/, '#ask/country'));
    await expect
      .poll(() => texts(page, '.ask .note'))
      .toEqual([expect.stringContaining('No field of country is searched')]);
  });

  it('the document › is folded, and matches are unfolded and marked', async () => {
    const { page } = await open('#document/book?page[limit]=3');
    expect(await page.locator('.json details:not([open])').count()).toBeGreaterThan(2);
    expect(await page.locator('.json').innerText()).not.toContain('979-9');
    await page.getByRole('searchbox').fill('ISBN');
    await expect.poll(() => texts(page, '.json mark')).toEqual(['isbn', 'isbn', 'isbn']);
    expect(await texts(page, '.document-bar [role=status]')).toEqual(['3 matches']);
  });
});
