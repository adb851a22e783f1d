/** The lines a turn leaves in the server's log. A pino logger fits. */
export type TurnLog = {
  readonly info: (about: object, message: string) => void;
  readonly warn: (about: object, message: string) => void;
  readonly error: (about: object, message: string) => void;
};
