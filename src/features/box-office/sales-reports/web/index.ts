export { HistoricSales } from './historic-sales.tsx';
