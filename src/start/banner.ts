import type { ModelInUse } from '#schema/context.ts';

type Facts = {
  readonly address: string;
  readonly store: string;
  readonly dataFolder: string;
  /** Whether everybody has to say who they are. */
  readonly asksWho: boolean;
  readonly models: readonly ModelInUse[];
  readonly packs: readonly { readonly id: string; readonly version: string; readonly name: string }[];
};

/** What a person reads when the server has started: where, with what, and what to do next. */
export function banner({ address, store, dataFolder, asksWho, models, packs }: Facts): string {
  const tiers = models.map(({ tier, key, provider }) => `${tier} ${key} (${provider})`).join(', ');
  const offline = models.every(({ provider }) => provider.startsWith('offline/'));
  return [
    `Scenewright listens on ${address}/graphql`,
    `  store   ${store === 'sqlite' ? `SQLite in ${dataFolder}` : 'PostgreSQL'}`,
    `  access  ${asksWho ? 'API tokens and JWTs' : 'whoever sits at this machine'}`,
    `  models  ${tiers}`,
    ...(offline ? ['          No language model is in use: the offline storyteller speaks.'] : []),
    ...(packs.length === 0
      ? ['  packs   none']
      : packs.map(
          ({ id, version, name }, at) => `  ${at === 0 ? 'packs ' : '      '}  ${id} ${version}  ${name}`,
        )),
    '',
    asksWho
      ? 'Next: make a token with `npm run tokens -- create` and send it as `Authorization: Bearer …`.'
      : `Next: open ${address}/graphql in a browser and run the first operation on the page.`,
    '',
  ].join('\n');
}
