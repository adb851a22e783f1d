import { p } from '@mikro-orm/core';

/** What every table has: an id that sorts by the time it was made, and that time. */
export const baseColumns = {
  id: p.string().length(36).primary(),
  createdAt: p.datetime(3),
};
