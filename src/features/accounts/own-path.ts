/** Where the members' side begins once one is signed in. */
export const portalStart = '/members/dashboard';

/**
 * The page to go to after signing in: the one asked for if it is a members' page of this very site, else the dashboard.
 * What a form brings may have been written by anyone: `//evil.example` and `/members/../..` are not taken.
 */
export function afterSignIn(asked: string | undefined): string {
  if (!asked || !/^\/members\/[\w~!$&'()*+,;=:@%/.?-]*$/.test(asked) || asked.includes('..')) return portalStart;
  if (asked.startsWith('/members/api/') || /^\/members\/logout\b/.test(asked)) return portalStart;
  return asked;
}
