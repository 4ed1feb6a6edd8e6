export { GiftAidDeclaration } from './GiftAidDeclaration.tsx';
