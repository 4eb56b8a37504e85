import type { Page } from 'playwright-core';

const BROKEN = {
  kind: 'failed',
  failure: { code: 'service-error', message: 'The engine failed.', hint: 'Try again.', retry: 'now' },
};

/** Lets an answer go; `broken`: as one that is none, since the engine failed. */
type LetGo = (broken?: boolean) => void;

/** From the next load of the page on, answers to this command wait until they are let go: the first `times` of them. */
export async function holdAnswers(page: Page, command: string, times = Infinity): Promise<readonly LetGo[]> {
  const late: LetGo[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const asked = new Set<number>();
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const call = JSON.parse(String(text)) as { readonly id: number; readonly command?: string };
      if (call.command === command) asked.add(call.id);
      server.send(text);
    });
    server.onMessage((text) => {
      const { kind, id } = JSON.parse(String(text)) as { readonly kind: string; readonly id?: number };
      if (kind === 'answer' && id !== undefined && asked.has(id) && late.length < times)
        late.push((broken = false) => socket.send(broken ? JSON.stringify({ ...BROKEN, id }) : text));
      else socket.send(text);
    });
  });
  return late;
}
