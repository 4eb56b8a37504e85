import type { TextCipher } from '../../../adapters/secrets/encrypted-file.ts';
import type { ElectronParts } from '../electron-parts.ts';

/**
 * Electron's safeStorage: the second choice for the token, after the keychain. Without a keyring it encrypts with a
 * password from Chromium's public source (`basic_text`). That is as good as plain text and counts as unavailable.
 */
export function safeCipher(
  { safeStorage }: Pick<ElectronParts, 'safeStorage'>,
  platform: NodeJS.Platform,
): TextCipher {
  return {
    available: () =>
      safeStorage.isEncryptionAvailable() &&
      (platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
  };
}
