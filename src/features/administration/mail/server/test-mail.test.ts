import { expect, test } from 'vitest';
import { formatMailError, formatTestMailConfirmation } from './index.ts';

test('the message about a failed test email names what to check and quotes the server', () => {
  const refused = { code: 'EAUTH', response: '535 5.7.8 Error:\r\n authentication failed' };
  expect(formatMailError(refused)).toBe(
    'The mail server rejected the user name or password in SMTP_URL. It said: “535 5.7.8 Error: authentication failed”',
  );
  expect(formatMailError({ code: 'ECONNREFUSED' })).toMatch(/^Nothing responds at the address in SMTP_URL\./);
  expect(formatMailError({})).toBe('The mail server couldn’t be used.');
  expect(formatMailError({ response: 'x'.repeat(900) }).length).toBeLessThan(400);
});

test('the confirmation of a test email names the recipient and quotes the server', () => {
  const message = formatTestMailConfirmation('ann@example.org', '250 2.0.0 Ok: queued');
  expect(message).toContain('ann@example.org');
  expect(message).toContain('It said: “250 2.0.0 Ok: queued”');
});
