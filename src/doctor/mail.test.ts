import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '#tests/support/site/mail-server.ts';
import { freePort } from '#tests/support/site/site.ts';
import { checkMail } from './mail.ts';

test('a mail server that responds is fine, and gets no email', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  expect(await checkMail(server.settings.SMTP_URL ?? '')).toMatchObject({ state: 'ok' });
  expect(server.taken).toEqual([]);
});

test('a mail server that refuses the password is a fault', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const { host } = new URL(server.settings.SMTP_URL ?? '');
  const { state, text } = await checkMail(`smtp://site:hunter2@${host}`);
  expect(state).toBe('fault');
  expect(text).toContain('refuses our user or password');
  expect(text).not.toContain('hunter2');
});

test('a mail server that doesn’t respond is a fault', async () => {
  expect(await checkMail(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('Check the name, the port and the firewall'),
  });
});

test('a site without a mail server is worth a note', async () => {
  expect((await checkMail('')).state).toBe('note');
});
