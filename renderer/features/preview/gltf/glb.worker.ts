import { readBytes } from '../read-bytes.ts';
import { checkGlb } from './check-glb.ts';
import { MOST_BYTES, type FromGlb, type OpenGlb } from './glb-messages.ts';

addEventListener('message', ({ data }: MessageEvent<OpenGlb>) => void open(data.url));

async function open(url: string): Promise<void> {
  const onProgress = (done: number): void => tell({ kind: 'progress', done });
  const read = await readBytes(url, { limit: MOST_BYTES, onProgress });
  if (!read.ok) return tell({ kind: 'unread', fault: read.fault, size: read.size });
  const checked = checkGlb(read.bytes);
  if ('code' in checked) return tell({ kind: 'fault', fault: checked, size: read.bytes.length });
  tell({ kind: 'checked', checked }, [checked.glb]);
}

function tell(message: FromGlb, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
