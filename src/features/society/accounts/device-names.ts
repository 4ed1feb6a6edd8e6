import { z } from 'zod';
import { instant } from '#platform/shared/calls/schemas.ts';

/** A session as shown to the owner of the account. */
export const OwnSession = z.object({
  id: z.string(),
  /** "Firefox on Android". */
  device: z.string(),
  /** The network address it was begun from. */
  address: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

// In this order: Edge and Opera say "Chrome" too, and all but Firefox say "Safari".
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// Phones first: Android says "Linux" too, and an iPhone "like Mac OS X".
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a browser in words its owner knows: "Firefox on Android". */
export function formatDevice(userAgent: string): string {
  const named = (known: typeof browsers) => known.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : 'An unknown device';
}
