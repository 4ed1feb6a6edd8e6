import { adminTools } from '../admin-tools.ts';

export const navigation = {
  tools: adminTools,
  help: {
    '/members/admin/add-show-member': ['webmaster', 'Add a show'],
    '/members/admin/people': ['webmaster', 'Correct a name'],
    '/members/admin/people/:id': ['webmaster', 'Correct a name'],
  },
} as const;
