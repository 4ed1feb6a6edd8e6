import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const directives = (policy = '') => policy.split('; ');

test('browsers come by https for a year, subdomains too, and are told so by https alone', () => {
  expect(securityHeaders({ https: true, dev: false })['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(securityHeaders({ https: false, dev: false })).not.toHaveProperty('strict-transport-security');
});

test('nobody else frames a page, embeds a plug-in in it, moves its links or takes its forms', () => {
  const sent = securityHeaders({ https: true, dev: false });
  expect(directives(sent['content-security-policy'])).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "frame-ancestors 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]),
  );
});

test('what only development allows is allowed nowhere else', () => {
  const policyOf = (dev: boolean) => directives(securityHeaders({ https: false, dev })['content-security-policy']);
  const scripts = (policy: string[]) => policy.filter((one) => /^(script|connect)-src/.test(one));
  expect(scripts(policyOf(true))).not.toEqual([]);
  expect(scripts(policyOf(false))).toEqual([]);
});

test('other sites learn where somebody came from, and not which page it was', () => {
  expect(securityHeaders({ https: true, dev: false })['referrer-policy']).toBe('strict-origin-when-cross-origin');
});
