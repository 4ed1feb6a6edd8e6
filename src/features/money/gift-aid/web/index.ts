export { GiftAidSection } from './gift-aid-declaration.tsx';
