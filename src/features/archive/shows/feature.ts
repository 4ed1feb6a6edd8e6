import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { similarNamesTodo } from './people/server/admin-todos.ts';
import { personAuditSubjects } from './people/server/audit-subjects.ts';
import { registerPeoplePages } from './people/server/manage-pages.ts';
import { registerOwnCreditsRoutes } from './people/server/own-credits-routes.ts';
import { registerPersonRoutes } from './people/server/person-routes.ts';
import { creditPersonalData } from './people/server/personal-data.ts';
import { registerPeopleSearchRoutes } from './people/server/search-routes.ts';
import { registerAddShowMemberRoutes } from './server/add-show-member.ts';
import { missingPosterTodo } from './server/admin-todos.ts';
import { showAuditSubjects } from './server/audit-subjects.ts';
import { registerManageShowsRoutes } from './server/manage-routes.ts';
import { showSearchEntries } from './server/search-entries.ts';
import { registerImportShowsRoutes } from './spreadsheets/server/import-routes.ts';

export const shows: Feature = {
  visibility: {
    show: { rows: 'public', columns: { revived_by: 'private' } },
    credit: { rows: 'public', columns: { set_by: 'private' } },
    person: 'public',
    user_person: 'private',
    person_merge: 'public',
    person_apart: 'public',
  },
  routes(platform, services) {
    registerManageShowsRoutes(platform, services);
    registerImportShowsRoutes(platform);
    registerAddShowMemberRoutes(platform);
    registerPeoplePages(platform);
    registerPeopleSearchRoutes(platform);
    registerPersonRoutes(platform);
    registerOwnCreditsRoutes(platform);
  },
  personalData: [creditPersonalData],
  impersonalTables: [
    { table: 'show', reason: 'the archive: what was played, and what the society says of it in its own words' },
    { table: 'person_apart', reason: 'which people of near names are two: numbers of people, and nothing of them' },
  ],
  auditSubjects: [personAuditSubjects, showAuditSubjects],
  adminTodos: [missingPosterTodo, similarNamesTodo],
  adminTools,
  searchEntries: [showSearchEntries],
};
