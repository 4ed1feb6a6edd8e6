/**
 * Formats a file's size: `34 kB`, `1.2 MB`. Units are decimal (1 kB = 1000 bytes), as in file managers. A file that
 * isn't empty is never shown as 0.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  const [amount, unit] = bytes < 999_500_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${amount < 9.95 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${unit}`;
}

/** Returns the error message for a file that is empty or larger than `maxBytes` bytes; "" if it is fine. */
export function validateFileSize({ size }: Pick<File, 'size'>, maxBytes: number): string {
  if (size === 0) return emptyFileMessage;
  if (size <= maxBytes) return '';
  return `This file is ${formatFileSize(size)}; the limit is ${formatFileSize(maxBytes)}. Make it smaller, or split it into parts.`;
}

export const emptyFileMessage = 'This file is empty. Save it again, or choose another file.';
