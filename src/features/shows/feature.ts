import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { nearNamesTodo } from './people/server/admin-todos.ts';
import { personNames } from './people/server/audit-subjects.ts';
import { peopleCalls } from './people/server/calls.ts';
import { editPeopleCalls } from './people/server/edit-calls.ts';
import { peoplePages } from './people/server/manage-pages.ts';
import { ownCreditsCalls } from './people/server/own-credits-calls.ts';
import { creditData } from './people/server/personal-data.ts';
import { addShowMemberCalls } from './server/add-show-member.ts';
import { posterTodo } from './server/admin-todos.ts';
import { showNames } from './server/audit-subjects.ts';
import { importShowsCall } from './server/import-call.ts';
import { manageShowsCalls } from './server/manage-calls.ts';
import { showSearchEntries } from './server/search-entries.ts';

export const shows: Feature = {
  routes(platform, services) {
    manageShowsCalls(platform, services);
    importShowsCall(platform);
    addShowMemberCalls(platform);
    peoplePages(platform);
    peopleCalls(platform);
    editPeopleCalls(platform);
    ownCreditsCalls(platform);
  },
  personalData: [creditData],
  impersonalTables: [
    { table: 'show', because: 'the archive: what was played, and what the society says of it in its own words' },
    { table: 'person_apart', because: 'which people of near names are two: numbers of people, and nothing of them' },
  ],
  auditSubjects: [personNames, showNames],
  adminTodos: [posterTodo, nearNamesTodo],
  adminTools,
  searchEntries: [showSearchEntries],
};
