export { MediaPicker } from './media-picker.tsx';
export { ShowPhotographs } from './show-photographs.tsx';
