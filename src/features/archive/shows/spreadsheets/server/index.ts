export { exportShows, formatArchiveCsvInSteps, listShowsForExport } from './export-shows.ts';
export { formatImportReport } from './import/report.ts';
export { importShowsFromFile } from './import-shows.ts';
