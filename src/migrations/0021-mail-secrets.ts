import { column, type Migration } from '#platform/server/database/index.ts';

/** As links were written that let somebody in. */
const lettingIn = /(\/members\/(?:confirm|reset|invitation)\/)[\w-]{22,}/g;

const without = (text: unknown) => String(text).replace(lettingIn, '$1[not shown]');

export const migration: Migration = {
  async up(db, { addColumns }) {
    // The token, encrypted while the mail waits; "" once it has left
    await addColumns('mail', { secret: column.text() });

    // Mails that left still had their links, for as long as mails are kept
    const mails = await db
      .selectFrom('mail')
      .select(['id', 'text', 'html'])
      .where('status', 'in', ['sent', 'failed'])
      .where('text', 'like', '%/members/%')
      .execute();
    for (const { id, text, html } of mails) {
      if (without(text) === text && without(html) === html) continue;
      await db
        .updateTable('mail')
        .set({ text: without(text), html: without(html) })
        .where('id', '=', id)
        .execute();
    }
  },
};
