/** Runs what is asked for under one name one after another, in the order asked; other names go on beside it. */
export type Turns<Name> = {
  readonly inTurn: <Result>(name: Name, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when everything asked for so far is done or has failed. */
  readonly allDone: () => Promise<void>;
};

export function turns<Name>(): Turns<Name> {
  const queues = new Map<Name, Promise<void>>();
  return {
    inTurn: (name, work) => {
      const done = (queues.get(name) ?? Promise.resolve()).then(work);
      const settled = done.then(
        () => {},
        () => {},
      );
      queues.set(name, settled);
      void settled.then(() => {
        if (queues.get(name) === settled) queues.delete(name);
      });
      return done;
    },
    allDone: async () => {
      await Promise.all(queues.values());
    },
  };
}
