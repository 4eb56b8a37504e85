import { parentPort } from 'node:worker_threads';
import { readSeriesReply, type SeriesJob, type SeriesReply } from './series-reply.ts';

parentPort?.on('message', (job: SeriesJob) => {
  let reply: SeriesReply;
  try {
    reply = { id: job.id, series: readSeriesReply(job.body, job.ids, job.range) };
  } catch (error) {
    reply = { id: job.id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const series = 'series' in reply && typeof reply.series !== 'string' ? reply.series : [];
  const moved = series.flatMap(({ times, values }) => [times, values]);
  parentPort?.postMessage(
    reply,
    moved.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
