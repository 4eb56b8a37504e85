import type { FileId } from '../../../../shared/model/ids.ts';
import { clientOf } from '../raw-server.ts';

/** Asks a service through the proxy of the environment, twice at a time, and prints how each call ended. */
const service = clientOf('https://service.example.invalid', { env: process.env });
const answers = await Promise.all([service.sitesPage(0, 1), service.deleteFile('x' as FileId)]);
service.close();
process.stdout.write(answers.map((answer) => (answer.ok ? 'ok' : answer.failure.code)).join(' '));
