/**
 * What looks private is left out of every source, here of tables of JSON, which say nothing of types.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

const bcrypt = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const tables = (people: readonly object[]): string => folderOf({ 'people.json': JSON.stringify(people) });
const fieldsKept = async (person: object): Promise<readonly string[]> => {
  const { items } = await imported('json', tables([{ id: 'a', ...person }])).then((result) => ({
    items: result.items('people'),
  }));
  return Object.keys(items[0] ?? {}).filter((name) => name !== 'id');
};

describe('private fields', () => {
  it.each([
    { password: 'x' },
    { passwordHash: 'x' },
    { client_secret: 'x' },
    { resetToken: 'x' },
    { openai_api_key: 'x' },
    { 'stripe-key': 'abc123def' },
    { note: bcrypt },
    { note: 'sk_live_abcdef' },
    { settings: '{"smtp": {"password": "x"}}' },
    { owner: 'jane.doe@example.org' },
    { contact: 'mailto:jane@example.org?subject=Hi' },
    { email: 'Jane <jane@example.org>' },
    { followers: ['jane@example.org', 'joe@example.org'] },
    { googleProviderId: '1234567890123' },
    { reader: 'google-oauth2|1234567890123' },
    { stripe_customer_id: 'x' },
    { feed: 'https://jane:geheim@feeds.example.org/all' },
    { report: 'https://files.example.org/q3.pdf?token=a8f7d6e5c4' },
    { upload: 'https://b.s3.amazonaws.com/x?X-Amz-Date=1&X-Amz-Signature=0a1b2c3d' },
    { notify: 'https://hooks.slack.com/services/T0/B0/abc' },
    { ssn: '078-05-1120' },
    { number: '078-05-1120' },
    { konto: 'CH93 0076 2011 6238 5295 7' },
    { iban: 'DE' },
  ])('%j › is left out, reported, and refused by --strict', async (person) => {
    const [name] = Object.keys(person);
    const input = tables([{ id: 'a', ...person }]);
    const result = await imported('json', input);
    expect(result.items('people')).toEqual([{ id: 'a' }]);
    expect(result.field('people', name ?? '')).toBeUndefined();
    expect(result.report.leftOut).toContainEqual(expect.objectContaining({ what: `people.${name}`, private: true }));
    await expect(imported('json', input, { strict: true })).rejects.toThrow(`--with people.${name} keeps it`);
    expect((await imported('json', input, { with: [`people.${name}`] })).items('people')).toEqual([
      { id: 'a', ...person },
    ]);
  });

  it.each([
    { token_count: 12 },
    { keyboard: 'Model M 1391401' },
    { has_password: true },
    { password_changed_at: '2024-01-02T03:04:05Z' },
    { secretary: 'Ann' },
    { monkey: 'abc123def' },
    { settings: '{"smtp": {"host": "x"}}' },
    { note: '[password] reset {x}' },
    { translation_key: 'home.hero.title' },
    { email: 'info@example.org' },
    { konto: 'CH93 0076 2011 6238 5295 8' },
    { youtubeId: 'dQw4w9WgXcQ' },
    { link: 'https://example.org/tokens?page=2&sort=token' },
    { born: '1815-12-10' },
    { body: 'Write to jane@example.org, or call.' },
    { commit: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' },
  ])('%j › stays', async (person) => {
    expect(await fieldsKept(person)).toEqual(Object.keys(person));
  });

  it.each(['telefono', 'teléfono', 'téléphone', 'telefon', 'fax', 'direccion', 'adresse', 'código postal'])(
    '%s next to e-mail addresses of people › is left out',
    async (name) => {
      expect(await fieldsKept({ nombre: 'Ana', email: 'ana@example.org', [name]: '8781234' })).toEqual(['nombre']);
      expect(await fieldsKept({ nombre: 'Central', [name]: '8781234' })).toHaveLength(2);
    },
  );

  it('an unknown name in --with or --without › a warning with the name; a used name, none', async () => {
    const input = tables([{ id: 'a', password: 'x', title: 'Salt' }]);
    const of = async (options: object) => [...(await imported('json', input, options)).report.warnings].join();
    const met = await of({ with: ['people.password'], without: ['people.title'] });
    expect(met).not.toContain('changes nothing');
    const unmet = await of({ with: ['people.pasword'], without: ['people.titel'] });
    expect(unmet).toContain('--with people.pasword changes nothing');
    expect(unmet).toContain('--without people.titel changes nothing');
  });

  it('addresses among other texts › count by their share, unless the field name decides', async () => {
    const of = (name: string): readonly object[] =>
      Array.from({ length: 10 }, (_, id) => ({ id, [name]: id === 0 ? 'jane@example.org' : `Jane ${id}` }));
    expect((await imported('json', tables(of('by')))).field('people', 'by')).toBeDefined();
    expect((await imported('json', tables(of('mail')))).field('people', 'mail')).toBeUndefined();
  });

  it('birth dates next to names › are left out, except in a biography', async () => {
    const of = async (person: object): Promise<readonly string[]> => (await fieldsKept(person)).slice().sort();
    expect(await of({ name: 'Jane', birthDate: '1990-01-02' })).toEqual(['name']);
    expect(await of({ title: 'Ox', birthDate: '1990-01-02' })).toEqual(['birthDate', 'title']);
    expect(await of({ name: 'Ada', birthDate: '1815-12-10', deathDate: '1852-11-27' })).toEqual([
      'birthDate',
      'deathDate',
      'name',
    ]);
    expect(await of({ contact: { name: 'Jane', dob: '1990-01-02' } })).toEqual(['contact']);
  });

  it('one address with a secret among many › only it is left out, and --with keeps it', async () => {
    const secret = 'https://example.org/x?token=a8f7d6e5c4';
    const rows = Array.from({ length: 10 }, (_, id) => ({
      id: `i${id}`,
      url: id === 3 ? secret : `https://example.org/${id}`,
    }));
    const result = await imported('json', tables(rows));
    expect(result.items('people').filter(({ url }) => url !== undefined)).toHaveLength(9);
    expect(result.leftOut('people.url', /looks like a secret; --with people\.url/)).toBe(1);
    const kept = await imported('json', tables(rows), { with: ['people.url'] });
    expect(kept.item('people', 'i3')?.['url']).toBe(secret);
  });

  it('members of objects › follow the same rules', async () => {
    const settings = { theme: 'dark', api: { apiKey: 'x', url: '/v1' }, admins: ['jane@example.org', 'Joe'] };
    const result = await imported('json', tables([{ id: 'a', settings }]), { with: ['people.settings.admins'] });
    expect(result.items('people')[0]?.['settings']).toEqual({ ...settings, api: { url: '/v1' } });
    expect(result.leftOut('people.settings.api.apiKey', /looks like a secret/)).toBe(1);
  });

  it('a kept model with a private field › does not import it', async () => {
    const model = { contentTypes: [{ name: 'people', fields: [{ name: 'password', type: 'text' }] }] };
    const folder = folderOf({ 'model.json': JSON.stringify(model) });
    const result = await imported('json', tables([{ id: 'a', password: 'x' }]), { model: `${folder}/model.json` });
    expect(result.items('people')).toEqual([{ id: 'a' }]);
  });
});

/** Items of one type; a second one, so that something is left. */
const typed = (type: string, ...items: readonly object[]): string =>
  folderOf({
    [`${type}.json`]: JSON.stringify(items.map((item, n) => ({ id: `i${n}`, ...item }))),
    'pages.json': '[{"id":"p","title":"Home"}]',
  });

