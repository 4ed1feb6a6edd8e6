import { mayUse } from '#features/society/accounts/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { cleanText } from '#platform/shared/text/text.ts';
import { findPeople, type ResolvedName, resolveNames } from '../contract.ts';
import { loadPeopleIndex } from './people-index.ts';

// Show editors add people to shows; people who manage the archive tag people in photographs and merge them
const access = mayUse('admin', 'shows_write');

/** Registers the calls that look up people while a user types. */
export function registerPeopleSearchRoutes({ call }: Platform): void {
  call(findPeople, { access }, searchPeople);
  call(resolveNames, { access }, lookUpNames);
}

const searchPeople: CallHandler<typeof findPeople> = async (request) => {
  const people = await loadPeopleIndex(request);
  return ok('People who match that name.', people.find(cleanText(request.query.get('q') ?? '')));
};

const lookUpNames: CallHandler<typeof resolveNames> = async (request) => {
  const people = await loadPeopleIndex(request);
  const names: ResolvedName[] = [];
  for (const name of request.body.names) {
    names.push(people.resolveName(name));
    await yieldToEventLoop();
  }
  return ok('Names looked up.', { names });
};
