export { exportShows, formatArchiveCsvInSteps } from './export/archive-csv.ts';
export { listShowsForExport } from './export/store.ts';
export { formatImportReport } from './import/report.ts';
export { importShows } from './import-shows.ts';
