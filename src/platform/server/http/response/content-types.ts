export const htmlContentType = 'text/html; charset=utf-8';
export const jsonContentType = 'application/json; charset=utf-8';
