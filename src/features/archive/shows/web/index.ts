export { LatestShows } from './latest-shows.tsx';
export { formatDecade, ListActionLink, ShowListSummary } from './list-summary.tsx';
export { ShowCards } from './show-cards.tsx';
export { ShowListControls } from './show-list-controls.tsx';
export { ShowManagementActions, ShowManagementPanels } from './show-management.tsx';
export { ShowListTable } from './show-table.tsx';
export { type ShowListState, useIsNearViewport, usePreservedFocus, useShowList } from './use-show-list.ts';
