/** The key by which two spellings are one address: mail hosts ignore case, and people type capitals by accident. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
