const nothing = (): void => {};

/** The SDKs log bodies and broken stream events, which hold prompts. What happened is recorded elsewhere, on purpose. */
export const silentLogger = { error: nothing, warn: nothing, info: nothing, debug: nothing };
