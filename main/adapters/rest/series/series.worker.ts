import { answerQuestions } from '../../threads/answer-questions.ts';
import { readSeriesReply, type SeriesJob } from './series-reply.ts';

answerQuestions(
  ({ body, ids, range }: SeriesJob) => readSeriesReply(body, ids, range),
  (series) => {
    const arrays = typeof series === 'string' ? [] : series.flatMap(({ times, values }) => [times, values]);
    return arrays.map(({ buffer }) => buffer as ArrayBuffer);
  },
);
