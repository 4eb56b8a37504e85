import type { Page } from 'playwright-core';

/** From the next load of the page on, answers to this command wait until they are let go: the first `times` of them. */
export async function holdAnswers(
  page: Page,
  command: string,
  times = Infinity,
): Promise<readonly (() => void)[]> {
  const late: (() => void)[] = [];
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
        late.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  return late;
}
