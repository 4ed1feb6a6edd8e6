export { GiftAidDeclaration } from './gift-aid-declaration.tsx';
