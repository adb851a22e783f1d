/**
 * Whose account a request counts on: the same text for the same viewer, however they connect. On a machine of one's own there
 * is one owner, and all requests are theirs.
 */
export type ViewerKey = (context: unknown) => string;

export const oneOwner: ViewerKey = () => 'owner';
