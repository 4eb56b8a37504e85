import { Worker } from 'node:worker_threads';
import { WorkerClient } from '../../../main/adapters/threads/worker-client.ts';
import type { EchoQuestion } from './echo.worker.ts';

/** A process that asks a thread once, and has nothing else to do: neither is the client closed nor the thread ended. */
const client = new WorkerClient<EchoQuestion, { readonly text: string }, string>(
  () => new Worker(new URL('./echo.worker.ts', import.meta.url)),
);
client.getReady();
void client.ask({ text: 'done', afterMs: 100 }).then(({ text }) => console.log(text));
