import { ok } from '../../../shared/failure.ts';
import { parseBaseUrl } from '../../adapters/rest/base-url.ts';
import { createService } from '../../adapters/rest/service.ts';
import { createWatcher } from '../../adapters/watch/watch.ts';
import type { SessionMaker } from '../../app/account/session.ts';
import { keptProxy } from '../../app/settings/kept-proxy.ts';
import type { Review } from '../../sync/context.ts';
import type { SiteReport } from '../../sync/cycle/site-report.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';
import { SyncEngine } from '../../sync/watch/sync-engine.ts';
import type { Program } from './compose.ts';
import { noteHindered } from '../cut-short.ts';
import { firstLook } from './first-look.ts';
import { USER_AGENT } from '../version.ts';

interface SessionParts extends Pick<SessionMaker, 'hasGivenToken'> {
  readonly review: Review;
  readonly onReport: (report: SiteReport) => void;
}

/** Opens the sessions of a program, each of which syncs with one account, and checks an account before it is taken. */
export function sessionMaker(
  program: Program,
  { hasGivenToken, review, onReport }: SessionParts,
  log: (line: string) => void,
): SessionMaker {
  return {
    hasGivenToken,
    open: async (account, stopping) => {
      const opened = await program.context({ account, stopping });
      return opened.ok ? ok({ ...opened.value, review }) : opened;
    },
    start: (context, { onNotice, onOver }) =>
      new SyncEngine(context, createWatcher(), {
        onReport,
        onNotice,
        onOver,
        onHindered: (failure) => noteHindered(program.data, failure),
      }),
    look: program.looker,
    check: accountCheck(program, log),
  };
}

function accountCheck({ mirror, secrets }: Program, log: (line: string) => void): SessionMaker['check'] {
  return async ({ baseUrl: address, token }, signal) => {
    const baseUrl = parseBaseUrl(address);
    if (!baseUrl.ok) return { baseUrl: address, sites: 0, failure: baseUrl.failure };
    const made = createService({
      baseUrl: baseUrl.value,
      // With no token yet the address alone is in question, and only a service says of a token that it is wrong.
      token: () => (token === '' ? 'none' : token),
      allowInsecure: SETTINGS.allowInsecure.read(mirror),
      proxy: await keptProxy(mirror, secrets),
      userAgent: USER_AGENT,
      log,
    });
    if (!made.ok) return { baseUrl: baseUrl.value, sites: 0, failure: made.failure };
    const service = made.value;
    try {
      const sites = await firstLook(service, signal);
      if (!sites.ok) return { baseUrl: baseUrl.value, sites: 0, failure: sites.failure };
      const { count, items } = sites.value;
      return { baseUrl: baseUrl.value, sites: count ?? items.length, failure: null };
    } finally {
      service.close();
    }
  };
}
