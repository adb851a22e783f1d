import type { Context } from '../context.ts';

/** Whose account an operation counts on: the same text for the same viewer, however they connect. */
export type ViewerKey = (context: unknown) => string;

export const viewerIdOf: ViewerKey = (context) =>
  // Every operation of the API runs in a context of ours.
  (context as Context).access.viewer.id;
