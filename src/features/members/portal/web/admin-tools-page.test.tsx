import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminToolsContent } from '../contract.ts';
import AdminToolsPage from './admin-tools-page.tsx';

const page: AdminToolsContent = {
  ...{ type: 'admin_tools', title: 'Admin Tools', disk: '', mail: '', first_hour: [], version: '1.0' },
  tools: [{ title: 'Messages', about: 'Read them.', link: '/members/admin/messages', group: 'people', waiting: [] }],
  backup: { words: 'No backup has been made yet.', due: true },
  offsite: { words: '', due: false },
  restore_trial: { words: '', due: false },
};

test('a missing backup is reported above the tools, with instructions to make one', () => {
  const html = renderToString(<AdminToolsPage page={page} />);
  expect(html).toContain('One thing needs attention.');
  expect(html).toMatch(
    /No backup has been made yet\..*Ask the person who looks after the server.*“Backups” in docs\/operating\.md.*Read them\./,
  );
});

test('a recent backup is shown below the tools and isn’t counted as needing attention', () => {
  const backup = { words: 'The last backup was made on Friday.', due: false };
  const html = renderToString(<AdminToolsPage page={{ ...page, backup }} />);
  expect(html).toContain('Nothing needs your attention.');
  expect(html).toMatch(/Read them\..*The last backup was made/);
  expect(html).not.toContain('docs/operating.md');
});

test('a warning that the site can’t send email is shown above the tools', () => {
  const backup = { words: '', due: false };
  const html = renderToString(<AdminToolsPage page={{ ...page, backup, mail: 'No mail server is set.' }} />);
  expect(html).toContain('One thing needs attention.');
  expect(html).toMatch(/No mail server is set\..*Read them\./);
});

test('a society with getting-started steps isn’t told that nothing needs attention', () => {
  const backup = { words: '', due: false };
  const step = { key: 'mail', title: 'Send yourself a test email', about: '', link: '', done: false } as const;
  const first_hour = [
    { ...step, optional: false },
    { ...step, key: 'cards', title: 'Take card payments', optional: true } as const,
  ];
  const html = renderToString(<AdminToolsPage page={{ ...page, backup, first_hour }} />);
  expect(html).not.toContain('Nothing needs your attention.');
  // Optional steps are counted separately
  expect(html).toContain('One thing is left, and one more if you like.');
});

test('tools are listed below their group’s heading, and a group without tools has no heading', () => {
  const backup = { words: '', due: false };
  const tool = (title: string, group: AdminToolsContent['tools'][number]['group']) => ({
    title,
    about: '',
    link: `/members/admin/${title}`,
    group,
    waiting: [],
  });
  const tools = [tool('Errors', 'site'), tool('Messages', 'people'), tool('Manage Users', 'people')];
  const html = renderToString(<AdminToolsPage page={{ ...page, backup, tools }} />);
  const headings = [...html.matchAll(/<h[23][^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, words]) => words);
  expect(headings).toEqual(['Members and messages', 'Messages', 'Manage Users', 'The site', 'Errors']);
});
