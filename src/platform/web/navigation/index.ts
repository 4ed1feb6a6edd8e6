export { holdHistory } from './block-navigation.ts';
export { Announcer, CurrentScreen } from './CurrentScreen.tsx';
export { fetchPage } from './fetch-page.ts';
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
export { loadSite } from './load-page.ts';
export type { AnyScreen, Beside, Screen, Screens } from './screen-types.ts';
export { useArrival } from './scroll-and-focus.ts';
export { firstSnapshot } from './snapshot.ts';
export { startNavigation } from './start.ts';
