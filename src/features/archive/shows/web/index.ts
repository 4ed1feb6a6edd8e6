export { LatestShows } from './latest-shows.tsx';
export { formatDecade, ListActionLink, ShowListSummary } from './list-summary.tsx';
export { ShowManagementActions, ShowManagementPanels } from './manage-tools.tsx';
export { ShowCards } from './show-cards.tsx';
export { ShowListControls } from './show-list-controls.tsx';
export { ShowListTable } from './show-table.tsx';
export { useIsNearViewport } from './use-near-viewport.ts';
export { type ShowListState, usePreservedFocus, useShowList } from './use-show-list.ts';
