import { expect } from 'vitest';
import { z } from 'zod';
import type { Route } from '#platform/server/http/routes/route.ts';

const envelope = { code: z.int(), msg: z.string() };
const refused = z.object({
  ...envelope,
  fields: z.record(z.string(), z.string()).exactOptional(),
  needs: z.enum(['sign_in', 'password', 'second_factor', 'confirmation']).exactOptional(),
});

/** Returns the declared schema of a call's responses with this status. */
function getDeclaredSchema({ schemas = {} }: Route, status: number): z.ZodType {
  const { answers, content } = schemas;
  if (status === 200 && content !== undefined) return content === 'html' ? z.never() : content;
  const extra = answers?.[status];
  if (status === 200) return extra ? z.object(envelope).and(extra) : z.object(envelope);
  return extra ? z.object(envelope).and(extra).or(refused) : refused;
}

/** Returns a pattern that matches the URLs of a route's path. */
const toUrlPattern = ({ path }: Route) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

/**
 * Creates a check that the responses of calls match their contracts: every declared field, and nothing else.
 *
 * @returns a function to which each JSON response is to be passed
 */
export function createContractCheck(routes: readonly Route[]) {
  // If two routes match a URL, the one with fewer params applies
  const calls = routes
    .filter(({ kind }) => kind === 'call')
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
    .map((route) => ({ route, fits: toUrlPattern(route) }));
  return (method: string, address: string, { status, json }: { status: number; json: () => unknown }): void => {
    const path = address.split('?')[0] ?? '';
    const call = calls.find(({ route, fits }) => route.method === method && fits.test(path));
    if (!call) return;
    const body = json();
    // A schema drops unknown fields when it parses
    expect(getDeclaredSchema(call.route, status).safeParse(body)).toEqual({ success: true, data: body });
  };
}
