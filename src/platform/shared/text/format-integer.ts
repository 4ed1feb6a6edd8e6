/**
 * Formats an integer with commas: "1,250". `toLocaleString` would load the browser's locale data, which takes time on a
 * phone.
 */
export const formatInteger = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
