import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';

type Fields = Record<string, string>;
interface Sent {
  body: BodyInit;
  headers: Record<string, string>;
}

function multipart(fields: Fields, ...files: [name: string, content: string][]): Sent {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  return { body: form, headers: {} };
}

/** Encodes a form in every format in which a client may send it. */
function encodeEveryWay(fields: Fields): Record<string, Sent> {
  return {
    JSON: { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } },
    urlencoded: {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    multipart: multipart(fields),
    'multipart with a file input in which nothing was chosen': multipart(fields, ['', '']),
  };
}

/**
 * Returns a function that sends a form as a given visitor, each time in a new session and from another client address.
 */
function createSender(on: SiteTestContext) {
  let sent = 0;
  return async (as: { id: string } | undefined, path: string, { body, headers }: Sent) => {
    sent += 1;
    // Hundreds of requests without a pause would look like an overload
    await setImmediate();
    const from = { 'x-forwarded-for': `192.0.${sent >> 8}.${sent & 255}` };
    const asking = as ? await on.as(as) : on;
    const { status, body: answer } = await asking.upload(path, body, { ...headers, ...from });
    return { status, code: answer.code, msg: answer.msg, ...(answer.fields ? { fields: answer.fields } : {}) };
  };
}

// Reading a body doesn't depend on the engine; the effects on the data are tested on both engines below
const engines = ['sqlite'] as const;

const answersAlike = async (on: SiteTestContext) => {
  const admin = await on.a.user({ role: 'admin' });
  const send = createSender(on);
  for (const { path, method } of on.app.routes) {
    if (method !== 'POST') continue;
    const address = path.replace(/:\w+/g, 'aaaaaaaaaaaaaaaa');
    const answers: Record<string, object> = {};
    for (const [way, sent] of Object.entries(encodeEveryWay({ nothing: 'that any call knows' }))) {
      answers[way] = await send(admin, address, sent);
    }
    const { JSON: first } = answers;
    for (const [way, answer] of Object.entries(answers))
      expect({ path, way, ...answer }).toEqual({ path, way, ...first });
  }
};
onEachSite('every call gives the same response to an unknown field, sent as JSON or as a form', answersAlike, engines);

const refusesFiles = async (on: SiteTestContext) => {
  const admin = await on.a.user({ role: 'admin' });
  const send = createSender(on);
  for (const { kind, path, method, files } of on.app.routes) {
    if (kind !== 'call' || method !== 'POST') continue;
    const address = path.replace(/:\w+/g, 'aaaaaaaaaaaaaaaa');
    const tried: [string, string][] = [
      ['a.txt', 'Ann sweeps.'],
      ['Empty.txt', ''],
      ['', 'Without a name'],
    ];
    for (const file of tried) {
      const { status } = await send(admin, address, multipart({ name: 'Ann' }, file));
      // Subjects that don't exist are refused before the body is read
      if (status !== 404) expect({ path, file, refused: status === 415 }).toEqual({ path, file, refused: !files });
    }
  }
};
onEachSite('uploads are refused by every call that takes no files', refusesFiles, engines);

const checksEveryType = async ({ app }: SiteTestContext) => {
  let checked = 0;
  for (const { path, schemas } of app.routes) {
    const body = schemas?.body;
    if (!body) continue;
    const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    const texts = Object.fromEntries(Object.keys(properties).map((name) => [name, '1']));
    for (const name of Object.keys(properties)) {
      for (const value of [5, true, null, {}, [], ['1'], '']) {
        for (const others of [{}, texts]) {
          const sent = { ...others, [name]: value };
          expect(() => body.safeParse(sent), `${path} ${JSON.stringify(sent)}`).not.toThrow();
          checked += 1;
        }
      }
    }
  }
  expect(checked).toBeGreaterThan(5000);
};
onEachSite('no call’s schema throws an error for a field of the wrong type', checksEveryType, engines);

const address = '/members/api/account_settings';
const settings = '/members/api/admin/admin_settings';
const forms: [who: 'visitor' | 'member' | 'admin', path: string, fields: Fields, code: number][] = [
  ['visitor', '/members', { email: 'nobody@players.example', password: 'not the right one' }, 401],
  [
    'visitor',
    '/members/api/register',
    {
      firstname: 'Ann',
      lastname: 'Hale',
      email: 'ann@players.example',
      password: 'seven green kettles',
      confirm_password: 'seven green kettles',
    },
    200,
  ],
  [
    'visitor',
    '/api/contact',
    { name: 'Ann', contact: 'ann@x.example', subject: 'Other', message: 'Zoë: “hello”' },
    200,
  ],
  ['member', `${address}/update_profile`, { firstname: 'Zoë', lastname: 'O’Neill' }, 200],
  ['member', `${address}/update_contact_details`, { phone_number: '01234 567890' }, 200],
  ['member', `${address}/emergency_contact`, { e_con_name: 'Bea', e_con_phone: '01234 567891' }, 200],
  ['member', `${address}/change_password`, { old_password: 'x', new_password: 'y', confirm_new_password: 'z' }, 400],
  [
    'admin',
    `${settings}/site_settings`,
    { 'site-name': 'The Players', 'tickets-active': '1', about: 'Us\r\n& them' },
    200,
  ],
  [
    'admin',
    `${settings}/subs/add_new_plan`,
    { levelName: 'Patron', amount: '19.99', period: 'yearly', renewal_month: '04' },
    200,
  ],
  ['admin', '/members/api/manage_media/delete', { id: 'aaaaaaaaaaaaaaaa' }, 404],
  ['admin', '/members/api/manage_media/modernise', { id: 'aaaaaaaaaaaaaaaa', filename: 'a.jpg' }, 404],
  ['admin', '/members/api/admin/set_show_photos', { album: 'aaaaaaaaaaaaaaaa', show: 'aaaaaaaaaaaaaaaa' }, 404],
];

onSite('a filled-in form gets the same status, sent as JSON or as a form', async (on) => {
  const admin = await on.a.user({ role: 'admin' });
  const send = createSender(on);
  for (const [who, path, fields, code] of forms) {
    for (const [way, sent] of Object.entries(encodeEveryWay(fields))) {
      const as = who === 'visitor' ? undefined : who === 'admin' ? admin : await on.a.user();
      const answer = await send(as, path, sent);
      expect({ path, way, ...answer }).toMatchObject({ path, way, status: code, code });
    }
  }
});

onSite('a text’s line breaks are stored the same, whether sent as JSON or as a form', async (on) => {
  const admin = await on.a.user({ role: 'admin' });
  const send = createSender(on);
  for (const [way, sent] of Object.entries(encodeEveryWay({ about: 'We play.\nWe sing.' }))) {
    expect(await send(admin, `${settings}/site_settings`, sent)).toMatchObject({ code: 200 });
    const { content } = await (await on.as(admin)).page('/members/admin/admin_settings');
    expect({ way, settings: content.settings }).toMatchObject({ way, settings: { about: 'We play.\nWe sing.' } });
  }
});

onSite('a refused form is shown again with the typed values, in whichever format it was sent', async (on) => {
  const fields = { name: 'Ann Hale', contact: '', subject: 'Other', message: 'Is there a matinee?' };
  await on.app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = on.app.fastify.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/api/contact`;
  for (const [way, { body, headers }] of Object.entries(encodeEveryWay(fields))) {
    const answer = await fetch(address, { method: 'POST', body, headers: { ...headers, accept: 'text/html' } });
    expect({ way, status: answer.status }).toEqual({ way, status: 400 });
    const page = await answer.text();
    for (const typed of ['Ann Hale', 'Is there a matinee?']) expect(page).toContain(typed);
  }
});