describe('a type of private records', () => {
  it.each([
    ['order', { email: 'jane@example.org', shippingAddress: { city: 'Bern' } }],
    ['shop_orders', { total: 12.5 }],
    ['payments', { stripe_payment_id: 'pi_1' }],
    ['cart', { customer: 'Jane' }],
    ['Customers', { phone: '044 123 45 67' }],
    ['newsletterSubscribers', { email: 'jane@example.org' }],
    ['newsletter_sign_ups', { mail: 'jane@example.org' }],
    ['newsletter', { email: 'jane@example.org', confirmed: true }],
    ['form-submissions', { data: { text: 'x' } }],
    ['webform_submission--contact', { ip: '10.0.0.1' }],
    ['messages', { name: 'Jane', email: 'jane@example.org' }],
    ['inbox', { sender: 'a', recipient: 'b' }],
    ['user_sessions', { user_agent: 'Mozilla' }],
    ['tokens', { token: 'abc' }],
    ['order_items', { order_id: 4 }],
    ['user', { name: 'A Reader' }],
    ['Members', { title: 'Jane' }],
    ['customers', { name: 'Acme', quote: 'Fine.' }],
    ['userProfiles', { nick: 'jane' }],
    ['form-entries', { title: 'Contact' }],
    ['waitlist', { email: 'jane@example.org' }],
    ['mailing_list_entries', { email: 'jane@example.org' }],
    ['rsvps', { name: 'Jane', attending: true }],
    ['supportTickets', { subject: 'Help', email: 'jane@example.org' }],
    ['contactForm', { email: 'jane@example.org', message: 'Hi' }],
    ['contacts', { last_name: 'Doe', email: 'jane@example.org' }],
    ['crmContacts', { name: 'Jane', email: 'jane@example.org', contact_notes: 'Pays late' }],
    ['deals', { name: 'Acme', deal_value: 9000, deal_stage: 'won' }],
    ['activities', { deal: 'Acme', activity_notes: 'Called' }],
  ])('%s with %j › is left out completely, reported, refused by --strict, and kept by --with', async (type, item) => {
    const result = await imported('json', typed(type, item));
    expect(Object.keys(result.counts)).toEqual(['pages']);
    expect(result.report.leftOut).toContainEqual(expect.objectContaining({ what: type, count: 1, private: true }));
    await expect(imported('json', typed(type, item), { strict: true })).rejects.toThrow(`--with ${type} keeps it`);
    expect((await imported('json', typed(type, item), { with: [type] })).counts[type]).toBe(1);
  });

  it.each([
    ['orderOfService', { email: 'jane@example.org', total: 3 }],
    ['wordOrder', { language: 'Latin', value: 'SOV' }],
    ['customerStories', { customer: 'Acme', email: 'jane@example.org' }],
    ['customerQuotes', { name: 'Acme', quote: 'Fine.', order: 3 }],
    ['teamMembers', { name: 'Jane', role: 'Editor' }],
    ['message', { title: 'Welcome', subject: 'New', email: 'info@example.org' }],
    ['payment_methods', { name: 'Invoice', payment_id: 'x' }],
    ['session', { title: 'Opening', speaker: 'Jane', email: 'jane@example.org', address: 'Bern' }],
    ['designTokens', { name: 'red', value: '#f00' }],
    ['newsletter', { title: 'May', body: 'All that is new' }],
    ['contactForm', { title: 'Write to us', message: 'Your message', email: 'Your e-mail address' }],
    ['contacts', { firstName: 'Jane', lastName: 'Doe', photo: '/jane.jpg' }],
    ['deals', { title: 'Two for one', price: 12 }],
    ['activities', { title: 'Hiking', activity_type: 'summer' }],
    ['tickets', { name: 'Adults', price: 12, amount: 300 }],
  ])('%s with %j › stays', async (type, item) => {
    expect((await imported('json', typed(type, item))).counts).toEqual({ [type]: 1, pages: 1 });
  });

  it('a link to a private type › is lost, and a kept model has the type without items', async () => {
    const files = {
      'order.json': '[{"id":"o1","email":"jane@example.org"}]',
      'pages.json': '[{"id":"p","title":"Home","order":"o1"}]',
    };
    const result = await imported('json', folderOf(files));
    expect(result.items('pages')).toEqual([{ id: 'p', title: 'Home' }]);
    const contentTypes = ['order', 'pages'].map((name) => ({ name, fields: [{ name: 'title', type: 'text' }] }));
    const model = `${folderOf({ 'model.json': JSON.stringify({ contentTypes }) })}/model.json`;
    expect((await imported('json', folderOf(files), { model })).counts).toEqual({ order: 0, pages: 1 });
  });

  it('a private type of Sanity › is left out', async () => {
    const order = { _id: 'o', _type: 'order', paymentIntentId: 'pi_1', shippingAddress: { street: 'Gasse 1' } };
    const documents = [order, { _id: 'p', _type: 'product', title: 'Cup' }];
    const input = folderOf({ 'data.ndjson': documents.map((each) => JSON.stringify(each)).join('\n') });
    const result = await imported('sanity', `${input}/data.ndjson`);
    expect(result.counts).toEqual({ product: 1 });
    expect(JSON.stringify(result.bytes)).not.toMatch(/pi_1|Gasse/);
  });
});

