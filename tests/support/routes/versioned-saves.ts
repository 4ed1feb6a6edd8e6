import { z } from 'zod';
import type { Route } from '#platform/server/http/routes/route.ts';
import { loadPageSchemas } from '../../../tools/protocol/protocol.ts';

/** Returns, for each record in the content of any page, the names of its fields. */
async function listFieldsShownTogether(): Promise<string[][]> {
  const together: string[][] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('properties' in part && part.properties) together.push(Object.keys(part.properties));
    Object.values(part).forEach(walk);
  };
  for (const schema of (await loadPageSchemas()).values()) walk(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return together;
}

const bodyFields = ({ schemas }: Route) =>
  Object.keys(schemas?.body && 'shape' in schemas.body ? Object(schemas.body.shape) : {});

/** Returns true if a call sends the version on which it is based. */
export const sendsVersion = (route: Route): boolean => bodyFields(route).includes('version');

/**
 * Lists the calls that send back two or more fields of a record that a page shows, and those that send a file for an
 * existing record. Before such a call, somebody else may have saved a newer version.
 */
export async function listVersionedSaves(routes: readonly Route[]): Promise<Route[]> {
  const things = await listFieldsShownTogether();
  return routes.filter((route) => {
    const { kind, method, path, files, schemas } = route;
    // Calls that create something can't overwrite anything
    if (kind !== 'call' || method !== 'POST' || schemas?.once) return false;
    const sent = bodyFields(route).filter((name) => name !== 'id' && name !== 'version');
    const shown = things.some((thing) => sent.filter((name) => thing.includes(name)).length >= 2);
    return shown || (files && (path.includes(':') || bodyFields(route).includes('id')));
  });
}
