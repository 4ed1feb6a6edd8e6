export { MediaPicker } from './media-picker.tsx';
export { ShowPhotosSection } from './show-photographs.tsx';
