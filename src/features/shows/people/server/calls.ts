import { mayUse } from '#features/accounts/server/index.ts';
import { breathe } from '#platform/server/background/event-loop.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { cleanText } from '#platform/shared/text.ts';
import { findPeople, type KnownName, knowNames } from '../contract.ts';
import { peopleAt } from './find.ts';

// Editors of shows name their people; those who look after the archive name people in photographs and merge them
const access = mayUse('admin', 'shows_write');

/** Calls of the screens about people while someone types. */
export function peopleCalls({ call }: Platform): void {
  call(findPeople, { access }, async (request) => {
    const people = await peopleAt(request);
    return ok('These are the people of that name.', people.find(cleanText(request.query.get('q') ?? '')));
  });

  call(knowNames, { access }, async (request) => {
    const people = await peopleAt(request);
    const names: KnownName[] = [];
    for (const name of request.body.names) {
      names.push(people.know(name));
      await breathe();
    }
    return ok('This is who they are.', { names });
  });
}