describe('records of health', () => {
  it('health records › are left out completely; practitioners stay', async () => {
    const input = folderOf({
      'patients.json': JSON.stringify([{ id: 'a', name: 'Jane', email: 'jane@example.org' }]),
      'medical_records.json': JSON.stringify([{ id: 'a', Diagnosis: 'x', plan: 'y' }]),
      'doctors.json': JSON.stringify([{ id: 'a', name: 'Ann', specialization: 'heart' }]),
    });
    const result = await imported('json', input);
    expect(result.counts).toEqual({ doctors: 1 });
    expect(result.leftOut('medical_records', /of their health.*--with medical_records/)).toBe(1);
  });
});

describe('an input with private types only', () => {
  it('an import › is refused, and the message has the option that keeps them', async () => {
    const order = { id: 'o1', total: 5, billing: 'Gasse 1' };
    const input = folderOf({ 'orders.json': JSON.stringify([order]) });
    await expect(imported('json', input)).rejects.toThrow(/has no type that is left.* --with orders keeps it/);
    expect((await imported('json', input, { with: ['orders'] })).counts).toEqual({ orders: 1 });
  });
});

describe('contact details', () => {
  it('next to e-mail addresses of people › are left out', async () => {
    const person = { name: 'Jane', email: 'jane@example.org', phone: 441234567, homeAddress: { city: 'Bern' } };
    const result = await imported('json', typed('people', { ...person, friend: { ...person, phone: null } }));
    expect(result.items('people')).toEqual([{ id: 'i0', name: 'Jane', friend: { name: 'Jane', phone: null } }]);
    expect(result.leftOut('people.phone', /beside e-mail addresses of people; --with people.phone/)).toBe(1);
  });

  it('of places and organisations › stay', async () => {
    const shop = { phone: '044 123 45 67', address: 'Gasse 1' };
    const rest = async (type: string, email: string): Promise<unknown> =>
      (await imported('json', typed(type, { email, ...shop }))).items(type);
    expect(await rest('locations', 'jane@example.org')).toEqual([{ id: 'i0', ...shop }]);
    expect(await rest('people', 'info@example.org')).toEqual([{ id: 'i0', email: 'info@example.org', ...shop }]);
  });

  it('as an id › their item is left out, unless --with names the type', async () => {
    const input = typed(
      'people',
      { name: 'Jane', id: 'jane@example.org' },
      { name: 'Office', id: 'office@example.org' },
    );
    const result = await imported('json', input);
    expect(result.items('people')).toEqual([{ id: 'office@example.org', name: 'Office' }]);
    expect(result.leftOut('people', /ids are e-mail addresses of people; --with people keeps it/)).toBe(1);
    expect((await imported('json', input, { with: ['people'] })).counts['people']).toBe(2);
  });
});
