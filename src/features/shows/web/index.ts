export { LatestShows } from './LatestShows.tsx';
