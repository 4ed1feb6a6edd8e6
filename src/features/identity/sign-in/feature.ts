import { secondStepCalls } from '#features/identity/second-factor/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { approvalTodo } from './server/admin-todos.ts';
import { signInCalls } from './server/calls.ts';
import { buildLoginPage } from './server/login-page.ts';
import { signInPages } from './server/pages.ts';

export const signIn: Feature = {
  routes(platform, services) {
    signInPages(platform);
    signInCalls(platform, services);
    secondStepCalls(platform, { ...services, askToSignIn: buildLoginPage });
  },
  adminTodos: [approvalTodo],
  actionNames: [
    {
      invited: 'invited someone',
      registered: 'requested an account',
      'gave the password': 'entered the right password and was asked for a code',
    },
  ],
  publicPages: [
    {
      path: '/members',
      order: 90,
      inSitemap: false,
      inSearch: { title: 'Members', also: ['log in sign in login join register'] },
    },
  ],
};
