import fc from 'fast-check';

/** `npm test` asks the same questions every time, so that what fails was broken by the change; the long form asks new ones. */
const SEED = 20_261_116;

if (process.env.SCENEWRIGHT_LONG !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

// A model server on the machine that runs the tests must not answer in them, and no key is sent anywhere.
process.env.MODEL_DISCOVERY ??= '0';
