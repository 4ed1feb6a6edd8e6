export { correct, enter, type Payer } from './enter.ts';
export {
  type BooksOf,
  entriesOf,
  findEntry,
  isInBooks,
  type ListedEntry,
  offlineEntries,
  oldestDay,
  showSums,
  subscriptionSums,
  subscriptionsPaid,
  sumsOfYear,
} from './store.ts';
