export { holdHistory } from './block-navigation.ts';
export { Announcer, CurrentScreen } from './CurrentScreen.tsx';
export {
  follow,
  goTo,
  NavigationContext,
  refreshAll,
  refreshPage,
  restart,
  setQuery,
  useLocation,
  usePage,
  usePending,
  useSite,
  useSnapshot,
  useWholePage,
} from './hooks.ts';
export { isPlainClick, linkFollowed } from './links.ts';
export { loadPage, loadSite } from './load-page.ts';
export type { AnyScreen, Beside, Screen, Screens } from './screen-types.ts';
export { useArrival } from './scroll-and-focus.ts';
export { firstSnapshot } from './snapshot.ts';
export { startNavigation } from './start.ts';
