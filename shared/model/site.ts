import type { SiteId } from './ids.ts';

/** A site as the service lists it. Fields that it left out are null. */
export interface Site {
  readonly id: SiteId;
  readonly name: string;
  readonly organization: string | null;
  readonly photoUrl: string | null;
  readonly createdAt: string | null;
  readonly address: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly countryCode: string | null;
  /** As the service names it: an IANA zone, which Intl may not know (`knownZone`); null if absent. */
  readonly timezone: string | null;
  readonly graphUri: string | null;
}
