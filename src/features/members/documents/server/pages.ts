import { toDeletedFileOrPost } from '#features/members/show-management/server/index.ts';
import { formatFileKindAndSize } from '#features/publishing/files/file-kinds.ts';
import { filePagePath, formatFileTitle, membersFilePagePath } from '#features/publishing/files/file-links.ts';
import { listDeletedDocs, listManagedDocs, listMemberDocEntries } from '#features/publishing/files/server/index.ts';
import type { Post } from '#features/publishing/posts/contract.ts';
import { buildTextPage } from '#features/publishing/posts/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { findSettingsVersion, readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getRestorableCutoff } from '#platform/shared/lifecycle.ts';
import type { ManageDocsContent } from '../contract.ts';

const manageDocsPath = '/members/docs/manage';

export function registerDocumentPages(registry: RouteRegistry): void {
  const { page } = registry;
  page('/members/docs', { type: 'post', access: mayUse('member_docs') }, buildDocsPage);
  page(manageDocsPath, { type: 'manage_docs', access: mayUse('society_write') }, buildManageDocsPage);
}

const buildDocsPage = async ({ db, visitor }: PageRequest): Promise<Post> => {
  const { docsText } = await readSettings(db);
  const files = await listMemberDocEntries(db);
  const canManage = visitor.may.society_write === true;
  const emptyText = canManage
    ? 'There are no documents here yet. Add the first, such as your constitution or how to hire the hall.'
    : 'There are no documents here yet. Documents the committee adds for members will appear here.';
  const content = [docsText, files.length === 0 ? emptyText : ''].filter(Boolean).join('\n\n');
  return {
    ...(await buildTextPage('Member Docs', content)),
    address: '/members/docs',
    files,
    files_title: 'Members Docs',
    edit_link: canManage ? manageDocsPath : '',
    edit_label: files.length === 0 ? 'Add documents' : 'Manage documents',
  };
};

const buildManageDocsPage = async ({ db, now }: PageRequest): Promise<ManageDocsContent> => {
  const { docsText, timeZone } = await readSettings(db);
  return {
    type: 'manage_docs',
    title: 'Manage Member Docs',
    docs: (await listManagedDocs(db)).map(({ id, name, content_type, bytes, member_docs, created_at, version }) => ({
      id,
      name: formatFileTitle(name),
      url: (member_docs === 'public' ? filePagePath : membersFilePagePath)({ id, name }),
      kind: formatFileKindAndSize({ contentType: content_type, bytes }),
      readers: member_docs === 'public' ? 'public' : 'members',
      date: formatIsoWithOffset(created_at, timeZone),
      version,
    })),
    content: docsText,
    version: await findSettingsVersion(db, 'docsText'),
    deleted: (await listDeletedDocs(db, getRestorableCutoff(now))).map(({ name, ...doc }) =>
      toDeletedFileOrPost({ ...doc, kind: 'file', title: formatFileTitle(name) }, timeZone),
    ),
  };
};

/** Returns the text above Member Docs, so that the pictures in it can be found. */
export const findDocsText = async (db: DbReader) => [
  { text: (await readSettings(db)).docsText, where: 'Member Docs', href: manageDocsPath },
];
