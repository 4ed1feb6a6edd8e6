import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { newToken } from '#platform/server/crypto/tokens.ts';
import { deliveryStatusOf, problemInWords } from './delivery-status.ts';
import { hidden, whyNotAgain, withoutSecrets } from './secrets.ts';

test('access tokens are redacted anywhere in an email', () => {
  const around = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(around, around, fc.constantFrom('/', '=', ' ', '\n', '"', '#', '('), (before, after, sign) => {
      const token = newToken();
      const shown = withoutSecrets(`${before}${sign}${token}${sign}${after}`);
      expect(shown).not.toContain(token);
      // Nor enough of it to guess the rest
      for (let at = 0; at + 16 <= token.length; at += 1) expect(shown).not.toContain(token.slice(at, at + 16));
    }),
  );
});

test('what isn’t secret stays readable: words, addresses of pages and their ids', () => {
  const id = newId();
  const text = `Hello Ann,\n\nAll of it: https://players.example/members/post/${id}\n-- \nLanternside Players\n${'-'.repeat(40)}\n`;
  expect(withoutSecrets(text)).toBe(text);
  expect(withoutSecrets(`https://players.example/members/reset/${newToken()}`)).toBe(
    `https://players.example/members/reset/${hidden}`,
  );
});

test('a mail is sent again unless it waits anyway, or its link is of no use any more', () => {
  const now = { now: '2026-11-21T12:00:00.000Z', unsentReason: '' };
  const mail = { status: 'done', text: 'Hello', secret_until: null, kept: 0 } as const;
  expect(whyNotAgain(mail, now)).toBe('');
  // No mails leave, so it would only be stored once more
  expect(whyNotAgain({ ...mail, kept: 1 }, { ...now, unsentReason: 'No mail server is set.' })).toBe(
    'No mail server is set.',
  );
  expect(whyNotAgain({ ...mail, kept: 1 }, now)).toBe('');
  expect(whyNotAgain({ ...mail, status: 'failed' }, now)).toBe('');
  const good = { ...mail, secret_until: '2026-11-21T12:00:00.001Z' };
  expect(whyNotAgain({ ...good, status: 'failed' }, now)).toBe('');
  expect(whyNotAgain(good, now)).toContain('isn’t kept');
  expect(whyNotAgain({ ...mail, secret_until: now.now }, now)).toContain('no longer works');
  expect(whyNotAgain({ ...mail, text: `/members/reset/${newToken()}` }, now)).toContain('no longer works');
  expect(whyNotAgain({ ...mail, status: 'waiting' }, now)).toContain('goes by itself');
});

test('delivery status and error codes are formatted for admins', () => {
  expect(deliveryStatusOf({ status: 'waiting', last_error: '', dismissed: 0, kept: 0 })).toBe('waiting');
  expect(deliveryStatusOf({ status: 'waiting', last_error: 'ECONNECTION', dismissed: 0, kept: 0 })).toBe('retrying');
  expect(deliveryStatusOf({ status: 'failed', last_error: 'EENVELOPE 550', dismissed: 1, kept: 0 })).toBe('let_go');
  expect(deliveryStatusOf({ status: 'done', last_error: '', dismissed: 0, kept: 0 })).toBe('sent');
  expect(deliveryStatusOf({ status: 'done', last_error: '', dismissed: 0, kept: 1 })).toBe('kept');
  expect(problemInWords('')).toBe('');
  expect(problemInWords('EENVELOPE 550')).toContain('refused the address');
  expect(problemInWords('EAUTH 535')).toContain('our name or password');
  expect(problemInWords('ECONNECTION')).toContain('couldn’t be reached');
  expect(problemInWords('EMESSAGE 451')).toContain('try later');
  expect(problemInWords('EUNFINISHED')).toContain('may have arrived all the same');
  expect(problemInWords('fault')).toBe('Something went wrong while it was sent.');
});
