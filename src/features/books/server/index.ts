export { enter } from './enter.ts';
