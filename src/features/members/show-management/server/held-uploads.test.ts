import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { type OnApp, onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCrew } from '#tests/support/society/factories.ts';

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Sends a director's post slowly, and runs `meanwhile` while the server reads the beginning of the post. */
async function postHeld(on: OnApp, meanwhile: (dee: { id: string }) => Promise<unknown>) {
  const show = await on.a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')] });
  const dee = await on.a.user({ firstname: 'Dee', lastname: 'Moss' });
  await on.a.personOf(dee, 'Dee Moss');
  const isRead = new Promise<void>((read) => {
    on.app.fastify.server.on('request', (request: IncomingMessage) => request.once('resume', read));
  });
  const body = new ReadableStream({
    start(piece) {
      piece.enqueue(Buffer.from(field('title', 'First night') + field('type', 'public') + field('date', '2026-11-20')));
    },
    async pull(piece) {
      await isRead;
      await meanwhile(dee);
      piece.enqueue(Buffer.from(`${field('content', 'Break a leg.')}--x--\r\n`));
      piece.close();
    },
  });
  const { upload } = await on.as(dee);
  const answer = await upload(`/members/api/new_post/${show}`, body, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  const posts = await on.db.read.selectFrom('post').select('title').execute();
  return [answer.status, posts.length];
}

onSite('an upload is discarded if the account is disabled while it arrives', async (on) => {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const shut = ({ id }: { id: string }) => admin.post(`/members/api/admin/users/${id}/deactivate`, {});
  expect(await postHeld(on, shut)).toEqual([401, 0]);
});

onSite('an upload is discarded if the sender stops directing the show while it arrives', async (on) => {
  const unlink = () => write(on.db, (tx) => tx.deleteFrom('user_person').execute());
  expect(await postHeld(on, unlink)).toEqual([403, 0]);
});

onEachSite('re-authenticating in another tab does not interrupt an upload', async (on) => {
  const renew = ({ id }: { id: string }) =>
    write(on.db, (tx) =>
      tx.updateTable('session').set({ token_hash: 'of another cookie' }).where('user_id', '=', id).execute(),
    );
  expect(await postHeld(on, renew)).toEqual([200, 1]);
});
