export { ReportMistakeLink } from './report-mistake-link.tsx';
