import type { FileHandle } from 'node:fs/promises';
import { COMMON_HEADERS } from './policy.ts';

/** An answer, sent by node:http in the web host or by the protocol of Electron in the desktop app. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whoever sends a part of a file reads it and closes the handle. */
  readonly body: string | FilePart | null;
}

export interface FilePart {
  readonly handle: FileHandle;
  /** First and last byte, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** An answer without a body. */
export function bare(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...COMMON_HEADERS, ...headers }, body: null };
}

/** A short text for a person who typed an address. */
export function plainText(status: number, text: string): Reply {
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: `${text}\n`,
  };
}
