import { column, type Migration } from '#platform/server/database/index.ts';

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

    await table('file', {
      id: column.id(),
      name: column.text(),
      content_type: column.text(),
      bytes: column.integer(),
      storage_key: column.text(),
      created_at: column.instant(),
      // A file belongs to a show, or to a post, or to Member Docs.
      show_id: column.reference('show', { optional: true, onDelete: 'cascade' }),
      post_id: column.reference('post', { optional: true, onDelete: 'cascade' }),
      member_docs: column.oneOf(['no', 'members', 'public']),
    });
    await db.schema.createIndex('file_by_post').on('file').column('post_id').execute();
    await db.schema.createIndex('file_by_show').on('file').column('show_id').execute();

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
