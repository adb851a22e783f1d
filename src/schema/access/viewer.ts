import { ROLES, type Role } from '#engine/domain/roles.ts';

/** Sender of a request: rights from the credential, and its expiry. */
export type Viewer = {
  readonly id: string;
  readonly name: string;
  readonly roles: ReadonlySet<Role>;
  /** Only campaigns the credential opens; null for all of the viewer's campaigns. */
  readonly campaignIds: ReadonlySet<string> | null;
  /** Expiry of the credential; null when it does not expire. */
  readonly expiresAt: Date | null;
  /** API token the viewer sent; null for any other credential. */
  readonly tokenId: string | null;
  /** Set for the holder of a stream ticket, which opens subscriptions and nothing else. */
  readonly isTicketHolder?: true;
};

/** Id of the person at the machine. Viewers from elsewhere cannot take this id. */
export const LOCAL_VIEWER_ID = 'local';

/** Viewer of a server without accounts, which listens to its own machine alone and acts for the person there. */
export const LOCAL_OWNER: Viewer = {
  id: LOCAL_VIEWER_ID,
  name: 'Owner',
  roles: new Set(ROLES),
  campaignIds: null,
  expiresAt: null,
  tokenId: null,
};

/** Viewer without a credential, who may do nothing. */
export const ANONYMOUS_VIEWER: Viewer = {
  id: 'nobody',
  name: 'Nobody',
  roles: new Set(),
  campaignIds: new Set(),
  expiresAt: null,
  tokenId: null,
};
