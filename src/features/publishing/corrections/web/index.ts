export { ReportMistakeLink as SpottedLink } from './report-mistake-link.tsx';
