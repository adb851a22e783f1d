/** The wall clock, handed in, so that tests and replays decide what time it is. World time lives elsewhere. */
export type Clock = () => Date;

export const readSystemClock: Clock = () => new Date();
