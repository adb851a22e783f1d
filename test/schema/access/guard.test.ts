import {
  execute,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  subscribe,
} from 'graphql';
import { expect, it } from 'vitest';
import type { Role } from '#engine/domain/roles.ts';
import type { Context } from '#schema/context.ts';
import { createAccess, findMembership } from '../../../src/schema/access/access.ts';
import { guardSchema } from '../../../src/schema/access/guard.ts';
import { ANONYMOUS_VIEWER, LOCAL_OWNER, type Viewer } from '../../../src/schema/access/viewer.ts';

const viewerWith = (roles: readonly Role[], more: Partial<Viewer> = {}): Viewer => ({
  ...ANONYMOUS_VIEWER,
  id: 'ada',
  campaignIds: null,
  roles: new Set(roles),
  ...more,
});

let isGood = true;
let isStoreAway = false;
let hasSourceEnded = false;

/** A context with no campaigns in it. */
function contextOf(viewer: Viewer): Context {
  const isStillGood = async () => {
    if (isStoreAway) throw new Error('the store is away');
    return isGood;
  };
  const recheck = { isStillGood, stillStands: isStillGood };
  const access = createAccess(viewer, {
    members: async () => [],
    campaignOfSession: async () => null,
    recheck,
  });
  // The fields of these tests ask for nothing else.
  return { access } as Context;
}

/** A small API with a field nobody wrote a rule for, and others whose names have one. */
function smallSchema(): GraphQLSchema {
  const text = { type: GraphQLString, resolve: () => 'told' };
  return guardSchema(
    new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: {
          forgotten: text,
          packs: text,
          authoring: text,
          models: { ...text, type: new GraphQLNonNull(GraphQLString) },
          promptPreview: { ...text, args: { sessionId: { type: new GraphQLNonNull(GraphQLID) } } },
        },
      }),
      subscription: new GraphQLObjectType({
        name: 'Subscription',
        fields: {
          forgotten: {
            type: GraphQLString,
            resolve: (event) => event,
            subscribe: async function* () {
              try {
                yield 'first';
                yield 'second';
              } finally {
                hasSourceEnded = true;
              }
            },
          },
        },
      }),
    }),
  );
}

const askAs = async (viewer: Viewer, document: string) => {
  const { data, errors } = await execute({
    schema: smallSchema(),
    document: parse(document),
    contextValue: contextOf(viewer),
  });
  return errors === undefined ? Object.values(data ?? {})[0] : errors[0]?.extensions.code;
};

it.each<[string, Viewer, string]>([
  ['nobody', ANONYMOUS_VIEWER, 'FORBIDDEN'],
  ['a player', viewerWith(['player']), 'FORBIDDEN'],
  ['somebody with every role but one', viewerWith(['player', 'gm', 'author']), 'FORBIDDEN'],
  ['an admin', viewerWith(['admin']), 'told'],
  ['the owner of the machine', LOCAL_OWNER, 'told'],
])('answers %s who asks for a field without a rule', async (_who, viewer, expected) => {
  expect(await askAs(viewer, '{ forgotten }')).toBe(expected);
});

it('lets nobody subscribe to a field without a rule either', async () => {
  const schema = smallSchema();
  const document = parse('subscription { forgotten }');
  const refused = await subscribe({ schema, document, contextValue: contextOf(viewerWith(['gm'])) });

  expect(refused).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

async function subscribeAsAdmin() {
  [isGood, isStoreAway, hasSourceEnded] = [true, false, false];
  const contextValue = contextOf(viewerWith(['admin']));
  const document = parse('subscription { forgotten }');
  const stream = await subscribe({ schema: smallSchema(), document, contextValue });
  if (!(Symbol.asyncIterator in stream)) throw new Error('nothing was subscribed to');
  expect((await stream.next()).value).toMatchObject({ data: { forgotten: 'first' } });
  return stream;
}

it('lets no event through once a credential is no longer good', async () => {
  const stream = await subscribeAsAdmin();
  isGood = false;

  await expect(stream.next()).rejects.toThrow('no longer good');
  expect(hasSourceEnded).toBe(true);
});

it('ends the source of a subscription whose credential cannot be checked', async () => {
  const stream = await subscribeAsAdmin();
  isStoreAway = true;

  await expect(stream.next()).rejects.toThrow('the store is away');
  expect(hasSourceEnded).toBe(true);
});

it('asks for a role before it looks at anything', async () => {
  expect(await askAs(viewerWith(['player']), '{ packs }')).toBe('told');
  expect(await askAs(viewerWith(['player']), '{ authoring }')).toBeNull();
  expect(await askAs(viewerWith(['author']), '{ authoring }')).toBe('told');
  expect(await askAs(viewerWith(['player']), '{ models }')).toBe('FORBIDDEN');
  expect(await askAs(viewerWith([]), '{ packs }')).toBe('FORBIDDEN');
});

it('is not content with an id of something that belongs to no campaign', async () => {
  const world = Buffer.from('World:x').toString('base64');

  expect(await askAs(viewerWith(['gm']), `{ promptPreview(sessionId: "${world}") }`)).toBeNull();
  expect(await askAs(viewerWith(['gm']), '{ promptPreview(sessionId: "nonsense") }')).toBeNull();
});

const member = (role: 'gm' | 'player', personaId: string | null = null) => ({
  campaignId: 'c',
  viewerId: 'ada',
  name: 'Ada',
  role,
  personaId,
  createdAt: new Date(0),
});

it.each([
  [
    'a member with a player’s token',
    viewerWith(['player']),
    [member('player', 'p')],
    { role: 'player', personaId: 'p' },
  ],
  ['a game master', viewerWith(['gm']), [member('gm')], { role: 'gm', personaId: null }],
  [
    'a game master with a player’s token',
    viewerWith(['player']),
    [member('gm')],
    { role: 'player', personaId: null },
  ],
  [
    'a player who masters elsewhere',
    viewerWith(['gm']),
    [member('player')],
    { role: 'player', personaId: null },
  ],
  ['an author who is a member', viewerWith(['author']), [member('gm')], null],
  ['a stranger with every other role', viewerWith(['player', 'gm', 'author']), [], null],
  ['a stranger who is an admin', viewerWith(['admin']), [], { role: 'gm', personaId: null }],
  [
    'an admin with a token for another campaign',
    viewerWith(['admin'], { campaignIds: new Set(['d']) }),
    [],
    null,
  ],
  [
    'a member with a token for another campaign',
    viewerWith(['gm'], { campaignIds: new Set(['d']) }),
    [member('gm')],
    null,
  ],
])('knows what %s is', (_who, viewer, members, expected) => {
  expect(findMembership(viewer, 'c', members)).toEqual(expected);
});
