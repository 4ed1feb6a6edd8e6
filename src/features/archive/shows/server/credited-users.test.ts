import { expect } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { listDirectorAndProducerUserIds } from './credited-users.ts';

onSite(
  'a show’s directors are the users credited as Director or Producer in its crew, each once',
  async ({ a, db }) => {
    const credits = [
      inCast('Ann Hale', 'Director'),
      inCrew('Bea Cole', 'Stage Manager', 1),
      inCrew('Dee Moss', 'PRODUCER', 2),
      inCrew('Oli Park', 'director', 3),
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
    expect(await listDirectorAndProducerUserIds(db.read, show)).toEqual([users['Dee Moss'], users['Oli Park']]);
    expect(await listDirectorAndProducerUserIds(db.read, other)).toEqual([users['Bea Cole']]);
  },
);

onSite('a person credited as “director” in small letters can manage the show', async (on) => {
  const id = await on.a.show({ title: 'Hamlet', credits: [inCrew('Oli Park', 'director')] });
  const oli = await on.a.user();
  await on.a.personOf(oli, 'Oli Park');
  const as = await on.as(oli);
  expect((await as.get(`/members/api/manage_show/${id}`)).statusCode).toBe(200);
  const { content } = await as.page(`/members/show/${id}`);
  expect(content).toMatchObject({ may_manage: true, directors: [oli.id], director_names: ['Oli Park'] });
});
