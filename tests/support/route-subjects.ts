import type { OnApp } from './app.ts';
import { inCast, inCrew } from './factories.ts';
import type { Ids } from './route-cases.ts';

/** A small society: what the addresses of the access matrix are about, and a user of each kind. */
export async function routeSubjects({ a, db }: OnApp) {
  const crew = [inCrew('Dee Moss', 'Director')];
  const show = await a.show({ title: 'Hamlet', date: '2026-11-28', credits: [inCast('Ann Hale', 'Hamlet'), ...crew] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Oli Park', 'Producer')] });
  const spareShow = await a.show({ title: 'Othello' });
  const post = await a.post();
  const blogPost = await a.blogPost();
  const media = await a.picture();
  const file = await a.file({ member_docs: 'public' });
  const { id: person } = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', 'Ann Hale')
    .executeTakeFirstOrThrow();
  const ofShow = await a.post({ show_id: show });
  const fileOfShow = await a.file({ show_id: show });

  const users = {
    member: await a.user(),
    author: await a.user({ role: 'author' }),
    director: await a.user(),
    otherDirector: await a.user(),
    admin: await a.user({ role: 'admin' }),
  };
  await a.personOf(users.director, 'Dee Moss');
  await a.personOf(users.otherDirector, 'Oli Park');

  const mail = await a.mail({ status: 'sent' });
  const message = await a.message();
  const someone = (await a.user()).id;

  const correction = await a.correction({ show_id: show });
  const ids: Ids = {
    message,
    someone,
    correction,
    takings: await a.takings(),
    mail,
    ofShow,
    fileOfShow,
    show,
    spareShow,
    person,
    post,
    blogPost,
    media,
    file,
    user: users.member.id,
  };
  return { ids, users };
}
