export { correctionFormPath, ReportMistakeLink } from './report-mistake-link.tsx';
