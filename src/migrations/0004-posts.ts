import { column, type Migration } from '../platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('post', {
      id: column.id(),
      show_id: column.reference('show', { optional: true }),
      type: column.oneOf(['public', 'auditions', 'private']),
      title: column.text(),
      content: column.text(),
      published_at: column.instant(),
      author: column.text(),
      created_at: column.instant(),
      updated_at: column.instant(),
    });
    await db.schema.createIndex('post_by_publishing').on('post').columns(['published_at', 'id']).execute();
    await db.schema.createIndex('post_by_show').on('post').columns(['show_id', 'published_at']).execute();

    await table('blog_post', {
      key: column.id(),
      title: column.text(),
      content: column.text(),
      author: column.text(),
      published_at: column.instant({ optional: true }),
      created_at: column.instant(),
      updated_at: column.instant(),
    });
    await db.schema.createIndex('blog_post_by_publishing').on('blog_post').columns(['published_at', 'key']).execute();
  },
};
