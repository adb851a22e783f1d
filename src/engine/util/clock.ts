/** Wall clock, injected so that tests and replays decide the time. World time is in `world-time.ts`. */
export type Clock = () => Date;

export const readSystemClock: Clock = () => new Date();
