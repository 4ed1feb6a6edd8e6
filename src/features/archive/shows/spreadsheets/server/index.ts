export { exportShowsToFile, formatArchiveCsvInSteps, listShowsForExport } from './export-shows.ts';
export { formatShowImportReport } from './import/report.ts';
export { importShowsFromFile } from './import-shows.ts';
