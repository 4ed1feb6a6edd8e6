export const html = 'text/html; charset=utf-8';
export const json = 'application/json; charset=utf-8';
