import type { Page } from '@playwright/test';

const asked = '**/members/api/seating/**';

/** Has an open planner hear nothing of what others do until it saves: else it depends on the moment whether it asks before. */
export const deafen = (page: Page) =>
  page.route(asked, (route) => route.fulfill({ contentType: 'application/json', body: '{}' }));

/** Has it hear of that again. */
export const hearAgain = (page: Page) => page.unroute(asked);
