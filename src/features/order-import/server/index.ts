export { bringIn } from './bring-in.ts';
