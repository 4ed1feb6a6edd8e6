export { importOrder as bringIn } from './bring-in.ts';
