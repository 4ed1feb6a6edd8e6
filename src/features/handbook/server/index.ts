export { handbookHeadings } from './chapters.ts';
