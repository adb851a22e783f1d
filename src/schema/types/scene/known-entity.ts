import { assertNever } from '#engine/util/assert-never.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { identifyRecord } from '../../views/record-node.ts';
import type { KnownEntity as Known, ViewScope, ViewScoped } from '../../views/visible-scene.ts';
import { Image, loadEntityImage, loadPortrait } from '../image.ts';
import { WorldTime } from './world-time.ts';

type Shared = Pick<Known, 'kind' | 'id' | 'name' | 'description'>;
type Of<Kind extends Known['kind']> = ViewScoped<Extract<Known, { kind: Kind }>>;

/** Finds an entity and adds the view it is read through; null stays null. */
export function findKnownEntity(viewScope: ViewScope, id: string | null): ViewScoped<Known> | null {
  const entity = viewScope.entityOf(id);
  return entity === null ? null : { ...entity, viewScope };
}

/** Returns the options that make an entity of one kind a node. */
function identifyEntity<Kind extends Known['kind']>(kind: Kind) {
  type One = Extract<Known, { kind: Kind }>;
  const isOne = (entity: Known | null): entity is One => entity?.kind === kind;
  return identifyRecord<One>(
    typeNameOf(kind),
    ({ id }) => id,
    ({ viewScope }, id) => {
      const entity = viewScope.entityOf(id);
      return isOne(entity) ? entity : null;
    },
  );
}

export const KnownEntity = builder.interfaceRef<Shared>('KnownEntity');

KnownEntity.implement({
  interfaces: [builder.nodeInterfaceRef()],
  description: 'Named entity of the campaign, limited to what the viewer may know.',
  resolveType: ({ kind }) => typeNameOf(kind),
  fields: (t) => ({
    entityId: t.exposeID('id', { description: 'Its id inside the campaign: `npc_viktor_001`.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { description: 'Visible description.' }),
  }),
});

function typeNameOf(kind: Known['kind']): string {
  switch (kind) {
    case 'character':
      return 'KnownCharacter';
    case 'location':
      return 'KnownLocation';
    case 'item':
      return 'KnownItem';
    case 'faction':
      return 'KnownFaction';
    default:
      return assertNever(kind);
  }
}

export const LifeStatus = defineWordEnum('LifeStatus', 'Ability of a character to act.', {
  conscious: 'Awake and able to act.',
  unconscious: 'Out cold.',
  dead: 'Dead.',
});

type ConditionOf = NonNullable<Of<'character'>['seen']>['conditions'][number] & {
  readonly sessionId: string;
};

export const Condition = builder.objectRef<ConditionOf>('Condition').implement({
  description: 'Something that ails or helps a character for a time.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    source: t.string({
      nullable: true,
      description: 'Source; null when not set.',
      resolve: ({ source }) => source ?? null,
    }),
    until: t.field({
      type: WorldTime,
      nullable: true,
      description: 'Time it ends by itself; null when it does not.',
      resolve: ({ until, sessionId }) => (until === undefined ? null : { time: until, sessionId }),
    }),
  }),
});

export const KnownCharacter = builder.objectRef<Of<'character'>>('KnownCharacter');

builder.node(KnownCharacter, {
  ...identifyEntity('character'),
  description: 'Person or creature, limited to what the viewer may know.',
  interfaces: [KnownEntity],
  fields: (t) => ({
    role: t.exposeString('role', { description: 'Public role.' }),
    title: t.exposeString('title', { nullable: true, description: 'Their title; null when they have none.' }),
    pronouns: t.exposeString('pronouns', {
      nullable: true,
      description: 'Pronouns; null when not set.',
    }),
    isPersona: t.exposeBoolean('isPersona', { description: 'Whether a player plays them.' }),
    status: t.field({
      type: LifeStatus,
      nullable: true,
      description: 'Whether they can act; null when they are not visible here.',
      resolve: ({ seen }) => seen?.status ?? null,
    }),
    isCaptive: t.boolean({
      nullable: true,
      description: 'Whether they are held captive; null when they are not visible here.',
      resolve: ({ seen }) => seen?.captive ?? null,
    }),
    conditions: t.field({
      type: [Condition],
      nullable: true,
      description: 'Conditions, good and bad; null when they are not visible here.',
      resolve: ({ seen, viewScope: { sessionId } }) =>
        seen?.conditions.map((condition) => ({ ...condition, sessionId })) ?? null,
    }),
    portrait: t.field({
      type: Image,
      nullable: true,
      description: 'Their portrait: an uploaded one, else that of the pack; null without one.',
      resolve: (character, _args, context) => loadPortrait(character, context),
    }),
    stats: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The stat block by the ruleset’s own schema; null unless it is your own persona.',
      resolve: ({ stats }) => stats,
    }),
  }),
});

export const KnownLocation = builder.objectRef<Of<'location'>>('KnownLocation');

/** Finds a place and adds the view it is read through. Returns null when it is unknown or no place. */
export function findKnownLocation(viewScope: ViewScope, id: string | null): Of<'location'> | null {
  const entity = viewScope.entityOf(id);
  return entity?.kind === 'location' ? { ...entity, viewScope } : null;
}

/** Finds a character and adds the view it is read through. Returns null when it is unknown or no character. */
export function findKnownCharacter(viewScope: ViewScope, id: string | null): Of<'character'> | null {
  const entity = viewScope.entityOf(id);
  return entity?.kind === 'character' ? { ...entity, viewScope } : null;
}

type ExitOf = NonNullable<Of<'location'>['exits']>[number] & { readonly viewScope: ViewScope };

const Exit = builder.objectRef<ExitOf>('Exit').implement({
  description: 'A way out of a place that is known.',
  fields: (t) => ({
    to: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Destination; null when it is not known.',
      resolve: ({ to, viewScope }) => findKnownLocation(viewScope, to),
    }),
    label: t.string({
      nullable: true,
      description: 'Name of the way; null when it has none.',
      resolve: ({ label }) => label ?? null,
    }),
    minutes: t.float({
      nullable: true,
      description: 'Travel time; null when not set.',
      resolve: ({ minutes }) => minutes ?? null,
    }),
    blocked: t.string({
      nullable: true,
      description: 'Reason the way is blocked; null when it is open.',
      resolve: ({ blocked }) => blocked ?? null,
    }),
  }),
});

builder.node(KnownLocation, {
  ...identifyEntity('location'),
  description: 'Place, limited to what the viewer may know.',
  interfaces: [KnownEntity],
  fields: (t) => ({
    exits: t.field({
      type: [Exit],
      nullable: true,
      description: 'Known exits; null where there is no map and every place can be reached.',
      resolve: ({ exits, viewScope }) => exits?.map((exit) => ({ ...exit, viewScope })) ?? null,
    }),
    effects: t.exposeStringList('effects', { description: 'Effects of being there.' }),
    image: t.field({
      type: Image,
      nullable: true,
      description: 'Picture or plan of the place; null without one.',
      resolve: (place, _args, context) => loadEntityImage(place, 'image', context),
    }),
  }),
});

builder.node(builder.objectRef<Of<'item'>>('KnownItem'), {
  ...identifyEntity('item'),
  description: 'Thing, limited to what the viewer may know.',
  interfaces: [KnownEntity],
  fields: (t) => ({
    isPortable: t.exposeBoolean('portable', { description: 'Whether it can be carried.' }),
  }),
});

builder.node(builder.objectRef<Of<'faction'>>('KnownFaction'), {
  ...identifyEntity('faction'),
  description: 'Group of people, limited to what the viewer may know.',
  interfaces: [KnownEntity],
});
