import { expect, test } from 'vitest';
import { buildSecurityHeaders } from './security-headers.ts';

const directives = (policy = '') => policy.split('; ');

test('Strict-Transport-Security covers a year and all subdomains, and is sent over https only', () => {
  expect(buildSecurityHeaders({ https: true, dev: false })['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(buildSecurityHeaders({ https: false, dev: false })).not.toHaveProperty('strict-transport-security');
});

test('the policy forbids framing by other sites, plug-ins, `<base>` elements and forms sent to other sites', () => {
  const sent = buildSecurityHeaders({ https: true, dev: false });
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

test('the sources for hot reloading are allowed only in development', () => {
  const policyOf = (dev: boolean) => directives(buildSecurityHeaders({ https: false, dev })['content-security-policy']);
  const scripts = (policy: string[]) => policy.filter((one) => /^(script|connect)-src/.test(one));
  expect(scripts(policyOf(true))).not.toEqual([]);
  expect(scripts(policyOf(false))).toEqual([]);
});

test('other sites get only the origin as the referrer, not the page’s path', () => {
  expect(buildSecurityHeaders({ https: true, dev: false })['referrer-policy']).toBe('strict-origin-when-cross-origin');
});
