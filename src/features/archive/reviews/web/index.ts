export { ReviewSection } from './review-section.tsx';
