import { z } from 'zod';

/** A name in a ruleset file: `self_awareness`, `pressure_clock`. */
export const SnakeName = z
  .string()
  .max(60)
  .regex(
    /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
    'a name is snake_case: lower-case words joined by _, like self_awareness',
  )
  .refine(
    (name) => name !== 'constructor' && name !== 'prototype',
    'this word cannot be a name; choose another',
  );
