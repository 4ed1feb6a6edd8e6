export { HistoricSales } from './HistoricSales.tsx';
