import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { adminTools } from './admin-tools.ts';
import { registerPeopleSearchRoutes } from './people/server/people-index.ts';
import { registerPeoplePages, similarNamesTodo } from './people/server/people-pages.ts';
import { registerPersonRoutes } from './people/server/person-routes.ts';
import { findPersonAuditSubjects, isCreditedOnSite } from './people/server/store.ts';
import { creditPersonalData, registerOwnCreditStyleRoutes } from './people/server/user-persons.ts';
import { showSearchEntrySource } from './server/list-pages.ts';
import { missingPosterTodo, registerAddShowMemberRoutes, registerManageShowsRoutes } from './server/manage-routes.ts';
import { findShowAuditSubjects } from './server/store.ts';
import { registerImportShowsRoutes } from './spreadsheets/server/import-routes.ts';

const auditActions = {
  'show.created': 'added a show',
  'show.changed': 'changed a show',
  'show.archived': 'archived a show',
  'show.unarchived': 'restored an archived show',
  'show.member_added': 'added somebody to a show',
  'show.imported': 'imported shows',
  'show.import_undone': 'undid an import of shows',
  'person.renamed': 'renamed a person',
  'person.credit_style_changed': 'changed how a name is shown',
  'person.own_credit_style_changed': 'chose how their name is shown',
  'person.merged': 'merged two people',
  'person.unmerged': 'separated two merged people',
  'person.marked_different': 'marked two similar names as different people',
  'person.unmarked_different': 'listed two similar names for review again',
  'person.linked': 'linked a person to a member',
  'person.unlinked': 'unlinked a person from a member',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const showsFeature: Feature = {
  visibility: {
    show: { rows: 'public', columns: { revived_by: 'private', updated_by: 'private' } },
    credit: { rows: 'public', columns: { set_by: 'private' } },
    person: 'public',
    user_person: 'private',
    person_merge: 'public',
    person_apart: 'public',
  },
  routes(registry, services) {
    registerManageShowsRoutes(registry, services);
    registerImportShowsRoutes(registry, services);
    registerAddShowMemberRoutes(registry);
    registerPeoplePages(registry, services);
    registerPeopleSearchRoutes(registry);
    registerPersonRoutes(registry);
    registerOwnCreditStyleRoutes(registry);
  },
  personalData: [
    creditPersonalData,
    defineSaverPersonalData({ name: 'shows_last_saved', table: 'show', label: 'title' }),
  ],
  nonPersonalTables: [
    { table: 'person_apart', reason: 'ids of people with similar names who were marked as different' },
  ],
  rowUses: [
    { of: 'person', table: 'credit', column: 'person_id', reason: 'they have credits' },
    { of: 'person', table: 'credit', column: 'merged_from', reason: 'they were merged with somebody' },
    { of: 'person', table: 'user_person', column: 'person_id', reason: 'they are linked to a member' },
    { of: 'person', table: 'person_merge', column: 'person_id', reason: 'they were merged with somebody' },
    { of: 'person', table: 'person_merge', column: 'kept_id', reason: 'they were merged with somebody' },
  ],
  publicPeople: [isCreditedOnSite],
  auditSubjects: [findPersonAuditSubjects, findShowAuditSubjects],
  adminTodos: [missingPosterTodo, similarNamesTodo],
  adminTools,
  searchEntries: [showSearchEntrySource],
  auditActions: [auditActions],
};
