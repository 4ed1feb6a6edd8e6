import { secondStepCalls } from '#features/second-factor/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { approvalTodo } from './server/admin-todos.ts';
import { signInCalls } from './server/calls.ts';
import { askToSignIn } from './server/login-page.ts';
import { signInPages } from './server/pages.ts';

export const signIn: Feature = {
  routes(platform, services) {
    signInPages(platform);
    signInCalls(platform, services);
    secondStepCalls(platform, { ...services, askToSignIn });
  },
  adminTodos: [approvalTodo],
};
