import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { PreviewFile } from '../preview-file.ts';
import { damaged, partMissing, readPart } from '../read-content.ts';
import { pdfjs, SAFE, type Reader } from './pdf-library.ts';

/** Called if the file is locked. `isAgain`: the password before was wrong. Null gives up. */
export type AskPassword = (isAgain: boolean) => Promise<string | null>;

/** Opens a PDF by its address; its parts are loaded as its pages are viewed. */
export async function openPdf(
  file: PreviewFile,
  reader: Reader,
  ask: AskPassword,
  signal: AbortSignal,
): Promise<Result<PDFDocumentProxy>> {
  const { name } = file;
  // A file that is no PDF is rejected here: the library would first search it for pages.
  const head = await readPart(file, 0, 1024, signal);
  if (!head.ok) return head;
  if (head.value.total === 0) return fail(damaged(text('preview.empty', { name })));
  if (!String.fromCodePoint(...head.value.bytes).includes('%PDF-'))
    return fail(damaged(text('preview.pdf.noPdf', { name })));
  const task = pdfjs.getDocument({ ...SAFE, url: file.url, worker: reader.worker });
  signal.addEventListener('abort', () => void task.destroy());
  task.onPassword = (answer: (word: string | Error) => void, why: number): void => {
    void ask(why === pdfjs.PasswordResponses.INCORRECT_PASSWORD).then((word) =>
      answer(word ?? new Error('no password')),
    );
  };
  try {
    const opened = await Promise.race([task.promise, reader.missing]);
    if (opened === undefined) return fail(partMissing(name));
    // The viewer needs it before it draws anything, and would wait in silence if there is none.
    await opened.getPage(1);
    return ok(opened);
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(damaged(wordsOf(name, error)));
  }
}

function wordsOf(name: string, error: unknown): string {
  const { message, name: kind } = error instanceof Error ? error : new Error(String(error));
  if (kind === 'PasswordException' || message === 'no password') return text('preview.pdf.locked', { name });
  return text('preview.pdf.broken', { name, reason: message.replace(/\.$/, '') });
}
