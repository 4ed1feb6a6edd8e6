import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { replaceMailServer } from '#platform/server/mail/mail-server.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { startMailServer } from '#tests/support/site/mail-server.ts';
import { findFreePort } from '#tests/support/site/site.ts';
import { checkMailServer, findEnteredMailServer, getConfiguredMailServer } from './mail.ts';

test('a mail server that responds is fine, and gets no email', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  expect(await checkMailServer(getConfiguredMailServer(server.settings.SMTP_URL ?? ''))).toMatchObject({ state: 'ok' });
  expect(server.taken).toEqual([]);
});

test('a mail server that refuses the password is reported as a fault', async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const { host } = new URL(server.settings.SMTP_URL ?? '');
  const { state, text } = await checkMailServer(getConfiguredMailServer(`smtp://site:hunter2@${host}`));
  expect(state).toBe('fault');
  expect(text).toContain('refuses our user name or password');
  expect(text).not.toContain('hunter2');
});

test('a mail server that doesn’t respond is reported as a fault', async () => {
  expect(await checkMailServer(getConfiguredMailServer(`smtp://127.0.0.1:${await findFreePort()}`))).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('Check the name, the port and the firewall'),
  });
});

test('a site without a mail server is reported in a note', async () => {
  expect((await checkMailServer(undefined)).state).toBe('note');
});

test('the mail server that an admin has entered is checked without signing in', async () => {
  const place = { url: '', file: join(createTemporaryFolder(), 'callboard.sqlite') };
  const db = await openTestDatabase(place);
  expect(await findEnteredMailServer(place)).toBeUndefined();
  const server = await startMailServer();
  onTestFinished(server.stop);
  const port = Number(new URL(server.settings.SMTP_URL ?? '').port);
  const entered = { host: '127.0.0.1', port, encryption: 'optional', sender: 'office@players.example' } as const;
  await write(db, (tx) => replaceMailServer(tx, { ...entered, id: newId(), user: '', password: '' }));
  expect(await checkMailServer(await findEnteredMailServer(place))).toMatchObject({
    state: 'ok',
    text: expect.stringContaining(`127.0.0.1:${port} accepts our connection`),
  });
  // The site sends a password over an encrypted connection only, which this server doesn't offer
  await write(db, (tx) => replaceMailServer(tx, { ...entered, id: newId(), user: 'site', password: 'sealed' }));
  expect(await checkMailServer(await findEnteredMailServer(place))).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/couldn’t agree on an encrypted connection .* the mail server in Admin Tools/),
  });
});
