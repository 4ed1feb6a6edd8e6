export { formatArchiveCsvInSteps as archiveCsvInSteps } from './export/archive-csv.ts';
export { exportShows } from './export/export-shows.ts';
export { listShowsForExport as showsToExport } from './export/store.ts';
export { formatImportReport as importReport } from './import/report.ts';
export { importShows } from './import-shows.ts';
