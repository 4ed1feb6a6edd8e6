export { formatArchiveCsvInSteps } from './export/archive-csv.ts';
export { exportShows } from './export/export-shows.ts';
export { listShowsForExport } from './export/store.ts';
export { formatImportReport } from './import/report.ts';
export { importShows } from './import-shows.ts';
