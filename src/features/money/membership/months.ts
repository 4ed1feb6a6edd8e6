const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'].concat([
  'October',
  'November',
  'December',
]);

/** The months of a year as plans name them: "01" to "12". */
export const months = names.map((name, index) => ({ value: String(index + 1).padStart(2, '0'), name }));

/** "September" for "09". */
export const monthName = (value: string): string => months.find((month) => month.value === value)?.name ?? value;
