import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminTools } from '../contract.ts';
import AdminToolsPage from './AdminToolsPage.tsx';

const page: AdminTools = {
  ...{ type: 'admin_tools', title: 'Admin Tools', disk: '', first_hour: [], version: '1.0' },
  tools: [{ title: 'Messages', about: 'Read them.', link: '/members/admin/messages', waiting: [] }],
  backup: { words: 'No backup has been made yet.', due: true },
};

test('that no backup has been made stands before the tools, with how one is made', () => {
  const html = renderToString(<AdminToolsPage page={page} />);
  expect(html).toContain('One thing needs attention.');
  expect(html).toMatch(/No backup has been made yet\..*BACKUP_DIR.*docs\/operating\.md, under Backups.*Read them\./);
});

test('a backup that was made last night is no alarm, and is said below them', () => {
  const backup = { words: 'The last backup was made on Friday.', due: false };
  const html = renderToString(<AdminToolsPage page={{ ...page, backup }} />);
  expect(html).toContain('Nothing needs your attention.');
  expect(html).toMatch(/Read them\..*The last backup was made/);
  expect(html).not.toContain('BACKUP_DIR');
});
