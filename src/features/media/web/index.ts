export { MediaPicker } from './MediaPicker.tsx';
