export { keepMedia } from './adding.ts';
export { mediaAddress, showMedia } from './entries.ts';
export { attachToShow, recordMedia } from './store.ts';
