import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      ...{ permission: 'help', label: 'Help & Feedback', href: '/members/feedback_form' },
      ...{ icon: 'circle-question-mark', group: 'own', order: 20 },
    },
  ],
  below: [
    {
      item: 'help',
      order: 20,
      links: ({ help_wiki }) => (help_wiki === '' ? [] : [{ label: 'Help wiki', href: help_wiki, outside: true }]),
    },
  ],
  help: {
    '/members/feedback_form': ['member', 'Tell us what’s wrong'],
    '/members/admin/messages': ['secretary', 'Reply to messages'],
    '/members/admin/messages/:kind/:id': ['secretary', 'Reply to messages'],
  },
};

export const screens = {
  feedback_form: () => import('./feedback-page.tsx'),
  messages: () => import('./messages-page.tsx'),
  opened_message: () => import('./opened-message-page.tsx'),
} satisfies ScreenLoaders;
