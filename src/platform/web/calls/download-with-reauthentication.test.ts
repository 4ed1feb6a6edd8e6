import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissAlert, getAlerts } from '../alerts/alerts.tsx';
import { downloadWithReauthentication } from './download-with-reauthentication.ts';

const answerWith = (body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 200 }));

beforeEach(() => {
  for (const { key } of getAlerts()) dismissAlert(key);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['too many requests', { code: 429, msg: 'Please wait a minute.' }, 'Please wait a minute.'],
  ['no readable response', {}, 'An unexpected error occurred. Please try again later.'],
])('a failed download is reported in an alert: %s', async (_case, body, content) => {
  answerWith(body);
  await downloadWithReauthentication('/members/download');
  expect(getAlerts()).toMatchObject([{ title: 'The file wasn’t downloaded', content, tone: 'bad' }]);
});

test('a user who cancels the password prompt sees no failure', async () => {
  answerWith({ code: 401, msg: 'Enter your password.', needs: 'password' });
  await downloadWithReauthentication('/members/download');
  expect(getAlerts()).toEqual([]);
});
