import { expect } from 'vitest';
import { onEachSite } from '../../../../tests/support/app.ts';
import { inCast, inCrew } from '../../../../tests/support/factories.ts';
import { directorsOf } from './directors.ts';

onEachSite('a show’s directors are the users credited as its Director or Producer, each once', async ({ a, db }) => {
  const credits = [
    inCast('Ann Hale', 'Director'),
    inCrew('Bea Cole', 'Stage Manager', 1),
    inCrew('Dee Moss', 'Producer', 2),
    inCrew('Oli Park', 'Director', 3),
    inCrew('Dee Moss', 'Director', 4),
    inCrew('Has No Account', 'Director', 5),
  ];
  const show = await a.show({ title: 'Hamlet', credits });
  const other = await a.show({ title: 'Macbeth', credits: [inCrew('Bea Cole', 'Director')] });
  const users: Record<string, string> = {};
  for (const name of ['Ann Hale', 'Bea Cole', 'Dee Moss', 'Oli Park']) {
    const user = await a.user();
    users[name] = user.id;
    await a.personOf(user, name);
  }
  expect(await directorsOf(db.read, show)).toEqual([users['Dee Moss'], users['Oli Park']]);
  expect(await directorsOf(db.read, other)).toEqual([users['Bea Cole']]);
});
