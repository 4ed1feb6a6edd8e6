export { ReportMistakeLink as SpottedLink } from './SpottedLink.tsx';
