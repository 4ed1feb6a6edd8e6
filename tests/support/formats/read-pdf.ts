import { getDocumentProxy } from 'unpdf';

interface PdfText {
  text: string;
  /** The start of the text from the left, and its baseline from the top, both in points. */
  x: number;
  y: number;
  width: number;
}

export interface PdfPage {
  /** The page's width in points. The height is in points too. */
  width: number;
  height: number;
  written: PdfText[];
}

/** Reads the pages of a PDF, with each text and its position. */
export async function readPdf(pdf: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const written = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      return [{ text: item.str, x: item.transform[4], y: height - item.transform[5], width: item.width }];
    });
    pages.push({ width, height, written });
  }
  await document.destroy();
  return pages;
}

/** Returns the written text without spaces, because the program that makes the PDF decides their width. */
export const joinWithoutSpaces = (written: readonly PdfText[]): string =>
  written
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');

/** Cuts a page into parts of the same size, row by row, with the text of each. */
export function splitPage({ width, height, written }: PdfPage, { across, down }: { across: number; down: number }) {
  return Array.from({ length: across * down }, (_, at) => {
    const [left, top] = [((at % across) * width) / across, (Math.floor(at / across) * height) / down];
    const [right, bottom] = [left + width / across, top + height / down];
    const own = written.filter(({ x, y }) => x >= left && x < right && y >= top && y < bottom);
    return { left, right, top, bottom, written: own, text: joinWithoutSpaces(own) };
  });
}
