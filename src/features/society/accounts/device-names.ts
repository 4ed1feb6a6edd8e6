import { z } from 'zod';
import { instant } from '#platform/shared/calls/schemas.ts';

/** A session, as the owner of the account sees it. */
export const OwnSession = z.object({
  id: z.string(),
  /** "Firefox on Android". */
  device: z.string(),
  /** The network address from which the session was created. */
  address: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** True for the session that makes the request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

// The order matters: Edge and Opera also contain "Chrome", and all except Firefox contain "Safari"
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// The order matters: Android also contains "Linux", and iPhones contain "like Mac OS X"
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a user agent for its owner: "Firefox on Android". */
export function formatDevice(userAgent: string): string {
  const findName = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [findName(browsers), findName(systems)];
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : 'An unknown device';
}
