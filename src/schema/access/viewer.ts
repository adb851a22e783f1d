import { ROLES, type Role } from '#engine/domain/roles.ts';

/** Whoever asks: what their credential says of them and for how long. */
export type Viewer = {
  readonly id: string;
  readonly name: string;
  readonly roles: ReadonlySet<Role>;
  /** The only campaigns their credential opens; null for all of theirs. */
  readonly campaignIds: ReadonlySet<string> | null;
  /** When their credential ends; null when it does not. */
  readonly expiresAt: Date | null;
  /** The API token they came with; null when they came with something else. */
  readonly tokenId: string | null;
};

/** The id of whoever sits at the machine; nobody from elsewhere may call themselves so. */
export const LOCAL_VIEWER_ID = 'local';

/** Without accounts the server listens to its own machine alone and acts for whoever sits there. */
export const LOCAL_OWNER: Viewer = {
  id: LOCAL_VIEWER_ID,
  name: 'Owner',
  roles: new Set(ROLES),
  campaignIds: null,
  expiresAt: null,
  tokenId: null,
};

/** Somebody who has not said who they are. They may do nothing. */
export const ANONYMOUS_VIEWER: Viewer = {
  id: 'nobody',
  name: 'Nobody',
  roles: new Set(),
  campaignIds: new Set(),
  expiresAt: null,
  tokenId: null,
};
