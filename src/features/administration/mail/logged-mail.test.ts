import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#platform/server/crypto/ids.ts';
import { newToken } from '#platform/server/crypto/secrets.ts';
import {
  formatDeliveryProblem,
  getDeliveryStatus,
  getResendRefusalReason,
  redactionPlaceholder,
  redactSecrets,
} from './logged-mail.ts';

test('access tokens are redacted anywhere in an email', () => {
  const around = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(around, around, fc.constantFrom('/', '=', ' ', '\n', '"', '#', '('), (before, after, sign) => {
      const token = newToken();
      const shown = redactSecrets(`${before}${sign}${token}${sign}${after}`);
      expect(shown).not.toContain(token);
      // No part of the token that would help to guess the rest is shown
      for (let at = 0; at + 16 <= token.length; at += 1) expect(shown).not.toContain(token.slice(at, at + 16));
    }),
  );
});

test('words, the URLs of pages and ids in an email aren’t redacted', () => {
  const id = newId();
  const text = `Hello Ann,\n\nAll of it: https://players.example/members/post/${id}\n-- \nLanternside Players\n${'-'.repeat(40)}\n`;
  expect(redactSecrets(text)).toBe(text);
  expect(redactSecrets(`https://players.example/members/reset/${newToken()}`)).toBe(
    `https://players.example/members/reset/${redactionPlaceholder}`,
  );
});

test('an email can be resent unless it is waiting, the site can’t send email, or its private link is gone', () => {
  const now = { now: '2026-11-21T12:00:00.000Z', unsentReason: '' };
  const mail = { status: 'done', text: 'Hello', secret_until: null, kept: 0 } as const;
  expect(getResendRefusalReason(mail, now)).toBe('');
  // The site can't send email, so resending would only store another copy
  expect(getResendRefusalReason({ ...mail, kept: 1 }, { ...now, unsentReason: 'No mail server is set.' })).toBe(
    'No mail server is set.',
  );
  // An email that was sent gets a longer reason, because the short one reads as if that email hadn't been delivered
  expect(getResendRefusalReason(mail, { ...now, unsentReason: 'No mail server is set.' })).toBe(
    'This email can’t be sent again at the moment. No mail server is set.',
  );
  expect(getResendRefusalReason({ ...mail, kept: 1 }, now)).toBe('');
  expect(getResendRefusalReason({ ...mail, status: 'failed' }, now)).toBe('');
  const good = { ...mail, secret_until: '2026-11-21T12:00:00.001Z' };
  expect(getResendRefusalReason({ ...good, status: 'failed' }, now)).toBe('');
  expect(getResendRefusalReason(good, now)).toContain('isn’t stored');
  expect(getResendRefusalReason({ ...mail, secret_until: now.now }, now)).toContain('no longer works');
  expect(getResendRefusalReason({ ...mail, text: `/members/reset/${newToken()}` }, now)).toContain('no longer works');
  expect(getResendRefusalReason({ ...mail, status: 'waiting' }, now)).toContain('will be sent automatically');
});

test('an email’s delivery status follows from its job, and error codes are explained in words', () => {
  expect(getDeliveryStatus({ status: 'waiting', last_error: '', dismissed: 0, kept: 0 })).toBe('waiting');
  expect(getDeliveryStatus({ status: 'waiting', last_error: 'ECONNECTION', dismissed: 0, kept: 0 })).toBe('retrying');
  expect(getDeliveryStatus({ status: 'failed', last_error: 'EENVELOPE 550', dismissed: 1, kept: 0 })).toBe('let_go');
  expect(getDeliveryStatus({ status: 'done', last_error: '', dismissed: 0, kept: 0 })).toBe('sent');
  expect(getDeliveryStatus({ status: 'done', last_error: '', dismissed: 0, kept: 1 })).toBe('kept');
  expect(formatDeliveryProblem('')).toBe('');
  expect(formatDeliveryProblem('EENVELOPE 550')).toContain('refused the address');
  expect(formatDeliveryProblem('EAUTH 535')).toContain('our user name or password');
  expect(formatDeliveryProblem('ECONNECTION')).toContain('couldn’t be reached');
  expect(formatDeliveryProblem('EMESSAGE 451')).toContain('try again later');
  expect(formatDeliveryProblem('EUNFINISHED')).toContain('may have arrived anyway');
  expect(formatDeliveryProblem('fault')).toBe('Something went wrong while the email was being sent.');
});
