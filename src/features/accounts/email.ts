/** What makes two spellings one address: mail hosts don't mind capitals, and people type them by accident. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
