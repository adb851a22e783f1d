import { p } from '@mikro-orm/core';

/** Columns of every table: an id that sorts by creation time, and that time. */
export const baseColumns = {
  id: p.string().length(36).primary(),
  createdAt: p.datetime(3),
};
