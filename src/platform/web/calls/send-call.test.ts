import { expect, test } from 'vitest';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { sendCall } from './send-call.ts';

const contact = declareCall('POST', '/api/contact');

const answering = (body: unknown, status = 200) => {
  const sent: RequestInit[] = [];
  const ask: typeof fetch = async (_url, init = {}) => {
    sent.push(init);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { ask, sent };
};

function form(entries: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

test('form fields are sent as JSON, and several ticked boxes of one name as a list', async () => {
  const { ask, sent } = answering({ code: 200, msg: 'Thank you.' });
  const answer = await sendCall(
    contact,
    form([
      ['name', 'Ann'],
      ['day', 'Mon'],
      ['day', 'Tue'],
    ]),
    ask,
  );
  expect(answer).toEqual({ code: 200, msg: 'Thank you.' });
  expect(sent[0]?.body).toBe('{"name":"Ann","day":["Mon","Tue"]}');
});

test('a form with a file is sent unchanged, so that the browser sets the boundary', async () => {
  const { ask, sent } = answering({ code: 200, msg: 'Kept.' });
  const data = form([['files', new Blob(['x'])]]);
  await sendCall(contact, data, ask);
  expect(sent[0]?.body).toBe(data);
  expect(sent[0]?.headers).not.toHaveProperty('content-type');
});

test('an error keeps the server’s message for each field', async () => {
  const refused = { code: 400, msg: 'Something is missing.', fields: { name: 'Enter your name' } };
  expect(await sendCall(contact, form([]), answering(refused, 400).ask)).toEqual(refused);
});

test.each([
  ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers with its own page', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))],
  ['the response has an unexpected form', () => Promise.resolve(new Response('{"ok":true}'))],
])('the sender is told to try later when %s', async (_case, ask) => {
  const answer = await sendCall(contact, form([['name', 'Ann']]), ask);
  expect(answer).toEqual({ code: 0, msg: 'An unexpected error occurred. Please try again later.' });
});
