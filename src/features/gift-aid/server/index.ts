export { giftAidOf } from './own-declaration.ts';
