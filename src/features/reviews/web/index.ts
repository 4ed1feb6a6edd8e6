export { ReviewSection } from './ReviewSection.tsx';
