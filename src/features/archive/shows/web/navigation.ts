import { adminTools } from '../admin-tools.ts';

export const navigation = {
  tools: adminTools,
  help: {
    '/members/admin/add-show-member': ['webmaster', 'Add a show'],
    '/members/admin/people': ['webmaster', 'Mend a name'],
    '/members/admin/people/:id': ['webmaster', 'Mend a name'],
  },
} as const;
