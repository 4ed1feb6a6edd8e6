export { MediaPicker } from './MediaPicker.tsx';
export { ShowPhotographs } from './ShowPhotographs.tsx';
